/** HTML written so that nothing gets in unescaped by accident. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => entities[char]!)

type Part = Html | string | number | readonly Part[]

/** Strings that are put in are escaped, other `html` is not, lists are joined. */
export function html(parts: TemplateStringsArray, ...values: Part[]): Html {
  const written = parts.map((part, index) => part + (index < values.length ? textOf(values[index]!) : ""))
  return new Html(written.join(""))
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text
  if (typeof part === "string" || typeof part === "number") return escaped(String(part))
  return part.map(textOf).join("")
}

/** Prose with `code` in backticks. */
export function prose(text: string): Html {
  const pieces = text.split("`")
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`
}
