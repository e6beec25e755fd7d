/** QR codes of links, drawn by the API. */

import { call } from "../../core/api.js";
import { element } from "../../core/dom.js";
import { problemText } from "../../core/problems.js";
import { text } from "../../core/texts.js";

/** Returns an element that shows the QR code of a text as soon as it is drawn. */
export function qrCode(content) {
  const frame = element("div", { class: "qr-code" });
  drawInto(frame, content);
  return frame;
}

async function drawInto(frame, content) {
  try {
    const options = { method: "POST", body: JSON.stringify({ text: content }), headers: { "Content-Type": "application/json" } };
    const source = await (await call("/v1/qr-codes", { ...options, accept: "image/svg+xml" })).text();
    const picture = document.importNode(new DOMParser().parseFromString(source, "image/svg+xml").documentElement, true);
    picture.setAttribute("aria-label", text("share.qr"));
    frame.replaceChildren(picture);
  } catch (problem) {
    frame.replaceChildren(problemText(problem));
  }
}
