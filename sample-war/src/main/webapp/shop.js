"use strict";

const REFRESH_MS = 1000;
const BEHAVIOURS = {
  "ok": "works",
  "fail": "fails",
  "rate-limit": "limits the rate",
  "hang": "hangs",
  "decline": "declines",
};
const PRODUCTS = ["Fountain pen", "Notebook", "Ink, blue-black", "Desk lamp", "Letter opener"];

const byId = id => document.getElementById(id);
const shown = {};
let customers = [];

/** An element with attributes and children. Texts become text nodes, never markup. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  made.append(...children);
  return made;
}

/** Calls the REST API; throws an Error with the server's own words when it refuses. */
async function api(method, path, body) {
  const options = { method, headers: { "Accept": "application/json" } };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const response = await fetch("api/" + path, options);
  const text = await response.text();
  if (!response.ok) {
    let reason = "HTTP status " + response.status;
    try {
      reason = JSON.parse(text).error ?? reason;
    } catch {
      // The answer is not ours, a proxy's error page perhaps: the status has to do.
    }
    throw new Error(reason);
  }
  return text ? JSON.parse(text) : undefined;
}

function tell(text, good) {
  const outcome = byId("outcome");
  outcome.textContent = text;
  outcome.className = good ? "good" : "bad";
}

/** Draws a part only when its data changed, so that what has the focus mostly stays. */
function draw(part, data, drawing) {
  const state = JSON.stringify(data);
  if (shown[part] !== state) {
    shown[part] = state;
    drawing(data);
  }
}

const time = instant => new Date(instant).toLocaleTimeString();
const money = amount => Number(amount).toFixed(2);

function drawCounts({ pending, claimed, dead }) {
  byId("pending").textContent = pending;
  byId("claimed").textContent = claimed;
  byId("dead").textContent = dead;
  byId("dead-count").className = dead > 0 ? "alarm" : "";
}

function drawLetters([dead, letters]) {
  byId("no-letters").hidden = letters.length > 0;
  byId("more-letters").hidden = dead <= letters.length;
  byId("more-letters").textContent = `The oldest ${letters.length} of ${dead}.`;
  const list = byId("letters");
  const hadFocus = list.contains(document.activeElement);
  list.replaceChildren(...letters.map(letterItem));
  if (hadFocus) {
    byId("letters-title").focus();
  }
}

function letterItem(letter) {
  const path = `outbox/dead-letters/${encodeURIComponent(letter.messageId)}/${encodeURIComponent(letter.binding)}`;
  const about = letter.order ? `${letter.name} for ${letter.order}` : letter.name;
  const replay = element("button", { type: "button", "aria-label": `Replay ${about}` }, "Replay");
  const discard = element("button", { type: "button", class: "quiet", "aria-label": `Discard ${about}` }, "Discard");
  replay.addEventListener("click", () => decide("POST", `${path}/replay`, `Replayed ${about}.`));
  discard.addEventListener("click", () => decide("DELETE", path, `Discarded ${about}.`));
  const attempts = letter.attempts === 1 ? "1 attempt" : `${letter.attempts} attempts`;
  return element("li", {},
    element("p", {}, element("b", {}, about), ` after ${attempts}: ${letter.error}`),
    element("div", { class: "buttons" }, replay, discard));
}

async function decide(method, path, done) {
  try {
    await api(method, path);
    tell(done, true);
  } catch (e) {
    tell(e.message, false);
  }
  await refresh();
}

function drawOrders(orders) {
  drawRows("orders", orders, order => [
    element("td", {}, order.id),
    element("td", { class: "product" }, order.product),
    element("td", { class: "number" }, money(order.amount)),
    element("td", { class: order.paidAt ? "good" : "" }, order.paidAt ? `paid ${time(order.paidAt)}` : "open"),
  ]);
}

function drawMails(mails) {
  drawRows("mails", mails, mail => [
    element("td", {}, mail.order),
    element("td", {}, time(mail.sentAt)),
    element("td", { class: "number" }, String(mail.attempt)),
  ]);
}

function drawRows(id, list, cells) {
  byId(id).replaceChildren(...list.map(item => element("tr", {}, ...cells(item))));
  byId(`no-${id}`).hidden = list.length > 0;
}

function drawProviders(providers) {
  for (const { name, behaviour } of providers) {
    const select = byId(`provider-${name}`) ?? addProvider(name);
    if (document.activeElement !== select) {
      select.value = behaviour;
    }
  }
}

function addProvider(name) {
  const id = `provider-${name}`;
  const select = element("select", { id },
    ...Object.entries(BEHAVIOURS).map(([word, label]) => element("option", { value: word }, label)));
  select.addEventListener("change", async () => {
    const chosen = select.value;
    try {
      await api("PUT", `providers/${name}`, { behaviour: chosen });
      tell(`The ${name} provider now ${BEHAVIOURS[chosen]}.`, true);
    } catch (e) {
      tell(e.message, false);
    }
  });
  byId("providers").append(element("div", { class: "field" },
    element("label", { for: id }, `The ${name} provider`), select));
  return select;
}

function drawCustomers(list) {
  customers = list;
  byId("customer").replaceChildren(...list.map(({ id, name }) => element("option", { value: id }, name)));
  showLimit();
}

function showLimit() {
  const customer = customers.find(({ id }) => id === byId("customer").value);
  byId("limit").textContent = customer ? `${customer.name}'s limit is ${money(customer.orderLimit)} an order.` : "";
}

async function placeOne(event) {
  event.preventDefault();
  try {
    const order = await api("POST", "orders", {
      customer: byId("customer").value,
      product: byId("product").value,
      amount: Number(byId("amount").value),
    });
    tell(`Placed ${order.id}.`, true);
  } catch (e) {
    tell(e.message, false);
  }
  await refresh();
}

/** Ten orders at once, for customers in turn; the last one is above its customer's limit. */
async function placeTen() {
  byId("ten").disabled = true;
  const results = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => {
    const customer = customers[i % customers.length];
    return api("POST", "orders", {
      customer: customer.id,
      product: PRODUCTS[i % PRODUCTS.length],
      amount: i === 9 ? Number(customer.orderLimit) + 1 : 10 + i,
    });
  }));
  byId("ten").disabled = false;
  const placed = results.filter(({ status }) => status === "fulfilled").length;
  const refused = results.find(({ status }) => status === "rejected");
  tell(`Placed ${placed} of ten.` + (refused ? ` ${refused.reason.message}.` : ""), placed > 0);
  await refresh();
}

async function refresh() {
  try {
    const [list, outbox, providers, orders, mails] = await Promise.all(
      ["customers", "outbox", "providers", "orders", "mails"].map(path => api("GET", path)));
    draw("customers", list, drawCustomers);
    draw("counts", [outbox.pending, outbox.claimed, outbox.dead], () => drawCounts(outbox));
    draw("letters", [outbox.dead, outbox.deadLetters], drawLetters);
    drawProviders(providers);
    draw("orders", orders, drawOrders);
    draw("mails", mails, drawMails);
    byId("offline").hidden = true;
  } catch {
    byId("offline").hidden = false;
  }
}

async function keepRefreshing() {
  if (!document.hidden) {
    await refresh();
  }
  setTimeout(keepRefreshing, REFRESH_MS);
}

byId("order").addEventListener("submit", placeOne);
byId("customer").addEventListener("change", showLimit);
byId("ten").addEventListener("click", placeTen);
keepRefreshing();
