/** Calls for the user's attention when it is their turn: title, icon, badge of the installed page, sound and notification. */

import { settings } from "./settings.js";
import { text } from "./texts.js";

const ICONS = { true: "/web/icons/icon_turn.svg", false: "/web/icons/icon.svg" };
const NOTES = [[659, 0], [880, 0.12]];
let wasYourTurn = false;
let notification = null;

/** Shows in title and icon whether it is the user's turn; when it becomes so, plays a sound and notifies, as the settings say. */
export function notifyTurn({ title, isYourTurn }) {
  document.title = isYourTurn ? `● ${text("games.your_turn")} · ${title}` : title;
  document.querySelector("link[rel=icon]").href = ICONS[isYourTurn];
  showBadge(isYourTurn);
  if (isYourTurn && !wasYourTurn) callUser(title);
  if (!isYourTurn) closeNotification();
  wasYourTurn = isYourTurn;
}

/** Shows that nothing waits for the user, because no table is open. */
export function clearTurn(title) {
  notifyTurn({ title, isYourTurn: false });
}

/** Asks for the permission to notify; returns whether the user gave it. */
export async function requestNotifications() {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}

function showBadge(isYourTurn) {
  const change = isYourTurn ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
  change?.catch(() => {}); // A page that is not installed has no badge.
}

function callUser(title) {
  if (settings.get("sound")) playSound();
  if (settings.get("notification") && document.visibilityState === "hidden") openNotification(title);
}

/** Plays two short notes. */
export function playSound() {
  const audio = new AudioContext();
  for (const [frequency, delay] of NOTES) playNote(audio, frequency, audio.currentTime + delay);
  setTimeout(() => audio.close(), 1_000);
}

function playNote(audio, frequency, start) {
  const [note, volume] = [new OscillatorNode(audio, { type: "sine", frequency }), new GainNode(audio, { gain: 0 })];
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
  note.connect(volume).connect(audio.destination);
  note.start(start);
  note.stop(start + 0.32);
}

function openNotification(title) {
  closeNotification();
  try {
    notification = new Notification(text("games.your_turn"), { body: title, tag: "turn", icon: "/web/icons/icon_192.png" });
    notification.addEventListener("click", () => window.focus());
  } catch {
    notification = null; // Some mobile browsers notify through service workers only.
  }
}

function closeNotification() {
  notification?.close();
  notification = null;
}
