"use strict";
// Tables sort by the button in a column's head, with the mouse or the keyboard, and can be searched.
// Of a large table only the first rows are markup. The others are data, and become rows when they are to be shown.
(() => {
  const order = new Intl.Collator("en", { numeric: true });
  const plain = new Intl.NumberFormat("en-US");
  const MOST = 500;
  const keyOf = (cell) => (cell.dataset.key === undefined ? cell.textContent : cell.dataset.key);
  // An entry is a row: its element, or a place in the data.
  const entryOf = (row) => ({
    row: () => row,
    key: (column) => keyOf(row.cells[column]),
    text: row.textContent.toLowerCase(),
  });
  const cellOf = (column, place) => {
    if (column.cells) return column.cells[column.at[place]];
    if (column.texts) return [column.texts[place], null, null];
    const number = column.numbers[place];
    return number === null ? ["", "", null] : [plain.format(number), number, null];
  };
  const entryOfData = (table, columns, place) => {
    const cells = columns.map((column) => cellOf(column, place));
    let row = null;
    return {
      row: () => row || (row = rowOf(table, cells)),
      key: (column) => (cells[column][1] === null ? cells[column][0] : cells[column][1]),
      text: cells.map((cell) => cell[0]).join(" ").toLowerCase(),
    };
  };
  const rowOf = (table, cells) => {
    const row = document.createElement("tr");
    cells.forEach(([text, , tone], column) => {
      const cell = document.createElement(column ? "td" : "th");
      if (!column) cell.scope = "row";
      if (table.tHead.rows[0].cells[column].classList.contains("number")) cell.classList.add("number");
      if (tone) cell.classList.add(tone);
      if (!column && text.length > 40) cell.classList.add("long");
      if (column && text.length > 16) cell.classList.add("text");
      cell.append(column ? text : Object.assign(document.createElement("code"), { textContent: text }));
      row.append(cell);
    });
    return row;
  };
  // Numbers come before words, and cells without a value come last whichever way the table is turned.
  const compare = (a, b, sign) => {
    if (a === "" || b === "") return (a === "") - (b === "");
    const [x, y] = [Number(a), Number(b)];
    const numbers = !Number.isNaN(x) && !Number.isNaN(y);
    return sign * (numbers ? x - y : order.compare(a, b));
  };
  const stateOf = (holder, table) => {
    const data = holder.querySelector("script");
    const found = holder.querySelector(".found");
    let entries = null;
    let wanted = "";
    const load = () => {
      if (entries) return;
      entries = Array.from(table.tBodies[0].rows, entryOf);
      if (!data) return;
      const columns = JSON.parse(data.textContent);
      const count = (columns[0].at || columns[0].texts || columns[0].numbers).length;
      for (let place = 0; place < count; place += 1) entries.push(entryOfData(table, columns, place));
    };
    const show = () => {
      const matches = wanted ? entries.filter((entry) => entry.text.includes(wanted)) : entries;
      const shown = data ? matches.slice(0, MOST) : matches;
      table.tBodies[0].replaceChildren(...shown.map((entry) => entry.row()));
      if (!found) return;
      const more = shown.length < matches.length ? `, the first ${plain.format(shown.length)} are shown` : "";
      found.textContent = wanted || more ? `${plain.format(matches.length)} of ${plain.format(entries.length)} rows${more}` : "";
    };
    return {
      search: (text) => {
        load();
        wanted = text.trim().toLowerCase();
        show();
      },
      sort: (column, sign) => {
        load();
        const keyed = entries.map((entry) => [entry.key(column), entry]);
        keyed.sort((a, b) => compare(a[0], b[0], sign));
        entries = keyed.map(([, entry]) => entry);
        show();
      },
    };
  };
  const sort = (table, state, head, column) => {
    const numeric = head.classList.contains("number");
    const now = head.getAttribute("aria-sort");
    const next = now === null ? (numeric ? "descending" : "ascending") : now === "ascending" ? "descending" : "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", next);
    state.sort(column, next === "ascending" ? 1 : -1);
  };
  for (const holder of document.querySelectorAll(".table")) {
    const table = holder.querySelector("table");
    const state = stateOf(holder, table);
    Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
      const button = head.querySelector("button");
      if (button) button.addEventListener("click", () => sort(table, state, head, column));
    });
    const defined = new Map(Array.from(holder.querySelectorAll(".meanings div"), (one) => Array.from(one.children, (part) => part.textContent)));
    for (const head of table.tHead.rows[0].cells) head.title = defined.get(head.textContent) || "";
    const input = holder.querySelector("input");
    if (input) input.addEventListener("input", (event) => state.search(event.target.value));
  }
  addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
  });
})();
