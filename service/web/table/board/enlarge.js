/** What one player has, large, in a dialog. */

import { openDialog } from "../../core/dialog.js";
import { element } from "../../core/dom.js";
import { attempt } from "../attempts.js";
import { playerName } from "../people/player_names.js";
import { viewerToken } from "../people/tokens.js";
import { arrange, bestTree, partitions } from "./arrangement.js";
import { fetchPanels } from "./picture.js";
import { placeCells, showPanels, sizesOf } from "./stage.js";
import { explainPieces } from "./tooltip.js";

/** Shows the panels of a seat at the version that the board shows. */
export function enlargeSeat(table, seat) {
  return attempt(table, async () => {
    const names = table.look.ofSeat.map((name) => `${name}-${seat}`);
    const panels = await fetchPanels(table.id, viewerToken(table), table.pastVersion ?? table.position.version, names);
    if (!table.isOpen || table.awaitsHandover) return;
    const stage = element("div", { class: "stage enlarged" });
    openDialog(playerName(table, seat), stage).classList.add("wide-dialog");
    showPanels(stage, withoutIds(panels));
    const [sizes, box] = [sizesOf(stage), { width: stage.clientWidth, height: stage.clientHeight }];
    placeCells(stage, arrange(bestTree(partitions([...sizes.keys()]), sizes, box), sizes, box), new Set(sizes.keys()));
    explainPieces(stage, table);
  });
}

/** The same pieces are on the board already, and an id may occur only once. */
function withoutIds(panels) {
  for (const panel of panels.values()) for (const piece of panel.querySelectorAll("[id]:not([id^=panel-])")) piece.removeAttribute("id");
  for (const panel of panels.values()) panel.firstElementChild.removeAttribute("id");
  return panels;
}
