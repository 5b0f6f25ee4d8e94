/** The own words in a reply, without the mail that it answers and without the additions of the person's program. */

const quotations = [/^>/, /^_{5,}$/, /^\*?(From|De|Von|Da)\s?:/i]

/** Also "-----Original Message-----", "On Tuesday, Ana wrote:" over one line or two, and the mark of a signature. */
const isQuotation = (line: string, next: string): boolean =>
  line === "--" ||
  (line.startsWith("---") && line.endsWith("---")) ||
  (/^(On|Le|El|Am)\s/i.test(line) && (line.endsWith(":") || next.endsWith(":"))) ||
  quotations.some((pattern) => pattern.test(line))

/** Programs put this under a mail by default. */
const addition =
  /^(Sent from|Sent via|Get Outlook for|Envoy[ée] (de|depuis)|Enviado (de|desde)|Obtenir Outlook pour|Obtener Outlook para) .{1,80}$/i

const mostLines = 2_000

/** Trimmed; what stands behind a quotation counts as quoted. */
export function ownText(text: string): string {
  const own: string[] = []
  const lines = text.split(/\r\n|\n|\r/, mostLines).map((line) => line.slice(0, 400).trim())
  for (const [at, bare] of lines.entries()) {
    if (isQuotation(bare, lines[at + 1] ?? "")) break
    if (!addition.test(bare)) own.push(bare)
  }
  return own.join("\n").trim()
}
