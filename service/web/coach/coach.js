/** The coach of a first game: five steps that explain what to do, each shown until the user has done it. */

import { button, element, show } from "../core/dom.js";
import { loadSession, saveSession } from "../core/storage.js";
import { addTexts, text } from "../core/texts.js";
import { STEPS } from "./steps.js";

/** Returns the coach of a saved lesson, with its texts loaded: `steps`, the number of the current `step`, and whether it `isOver`. */
export async function createCoach(game, session) {
  await addTexts("coach/texts");
  const { step = 0, since = 0, isOver = false } = loadSession(session).lesson ?? {};
  return { game, session, steps: STEPS[game], step, since, isOver };
}

/** Returns the names of the panels that the current step is about. */
export function coachPanels({ steps, step, isOver }) {
  return isOver ? [] : steps[step].panels;
}

/** Goes on to the next step if what the current one asks for has been done; returns whether it has. */
export function observe(coach, position, entries) {
  const { steps, step, since, isOver } = coach;
  const isDone = !isOver && steps[step].done?.(position, entries.filter(({ version }) => version > since));
  if (isDone) goOn(coach, position.version);
  return Boolean(isDone);
}

/** Draws the current step; `onChange` is called after the user has gone on to another step or has ended the lesson. */
export function drawCoach(container, coach, { version, onChange }) {
  container.hidden = coach.isOver;
  if (coach.isOver) return show(container);
  const { steps, step, game } = coach;
  const key = `coach.${game}.${steps[step].id}`;
  const change = (action) => () => {
    action();
    drawCoach(container, coach, { version, onChange });
    onChange();
  };
  show(container, element("div", { class: "coach", role: "region", "aria-label": text("coach") },
    element("h2", {}, text(`${key}.title`)),
    element("p", { role: "status" }, text(key)),
    element("div", { class: "row" },
      progress(steps, step),
      steps[step].done === null && button(text(isLast(coach) ? "coach.end" : "coach.next"), change(() => goOn(coach, version)),
        { class: "primary", "data-key": "coach-next" }),
      !isLast(coach) && button(text("coach.skip"), change(() => end(coach)), { class: "secondary", "data-key": "coach-skip" }))));
}

function progress(steps, current) {
  const label = text("coach.progress", { step: current + 1, steps: steps.length });
  const dots = steps.map((_, index) => element("span", { class: index <= current ? "dot reached" : "dot" }));
  return element("span", { class: "coach-progress", role: "img", "aria-label": label }, dots);
}

function isLast({ steps, step }) {
  return step === steps.length - 1;
}

function goOn(coach, version) {
  if (isLast(coach)) return end(coach);
  Object.assign(coach, { step: coach.step + 1, since: version });
  save(coach);
}

function end(coach) {
  coach.isOver = true;
  save(coach);
}

function save({ session, step, since, isOver }) {
  saveSession({ ...loadSession(session), lesson: { step, since, isOver } });
}
