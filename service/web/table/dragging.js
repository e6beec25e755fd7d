/** Dragging a piece to its target with the mouse or a pen: the same as a click on each of them. */

import { chooseAt, startDrag } from "./choosing.js";

/** A pointer that moves less than this clicks. */
const SLACK = 12;

/** Listens to drags on the stage. */
export function listenToDrags(stage, table) {
  let drag = null;
  let isDropped = false;
  stage.addEventListener("pointerdown", ({ pointerType, clientX, clientY, target }) => {
    drag = pointerType === "touch" ? null : { clientX, clientY, target, isUnderWay: false };
    isDropped = false;
  });
  stage.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!drag || drag.isUnderWay || Math.hypot(clientX - drag.clientX, clientY - drag.clientY) < SLACK) return;
    drag = startDrag(table, drag.target) ? { ...drag, isUnderWay: true } : null;
  });
  stage.addEventListener("pointerup", ({ clientX, clientY }) => {
    isDropped = drag?.isUnderWay ?? false;
    drag = null;
    const target = document.elementFromPoint(clientX, clientY);
    if (isDropped && target) chooseAt(table, { target, clientX, clientY });
  });
  stage.addEventListener("click", (event) => isDropped && event.stopImmediatePropagation(), { capture: true });
}
