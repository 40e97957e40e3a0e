// Parts that need a script: shortcuts, selecting rows, polling, copying, printing. Everything else works without it.
"use strict";
(() => {
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  root.classList.add("scripted");

  // A form that was sent is not sent twice by an impatient second click; the server would heed one of them anyway.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) { event.preventDefault(); return; }
    // A form that opens a tab leaves this page as it is; the target of a button precedes that of its form.
    if (form.method !== "post" || event.submitter?.formTarget || form.target) return;
    form.dataset.sent = "yes";
    for (const button of all("button:not([type=button])", form)) button.setAttribute("aria-disabled", "true");
  });
  addEventListener("pageshow", () => {
    for (const form of all("form[data-sent]")) {
      delete form.dataset.sent;
      for (const button of all("[aria-disabled]", form)) button.removeAttribute("aria-disabled");
    }
  });

  // A form that is left with changes asks first. What was sent is kept by the server, and ticks of a list are no work.
  const said = (form) => new URLSearchParams(new FormData(form)).toString();
  const begun = all("form[method=post]").filter((form) => !form.querySelector("table[data-rows]")).map((form) => [form, said(form)]);
  addEventListener("beforeunload", (event) => {
    if (begun.some(([form, before]) => form.isConnected && !form.dataset.sent && said(form) !== before)) event.preventDefault();
  });

  // Result, print request and ticked rows are in the address once: a reload, Back and a
  // link that is passed on lead to the page alone.
  const here = new URL(location.href), once = ["done", "print", "ticked"].filter((name) => here.searchParams.has(name));
  if (once.length) {
    for (const name of once) here.searchParams.delete(name);
    history.replaceState(history.state, "", here);
  }

  // The error is read first.
  document.querySelector(".message.bad[tabindex]")?.focus();

  // Rows: the box in the head takes the page; a bar says how many.
  const tell = (table) => {
    const boxes = all("input[name=id]", table), chosen = boxes.filter((box) => box.checked);
    const head = table.querySelector("[data-all]");
    if (head) { head.checked = boxes.length > 0 && chosen.length === boxes.length; head.indeterminate = chosen.length > 0 && !head.checked; }
    for (const said of all("[data-chosen]")) said.textContent = String(chosen.length);
  };
  document.addEventListener("change", (event) => {
    const table = event.target.closest("table");
    if (event.target.matches("[data-all]")) for (const box of all("input[name=id]", table)) box.checked = event.target.checked;
    if (event.target.matches("[data-all], input[name=id]")) tell(table);
  });
  for (const table of all("table[data-rows]")) tell(table);

  // Shift and a click choose, or leave, all rows from the last one that was clicked to this one.
  let lastBox = null;
  document.addEventListener("mousedown", (event) => { if (event.shiftKey && event.target.closest(".pick")) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    const box = event.target;
    if (!box.matches?.("table[data-rows] input[name=id]")) return;
    const boxes = all("input[name=id]", box.closest("table"));
    const [from, to] = [boxes.indexOf(lastBox), boxes.indexOf(box)].sort((a, b) => a - b);
    if (event.shiftKey && from >= 0) for (const each of boxes.slice(from, to + 1)) each.checked = box.checked;
    lastBox = box;
  });

  document.addEventListener("click", (event) => {
    const copy = event.target.closest("[data-copy]");
    if (copy) {
      navigator.clipboard?.writeText(copy.dataset.copy).then(() => { say(copy.dataset.copied); });
    }
    if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
  });
  const say = (text) => { const there = document.getElementById("said"); if (there && text) { there.textContent = ""; there.textContent = text; } };

  // A document is printed from a hidden frame. A refusal comes into no frame, nor do some browsers print one:
  // whatever was answered is then asked for once more, and takes the place of this page, where it can be read.
  const printed = (form) => {
    document.querySelector(".print-frame")?.remove();
    const frame = document.createElement("iframe");
    frame.className = "print-frame";
    frame.name = "print";
    frame.title = "PDF";
    frame.tabIndex = -1;
    frame.addEventListener("load", () => {
      try {
        if (frame.contentWindow.location.href !== "about:blank") frame.contentWindow.print();
      } catch { form.target = "_self"; form.submit(); }
    });
    document.body.append(frame);
    form.target = "print";
    form.submit();
  };
  document.addEventListener("submit", (event) => {
    if (event.target.matches("form[data-print]")) { event.preventDefault(); printed(event.target); }
  });
  const printWaiting = () => {
    const waiting = document.querySelector("form[data-print-now]");
    if (waiting) { waiting.removeAttribute("data-print-now"); printed(waiting); }
  };
  printWaiting();
  document.body.addEventListener("htmx:oobAfterSwap", printWaiting);

  // Look again every ten seconds, or two where something is under way, while the page is visible.
  for (const [name, seconds] of [["slowly", 10], ["quickly", 2]]) {
    setInterval(() => {
      if (document.visibilityState === "visible") document.body.dispatchEvent(new CustomEvent("look-" + name));
    }, seconds * 1000);
  }

  // Keys: none with a modifier, none while the person types, all of them can be switched off.
  const hasKeys = root.dataset.keys !== "off";
  let leads = false;
  const rows = () => all("table[data-rows] tbody tr");
  const go = (step) => {
    const list = rows();
    if (!list.length) return;
    const at = list.findIndex((row) => row.classList.contains("at"));
    const next = list[Math.min(list.length - 1, Math.max(0, at + step))];
    for (const row of list) row.classList.remove("at");
    next.classList.add("at");
    (next.querySelector("a[href]") ?? next.querySelector("input"))?.focus();
  };
  const keys = {
    "/": () => document.getElementById("find")?.focus(),
    "?": () => document.getElementById("keys")?.showModal(),
    j: () => go(1),
    k: () => go(-1),
    x: () => document.querySelector("tr.at input[name=id], tr:focus-within input[name=id]")?.click(),
  };
  const heed = (key) => {
    if (!hasKeys || document.querySelector("dialog[open]")) return;
    if (leads) {
      leads = false;
      document.querySelector(`a[data-key="${CSS.escape(key)}"]`)?.click();
    } else if (key === "g") {
      leads = true;
      setTimeout(() => { leads = false; }, 1500);
    } else if (Object.hasOwn(keys, key)) {
      keys[key]();
    }
  };

  // A scanner types faster than a person and ends with Enter. Its text is searched for, unless the focus is in a field.
  // So a key is held until it is clear that no other follows at once.
  const SCAN_GAP_MS = 30, FEWEST_SCANNED = 4;
  let held = [], lastAt = 0, waiting = 0;
  const heedHeld = () => {
    clearTimeout(waiting);
    for (const key of held.splice(0)) heed(key);
  };
  const scanned = () => {
    const text = held.splice(0).join(""), find = document.getElementById("find");
    clearTimeout(waiting);
    if (find) { find.value = text; find.form.requestSubmit(); }
  };
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
    if (event.ctrlKey || event.metaKey || event.altKey || typing || event.isComposing) return;
    if (event.repeat || event.timeStamp - lastAt > SCAN_GAP_MS) heedHeld();
    if (event.key === "Enter" && held.length >= FEWEST_SCANNED) { event.preventDefault(); scanned(); return; }
    if (event.key === "Enter") heedHeld();
    if (event.key.length !== 1) return;
    held.push(event.key);
    lastAt = event.timeStamp;
    const acts = hasKeys && (leads || Object.hasOwn(keys, event.key));
    if (acts || held.length > 1) event.preventDefault();
    clearTimeout(waiting);
    waiting = setTimeout(heedHeld, SCAN_GAP_MS);
  });
})();
