// Ids of the reader's own workspace for those of an example: the newest of what each is an id of.

const LISTS = {
  product: "/api/v1/products",
  variant: "/api/v1/products",
  warehouse: "/api/v1/warehouses",
  address: "/api/v1/addresses",
  shipment: "/api/v1/shipping/shipments",
  delivery: "/api/v1/deliveries",
  license: "/api/v1/licenses",
};
const NAMED = new RegExp(`^(?:.*[a-z])?(${Object.keys(LISTS).join("|")})Ids?$`, "i");
// Type of the products that each operation sells.
const TYPES = { "/api/v1/deliveries": "digital", "/api/v1/licenses": "license" };
// Lists for the `{id}` of a path, where the list has another address.
const OF_PATHS = [[/^\/api\/v1\/shipments$/, "/api/v1/shipping/shipments"]];

function rowsOf(data) {
  return Array.isArray(data) ? data : (Object.values(data ?? {}).find(Array.isArray) ?? []);
}

/** Looks up and remembers lists while one example is filled. `ask(target)` answers a path's `data`. */
class Rows {
  constructor(ask, path) {
    this.ask = ask;
    this.type = TYPES[Object.keys(TYPES).find((start) => path.startsWith(start))];
    this.lists = new Map();
    this.given = new Map();
    this.missing = new Set();
  }

  async list(path, filter = "") {
    const target = `${path}?limit=10${filter}`;
    if (!this.lists.has(target)) this.lists.set(target, rowsOf(await this.ask(target)));
    return this.lists.get(target);
  }

  /** The id for a field of this name; each further field of a kind gets another row, as long as there are some. */
  async id(name) {
    const kind = NAMED.exec(name)[1].toLowerCase();
    const isTyped = this.type && LISTS[kind] === LISTS.product;
    const rows = await this.list(LISTS[kind], isTyped ? `&type=${this.type}` : "");
    const all = kind === "variant" ? rows.flatMap((row) => row.variants ?? []) : rows;
    if (!all.length) {
      this.missing.add(kind);
      return undefined;
    }
    if (!this.given.has(kind)) this.given.set(kind, []);
    const names = this.given.get(kind);
    if (!names.includes(name)) names.push(name);
    return all[names.indexOf(name) % all.length].id;
  }
}

async function replace(value, name, rows) {
  if (Array.isArray(value)) return Promise.all(value.map((each) => replace(each, name, rows)));
  if (value && typeof value === "object") {
    const filled = {};
    for (const [key, inner] of Object.entries(value)) filled[key] = await replace(inner, key, rows);
    return filled;
  }
  return typeof value === "string" && NAMED.test(name) ? ((await rows.id(name)) ?? value) : value;
}

function named(value) {
  if (!value || typeof value !== "object") return false;
  return Object.entries(value).some(([name, inner]) => NAMED.test(name) || named(inner));
}

/** True where the form has a field that `fill` would look up. */
export function hasIds(form) {
  const inputs = [...form.querySelectorAll("[name^='path:'], [name^='query:']")];
  const isOne = ({ name, value }) => name === "path:id" || (NAMED.test(name.split(":")[1]) && value);
  return inputs.some(isOne) || named(JSON.parse(form.elements.body?.value || "null"));
}

/** Fills the form; answers which kinds of things the workspace has none of. */
export async function fill(form, ask) {
  const rows = new Rows(ask, form.dataset.path);
  for (const input of form.querySelectorAll("[name^='path:'], [name^='query:']")) {
    const name = input.name.split(":")[1];
    if (input.name === "path:id") {
      let target = form.dataset.path.split("/{id}")[0];
      for (const [path, list] of OF_PATHS) target = target.replace(path, list);
      const all = await rows.list(target);
      if (all.length) input.value = all[0].id;
      else rows.missing.add(target.split("/").pop());
    } else if (NAMED.test(name) && (input.value || input.name.startsWith("path:"))) {
      input.value = (await rows.id(name)) ?? input.value;
    }
  }
  if (form.elements.body?.value.trim()) {
    const filled = await replace(JSON.parse(form.elements.body.value), "", rows);
    form.elements.body.value = JSON.stringify(filled, null, 2);
  }
  return [...rows.missing];
}
