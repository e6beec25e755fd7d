/** When clicks on the board count: `data-settled` of the stage says it. */

/** A user who clicks this soon after the board has changed meant what was there before. */
const SETTLING = 300;

/** Ignores clicks on the board from now on. */
export function lock({ parts, settling }) {
  clearTimeout(settling);
  parts.stage.dataset.settled = false;
}

/** Lets clicks count again after a moment. */
export function settle(table) {
  lock(table);
  table.settling = setTimeout(() => {
    table.parts.stage.dataset.settled = true;
  }, SETTLING);
}

/** Returns whether clicks count. */
export function isSettled({ parts }) {
  return parts.stage.dataset.settled === "true";
}
