// What textual.js leaves out: it begins before its font is there, and the keyboard is nobody's until a click.
"use strict";

const begin = window.onload;

window.onload = async (event) => {
  const terminal = document.getElementById("terminal");
  terminal.dataset.sessionWebsocketUrl = location.origin.replace(/^http/, "ws") + "/ws";
  // The size of a cell is measured once, so the letters have to be there; any others will do if they do not come.
  const faces = ["", "bold ", "italic "].map((face) => document.fonts.load(face + "16px 'Roboto Mono'"));
  await Promise.allSettled(faces);
  const again = document.getElementById("again");
  again.addEventListener("click", () => location.reload());
  new MutationObserver(() => {
    const has = (name) => document.body.classList.contains(name);
    if (has("-closed")) {
      again.focus();
    } else if (has("-first-byte")) {
      terminal.querySelector(".xterm-helper-textarea").focus();
    }
  }).observe(document.body, { attributeFilter: ["class"] });
  begin.call(window, event);
};
