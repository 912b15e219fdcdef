/**
 * ICU messages, as much of them as the catalogue needs: {name}, {count, plural, =0 {…} one {…} other {# …}},
 * {kind, select, a {…} other {…}}, '{' quoted by apostrophes, and <b>…</b> for what stands out.
 */

export type Values = Record<string, string | number>;

export interface Piece {
  text: string;
  strong: boolean;
}

type Node =
  | string
  | { name: string }
  | { count: true }
  | { strong: Node[] }
  | { name: string; kind: "plural" | "select"; options: Map<string, Node[]> };

const parsed = new Map<string, Node[]>();
const rules = new Map<string, Intl.PluralRules>();

export function pieces(message: string, values: Values, locale: string): Piece[] {
  let nodes = parsed.get(message);
  if (!nodes) parsed.set(message, (nodes = new Reader(message).nodes(false)));
  const found: Piece[] = [];
  write(nodes, values, locale, false, "", found);
  return found;
}

export function text(message: string, values: Values, locale: string): string {
  return pieces(message, values, locale)
    .map((piece) => piece.text)
    .join("");
}

function write(nodes: Node[], values: Values, locale: string, strong: boolean, count: string, into: Piece[]): void {
  for (const node of nodes) {
    if (typeof node === "string") add(into, node, strong);
    else if ("count" in node) add(into, count, strong);
    else if ("strong" in node) write(node.strong, values, locale, true, count, into);
    else if (!("kind" in node)) add(into, printed(values[node.name], locale), strong);
    else {
      const value = values[node.name] ?? "";
      const shown = printed(value, locale);
      write(chosen(node, value, locale), values, locale, strong, shown, into);
    }
  }
}

function chosen(
  { kind, options }: { kind: "plural" | "select"; options: Map<string, Node[]> },
  value: string | number,
  locale: string,
): Node[] {
  const other = options.get("other") ?? [];
  if (kind === "select") return options.get(String(value)) ?? other;
  let plural = rules.get(locale);
  if (!plural) rules.set(locale, (plural = new Intl.PluralRules(locale)));
  return options.get(`=${value}`) ?? options.get(plural.select(Number(value))) ?? other;
}

const printed = (value: string | number | undefined, locale: string): string =>
  typeof value === "number" ? value.toLocaleString(locale) : (value ?? "");

function add(into: Piece[], said: string, strong: boolean): void {
  const last = into[into.length - 1];
  if (last && last.strong === strong) last.text += said;
  else if (said) into.push({ text: said, strong });
}

class Reader {
  private at = 0;

  constructor(private readonly source: string) {}

  nodes(inPlural: boolean): Node[] {
    const found: Node[] = [];
    let plain = "";
    const flush = () => {
      if (plain) found.push(plain);
      plain = "";
    };
    while (this.at < this.source.length) {
      const sign = this.source[this.at] as string;
      if (sign === "}" || this.source.startsWith("</b>", this.at)) break;
      if (sign === "'" && "{}#".includes(this.source[this.at + 1] ?? " ")) {
        const end = this.source.indexOf("'", this.at + 1);
        plain += this.source.slice(this.at + 1, end);
        this.at = end + 1;
      } else if (sign === "{") {
        flush();
        found.push(this.argument());
      } else if (this.source.startsWith("<b>", this.at)) {
        flush();
        this.at += 3;
        found.push({ strong: this.nodes(inPlural) });
        this.at += 4;
      } else if (sign === "#" && inPlural) {
        flush();
        found.push({ count: true });
        this.at += 1;
      } else {
        plain += sign;
        this.at += 1;
      }
    }
    flush();
    return found;
  }

  private argument(): Node {
    const [whole, name, kind] = this.match(/\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,|\})/y);
    if (!whole || !name) throw new Error(`no message: ${this.source}`);
    if (kind !== "plural" && kind !== "select") return { name };
    const options = new Map<string, Node[]>();
    for (;;) {
      const [, option] = this.match(/\s*(=?[\w-]+)\s*\{/y);
      if (!option) break;
      options.set(option, this.nodes(kind === "plural"));
      this.at += 1;
    }
    this.match(/\s*\}/y);
    return { name, kind, options };
  }

  private match(pattern: RegExp): (string | undefined)[] {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (!found) return [];
    this.at = pattern.lastIndex;
    return found;
  }
}
