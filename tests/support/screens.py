"""Measures what a screen shows: the question, the controls of every legal move, texts and targets."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

SIZES = {"desktop": (1440, 900), "laptop": (1280, 720), "tablet": (820, 1180), "phone": (390, 844), "flat_phone": (844, 390)}
PHONES = ("phone", "flat_phone")

MEASURE = """(isPhone) => {
  const faults = [];
  const isVisible = (part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest(".rail, .visually-hidden, .clock");
  const inside = ({ left, top, right, bottom }) => left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const named = (part) => `${part.id || part.dataset.key || part.className.baseVal || part.className} "${part.textContent.slice(0, 30)}"`;
  const { scrollHeight, scrollWidth } = document.documentElement;
  if (scrollHeight > innerHeight + 1 || scrollWidth > innerWidth + 1) faults.push("the page scrolls");
  const question = document.querySelector(".decision");
  if (!isVisible(question) || !inside(question.getBoundingClientRect()) || question.scrollHeight > question.clientHeight + 2) {
    faults.push(`the question is cut off: ${question.textContent}`);
  }
  const controls = [...document.querySelectorAll("[data-moves]")].filter((control) => !control.closest(".rail"));
  const reached = new Set(controls.flatMap((control) => control.dataset.moves.split(" ").map(Number)));
  const count = document.querySelectorAll(".move-list li").length;
  for (let index = 0; index < count; index += 1) if (!reached.has(index)) faults.push(`no control stands for move ${index}`);
  for (const control of controls.filter(isVisible)) {
    if (!inside(control.getBoundingClientRect())) faults.push(`outside the screen: ${named(control)}`);
  }
  const pictures = [...document.querySelectorAll(".panel-picture text")].filter(isVisible);
  for (const text of pictures) {
    const size = Number(text.getAttribute("font-size")) * text.getScreenCTM().a;
    if (size < 10.9) faults.push(`${size.toFixed(1)} px: ${text.textContent}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: part, data } = walker.currentNode;
    if (!data.trim() || part.closest("svg, script, noscript") || !isVisible(part)) continue;
    const size = parseFloat(getComputedStyle(part).fontSize);
    if (size < 11) faults.push(`${size} px: ${data.trim().slice(0, 30)}`);
  }
  if (isPhone) {
    const targets = [...document.querySelectorAll("button, a, select, input, .highlighted")].filter(isVisible);
    for (const target of targets) {
      const { width, height } = target.getBoundingClientRect();
      if (Math.min(width, height) < 39.5) faults.push(`${width.toFixed()} x ${height.toFixed()} px: ${named(target)}`);
    }
  }
  return faults;
}"""


def faults(page: Page, screen: str) -> list[str]:
    """Everything that is wrong with what the screen shows while a decision is pending."""
    found: list[Any] = page.evaluate(MEASURE, screen in PHONES)
    return [str(fault) for fault in found]
