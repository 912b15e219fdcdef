"use strict";
// INDEX has [words, address, page] for every heading, paragraph and ruling.
const field = document.querySelector(".search input");
const found = document.getElementById("found");
const most = 30;

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = words.length === 0;
  found.replaceChildren();
  if (found.hidden) return;
  const hits = INDEX.filter(([text, , page]) => words.every((word) => `${text} ${page}`.toLowerCase().includes(word)));
  const first = words[0];
  hits.sort((a, b) => b[0].toLowerCase().startsWith(first) - a[0].toLowerCase().startsWith(first));
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  line.textContent = hits.length > most ? `${hits.length} found; the first ${most}` : `${hits.length} found`;
  const list = document.createElement("ul");
  for (const [text, address, page] of hits.slice(0, most)) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = document.body.dataset.root + address;
    link.textContent = text.length > 160 ? `${text.slice(0, 159)}…` : text;
    const where = document.createElement("small");
    where.textContent = ` ${page}`;
    item.append(link, where);
    list.append(item);
  }
  found.append(line, list);
}

field.addEventListener("input", () => {
  show();
  if (!found.hidden) found.scrollIntoView({ block: "nearest" });
});
found.addEventListener("click", (event) => {
  if (event.target.closest("a")) {
    field.value = "";
    show();
  }
});
