"use strict";
// The table of all runs, from the JSON in this page: sorted by a click on a column, filtered by words and by status,
// a hundred rows at a time. All text goes in as text, never as HTML.
(() => {
  const source = document.getElementById("rows");
  if (!source) return;
  const PAGE = 100;
  const { length, columns } = JSON.parse(source.textContent);
  const element = (id) => document.getElementById(id);
  const box = element("table-of-runs");
  const [head, body] = [box.querySelector("thead"), box.querySelector("tbody")];
  const statuses = columns.find((column) => column.name === "status");
  const stopped = new Set(["timeout", "memout"]);
  // On paper a table cannot scroll: it keeps these columns.
  const printed = new Set(["instance", "variant", "question", "seed", "repeat", "status", "conclusion", "reason",
    "nodes", "cpu_s"]);
  const codes = new Set(["answer", "instance_hash", "run_key"]);
  const tones = { ok: "good", timeout: "doubtful", memout: "doubtful", unsupported: "none", interrupted: "none" };

  const digits = (number) =>
    number.toLocaleString("en-US", { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });

  function seconds(value) {
    for (const [unit, name] of [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]]) {
      if (value >= unit * 0.9995) return digits(value / unit) + " " + name;
    }
    return "0 s";
  }

  const status = (row) => (statuses ? statuses.words[statuses.values[row]] : "");

  function text(column, row) {
    const value = column.values[row];
    if (column.kind === "word") return column.words[value];
    if (value === null) return "";
    if (column.kind === "time") return new Date(value).toISOString().replace("T", " ").replace("Z", "");
    if (column.kind === "count") return value.toLocaleString("en-US");
    if (column.kind === "number") return digits(value);
    const bound = stopped.has(status(row)) && column.name !== "timeout_s" ? "≥ " : "";
    return bound + seconds(value);
  }

  // What a column sorts by: numbers as numbers, words by their place in the dictionary's order; nothing comes last.
  function ranks(column) {
    if (column.kind !== "word") return column.values;
    const order = column.words.map((word, place) => place);
    const collator = new Intl.Collator("en", { numeric: true });
    order.sort((one, other) => collator.compare(column.words[one], column.words[other]));
    const rank = [];
    order.forEach((place, position) => { rank[place] = column.words[place] === "" ? null : position; });
    return column.values.map((place) => rank[place]);
  }

  function dress(cell, column) {
    if (column.kind !== "word" && column.kind !== "time") cell.classList.add("right");
    if (!printed.has(column.name)) cell.classList.add("unprinted");
  }

  let found = Array.from({ length }, (_, row) => row);
  let page = 0;
  let sorted = { column: null, down: false };
  let haystack = null;

  function matching() {
    const wanted = element("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const only = element("status").value;
    if (wanted.length && !haystack) {
      haystack = Array.from({ length }, (_, row) =>
        columns.map((column) => text(column, row)).join("\u0000").toLowerCase());
    }
    return Array.from({ length }, (_, row) => row).filter((row) =>
      (!only || status(row) === only) && wanted.every((word) => haystack[row].includes(word)));
  }

  function arrange() {
    found = matching();
    if (sorted.column) {
      const rank = ranks(sorted.column);
      const sign = sorted.down ? -1 : 1;
      found.sort((one, other) => {
        const [a, b] = [rank[one], rank[other]];
        if (a === b) return one - other;
        if (a === null) return 1;
        if (b === null) return -1;
        return a < b ? -sign : sign;
      });
    }
    page = 0;
    show();
  }

  function show() {
    const start = page * PAGE;
    const rows = found.slice(start, start + PAGE).map((row) => {
      const line = document.createElement("tr");
      for (const column of columns) {
        const cell = line.insertCell();
        cell.textContent = text(column, row);
        dress(cell, column);
        if (column.name === "reason") cell.className = "long";
        if (codes.has(column.name)) cell.classList.add("code");
        if (column === statuses) cell.className = tones[cell.textContent] || "bad";
      }
      return line;
    });
    body.replaceChildren(...rows);
    const number = (value) => value.toLocaleString("en-US");
    element("shown").textContent = found.length
      ? `${number(start + 1)}–${number(start + rows.length)} of ${number(found.length)}`
      : "no run fits";
    element("previous").disabled = page === 0;
    element("next").disabled = start + PAGE >= found.length;
  }

  function makeHead() {
    const line = document.createElement("tr");
    for (const column of columns) {
      const cell = document.createElement("th");
      const button = document.createElement("button");
      cell.scope = "col";
      cell.title = column.meaning;
      dress(cell, column);
      button.type = "button";
      button.textContent = column.name;
      button.addEventListener("click", () => {
        sorted = { column, down: sorted.column === column && !sorted.down };
        for (const other of line.children) other.removeAttribute("aria-sort");
        cell.setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
        arrange();
      });
      cell.append(button);
      line.append(cell);
    }
    head.replaceChildren(line);
  }

  function makeStatuses() {
    for (const word of statuses ? [...statuses.words].sort() : []) {
      const option = document.createElement("option");
      option.value = option.textContent = word;
      element("status").append(option);
    }
  }

  let waiting = 0;
  element("filter").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(arrange, 120);
  });
  element("status").addEventListener("change", arrange);
  element("previous").addEventListener("click", () => { page -= 1; show(); });
  element("next").addEventListener("click", () => { page += 1; show(); });
  makeHead();
  makeStatuses();
  show();
  box.hidden = false;
})();
