// Shows what happens on the floor to anybody who looks. It knows no rule: whatever it shows, the server has said.
"use strict";

const KEPT = 6;
const acts = new Map();
let wait = 500;

function element(tag, text, kind) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function put(parent, id, made) {
  made.id = id;
  const old = document.getElementById(id);
  if (old) old.replaceWith(made);
  else parent.append(made);
}

function link(view) {
  const shown = element("li", `${view.name} jackpot`);
  shown.append(element("strong", `$${view.value}`));
  const award = view.awards[0];
  if (award) shown.append(element("span", `last award: ${award.table}, box ${award.box}, ${award.state}`));
  put(document.getElementById("links"), `link-${view.name}`, shown);
}

function cardsOf(round) {
  if (!round) return "";
  const dealer = round.dealer && round.dealer.hand ? `dealer ${round.dealer.hand}` : "";
  return [dealer, round.board ? `board ${round.board}` : ""].filter(Boolean).join("   ");
}

function whoOf(view) {
  if (view.players) return Object.entries(view.players).map(([name, each]) => `${name} $${each.stack}`);
  return Object.values(view.seats).map((each) => `${each.player} $${each.stack}`);
}

function table(view) {
  const told = [...(acts.get(view.name) || []), ...(view.happened || [])].slice(-KEPT);
  acts.set(view.name, told);
  const shown = element("article");
  shown.append(element("h2", `${view.name} · ${view.rulebook}`));
  const number = view.round ? view.round.number : 0;
  const stage = view.round ? view.round.phase || view.round.status : "nobody has played yet";
  shown.append(element("p", `round ${number}, ${stage}${view.state === "open" ? "" : `, ${view.state}`}`));
  if (view.said) shown.append(element("p", `“${view.said.text}”`, "said"));
  const cards = cardsOf(view.round);
  if (cards) shown.append(element("p", cards, "cards"));
  shown.append(element("p", whoOf(view).join(", ") || "nobody sits here"));
  const list = element("ol");
  for (const act of told.slice().reverse()) list.append(element("li", `${act.by}: ${act.do}`));
  shown.append(list);
  put(document.getElementById("tables"), `table-${view.name}`, shown);
}

async function start() {
  const house = await (await fetch("/v1/house")).json();
  document.getElementById("house").textContent = house.name;
  document.getElementById("demo").hidden = !house.demo;
  const tables = (await (await fetch("/v1/tables")).json()).items;
  const links = (await (await fetch("/v1/links")).json()).items;
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/v1/live`);
  socket.onopen = () => {
    wait = 500;
    document.getElementById("state").textContent = `${tables.length} tables, live`;
    for (const each of tables.slice(0, 16)) socket.send(JSON.stringify({ watch: { table: each.name } }));
    for (const each of links) socket.send(JSON.stringify({ watch: { link: each.name } }));
  };
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.table) table(message.table);
    if (message.link) link(message.link);
  };
  const beat = setInterval(() => socket.readyState === 1 && socket.send(JSON.stringify({ ping: 1 })), 20000);
  socket.onclose = () => {
    clearInterval(beat);
    again();
  };
}

function again() {
  document.getElementById("state").textContent = "the connection is lost; trying again …";
  setTimeout(() => start().catch(again), wait);
  wait = Math.min(wait * 2, 10000);
}

start().catch(again);
