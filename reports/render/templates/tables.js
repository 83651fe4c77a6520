"use strict";
// Tables sort by the button in a column's head, with the mouse or the keyboard, and can be searched.
(() => {
  const order = new Intl.Collator("en", { numeric: true });
  const keyOf = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.key === undefined ? cell.textContent : cell.dataset.key;
  };
  // Numbers come before words, and cells without a value come last whichever way the table is turned.
  const compare = (a, b, sign) => {
    if (a === "" || b === "") return (a === "") - (b === "");
    const [x, y] = [Number(a), Number(b)];
    const numbers = !Number.isNaN(x) && !Number.isNaN(y);
    return sign * (numbers ? x - y : order.compare(a, b));
  };
  const sort = (table, head, column) => {
    const numeric = head.classList.contains("number");
    const now = head.getAttribute("aria-sort");
    const next = now === null ? (numeric ? "descending" : "ascending") : now === "ascending" ? "descending" : "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", next);
    const sign = next === "ascending" ? 1 : -1;
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row) => [keyOf(row, column), row]);
    rows.sort((a, b) => compare(a[0], b[0], sign));
    body.append(...rows.map(([, row]) => row));
  };
  const search = (holder, table) => {
    const found = holder.querySelector(".found");
    const rows = Array.from(table.tBodies[0].rows, (row) => [row.textContent.toLowerCase(), row]);
    holder.querySelector("input").addEventListener("input", (event) => {
      const wanted = event.target.value.trim().toLowerCase();
      let count = 0;
      for (const [text, row] of rows) {
        row.hidden = !text.includes(wanted);
        count += row.hidden ? 0 : 1;
      }
      found.textContent = wanted ? `${count} of ${rows.length} rows` : "";
    });
  };
  for (const holder of document.querySelectorAll(".table")) {
    const table = holder.querySelector("table");
    Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
      const button = head.querySelector("button");
      if (button) button.addEventListener("click", () => sort(table, head, column));
    });
    if (holder.querySelector("input")) search(holder, table);
  }
  addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
  });
})();
