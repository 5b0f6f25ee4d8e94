/** Text that is HTML already. */
export interface Html {
  html: string
}

type Value = Html | string | number | null | false | Value[]

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** A template whose values are escaped, unless they are HTML themselves; null and false show nothing. */
export function html(literals: TemplateStringsArray, ...values: Value[]): Html {
  return { html: literals.map((literal, index) => literal + text(values[index] ?? null)).join("") }
}

function text(value: Value): string {
  if (value === null || value === false) return ""
  if (Array.isArray(value)) return value.map(text).join("")
  if (typeof value === "object") return value.html
  return String(value).replace(/[&<>"']/g, (character) => entities[character]!)
}
