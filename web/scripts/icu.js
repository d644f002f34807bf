// Reads sentences in ICU MessageFormat for Paraglide, one JSON file a room and language: messages/{room}/{language}.json.
//
// What is understood: {name}, {name, plural, =0 {…} one {…} few {…} many {…} other {…}} with # for the number,
// {name, select, her {…} other {…}}, one inside the other, and '{' in apostrophes for a brace itself ('' is an apostrophe).
// Paraglide loads this file as a text of its own, so it may import nothing.

/** @typedef {string | { name: string } | { name: string, kind: "plural" | "select", cases: Map<string, Part[]> }} Part */

class Reader {
  /** @param {string} text @param {string} key */
  constructor(text, key) {
    this.text = text;
    this.key = key;
    this.at = 0;
  }

  /** @param {string} why @returns {never} */
  fail(why) {
    throw new Error(`${this.key}: ${why} at ${this.at} in "${this.text}"`);
  }

  /** @param {string} sign */
  expect(sign) {
    this.skipSpace();
    if (this.text[this.at] !== sign) this.fail(`expected ${sign}`);
    this.at += 1;
  }

  skipSpace() {
    while (/\s/.test(this.text[this.at] ?? "")) this.at += 1;
  }

  word() {
    this.skipSpace();
    const found = /^(=\d+|[\p{L}\p{N}_]+)/u.exec(this.text.slice(this.at));
    if (!found) this.fail("expected a name");
    this.at += found[0].length;
    return found[0];
  }

  /** @param {string | null} counted the variable that # stands for @param {boolean} inside */
  parts(counted, inside) {
    /** @type {Part[]} */
    const parts = [];
    let plain = "";
    const flush = () => {
      if (plain) parts.push(plain);
      plain = "";
    };
    while (this.at < this.text.length) {
      const sign = this.text[this.at];
      if (sign === "'") plain += this.quoted();
      else if (sign === "}") {
        if (inside) break;
        this.fail("a brace too many");
      } else if (sign === "{") {
        flush();
        parts.push(this.argument(counted));
      } else if (sign === "#" && counted) {
        flush();
        parts.push({ name: counted });
        this.at += 1;
      } else {
        plain += sign;
        this.at += 1;
      }
    }
    flush();
    return parts;
  }

  /** An apostrophe quotes only before a brace or #; elsewhere it is itself. */
  quoted() {
    const next = this.text[this.at + 1];
    if (next === "'") {
      this.at += 2;
      return "'";
    }
    if (next !== "{" && next !== "}" && next !== "#") {
      this.at += 1;
      return "'";
    }
    const end = this.text.indexOf("'", this.at + 1);
    if (end < 0) this.fail("an apostrophe is not closed");
    const inside = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return inside;
  }

  /** @param {string | null} counted @returns {Part} */
  argument(counted) {
    this.expect("{");
    const name = this.word();
    this.skipSpace();
    if (this.text[this.at] === "}") {
      this.at += 1;
      return { name };
    }
    this.expect(",");
    const kind = this.word();
    if (kind !== "plural" && kind !== "select") this.fail(`unknown kind ${kind}`);
    this.expect(",");
    const cases = this.cases(kind === "plural" ? name : counted);
    if (!cases.has("other")) this.fail("the case `other` is missing");
    return { name, kind, cases };
  }

  /** @param {string | null} counted */
  cases(counted) {
    const cases = new Map();
    for (this.skipSpace(); this.text[this.at] !== "}"; this.skipSpace()) {
      const label = this.word();
      this.expect("{");
      cases.set(label, this.parts(counted, true));
      this.expect("}");
    }
    this.at += 1;
    return cases;
  }
}

/** @param {string} text @param {string} key @returns {Part[]} */
export function parse(text, key) {
  return new Reader(text, key).parts(null, false);
}

/** The name of the local variable that holds the plural form of a number. @param {string} name */
const formOf = (name) => `${name}_form`;

/**
 * Every combination of cases as one flat pattern with the conditions under which it is said; the strictest come first.
 * @param {Part[]} parts
 * @returns {{ conditions: Record<string, string>, pattern: (string | { name: string })[] }[]}
 */
export function flatten(parts) {
  return parts.reduce(
    (lines, part) => lines.flatMap((line) => continuations(part).flatMap((next) => joined(line, next))),
    [{ conditions: {}, pattern: [] }],
  );
}

/** @param {Part} part */
function continuations(part) {
  if (typeof part === "string" || !("cases" in part)) return [{ conditions: {}, pattern: [part] }];
  const labels = [...part.cases.keys()].sort((one, two) => rank(one) - rank(two));
  return labels.flatMap((label) =>
    flatten(part.cases.get(label)).map((line) => ({
      conditions: { ...condition(part, label), ...line.conditions },
      pattern: line.pattern,
    })),
  );
}

/** @param {string} label */
const rank = (label) => (label.startsWith("=") ? 0 : label === "other" ? 2 : 1);

function condition(part, label) {
  if (label === "other") return {};
  if (label.startsWith("=")) return { [part.name]: label.slice(1) };
  return { [part.kind === "plural" ? formOf(part.name) : part.name]: label };
}

function joined(line, next) {
  const clash = Object.entries(next.conditions).some(([key, value]) => key in line.conditions && line.conditions[key] !== value);
  if (clash) return [];
  return [{ conditions: { ...line.conditions, ...next.conditions }, pattern: [...line.pattern, ...next.pattern] }];
}

/** @param {Part[]} parts @param {Set<string>} names @param {Set<string>} counted */
function collect(parts, names, counted) {
  for (const part of parts) {
    if (typeof part === "string") continue;
    names.add(part.name);
    if (!("cases" in part)) continue;
    if (part.kind === "plural") counted.add(part.name);
    for (const inner of part.cases.values()) collect(inner, names, counted);
  }
}

function declarations(names, counted) {
  const plurals = [...counted].map((name) => ({
    type: "local-variable",
    name: formOf(name),
    value: {
      type: "expression",
      arg: { type: "variable-reference", name },
      annotation: { type: "function-reference", name: "plural", options: [] },
    },
  }));
  return [...[...names].map((name) => ({ type: "input-variable", name })), ...plurals];
}

function element(part) {
  if (typeof part === "string") return { type: "text", value: part };
  return { type: "expression", arg: { type: "variable-reference", name: part.name } };
}

/** One sentence in one language as Paraglide keeps it. */
function sentence(key, locale, parts) {
  const lines = flatten(parts);
  const selectors = [...new Set(lines.flatMap((line) => Object.keys(line.conditions)))];
  const match = (line, name) =>
    name in line.conditions
      ? { type: "literal-match", key: name, value: line.conditions[name] }
      : { type: "catchall-match", key: name };
  return {
    message: { bundleId: key, locale, selectors: selectors.map((name) => ({ type: "variable-reference", name })) },
    variants: lines.map((line) => ({
      messageBundleId: key,
      messageLocale: locale,
      matches: selectors.map((name) => match(line, name)),
      pattern: line.pattern.map(element),
    })),
  };
}

/** @param {{ locale: string, content: ArrayBuffer }[]} files */
export function importFiles({ files }) {
  const said = files.flatMap((file) =>
    Object.entries(JSON.parse(new TextDecoder().decode(file.content))).map(([key, text]) => ({
      key,
      locale: file.locale,
      parts: parse(text, key),
    })),
  );
  const keys = [...new Set(said.map(({ key }) => key))];
  const bundles = keys.map((id) => {
    const names = new Set();
    const counted = new Set();
    for (const { key, parts } of said) if (key === id) collect(parts, names, counted);
    return { id, declarations: declarations(names, counted) };
  });
  const sentences = said.map(({ key, locale, parts }) => sentence(key, locale, parts));
  return { bundles, messages: sentences.map(({ message }) => message), variants: sentences.flatMap(({ variants }) => variants) };
}

export default {
  key: "plugin.mostek.icu",
  toBeImportedFiles: ({ settings }) =>
    settings["plugin.mostek.icu"].rooms.flatMap((room) =>
      settings.locales.map((locale) => ({ path: `./messages/${room}/${locale}.json`, locale })),
    ),
  importFiles,
};
