/** Money on the wire is decimal text; here it is whole cents. */

export function cents(text: string | null | undefined): number {
  const found = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text ?? "");
  if (!found) return 0;
  const [, sign, units, rest = ""] = found;
  const amount = Number(units) * 100 + Number(rest.padEnd(2, "0"));
  return sign ? -amount : amount;
}
