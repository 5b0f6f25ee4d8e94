/** The text fields of an operation's inputs, and bodies that carry one text in one of them. */
import type { Schema } from "../fuzz/values.ts"

export interface TextField {
  /** Names of fields; `[]` for every entry of a list. */
  path: readonly string[]
  maxLength: number
}

/** All of them, inside lists and alternatives too. */
export function textFieldsOf(schema: Schema, path: readonly string[] = []): TextField[] {
  const forms = schema.anyOf ?? schema.oneOf
  if (forms) return unique(forms.flatMap((form) => textFieldsOf(form, path)))
  if (schema.type === "object") {
    return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      textFieldsOf(inner, [...path, name]),
    )
  }
  if (schema.type === "array") return schema.items ? textFieldsOf(schema.items, [...path, "[]"]) : []
  const isText = schema.type === "string" || (Array.isArray(schema.type) && schema.type.includes("string"))
  return isText ? [{ path, maxLength: schema.maxLength ?? 40 }] : []
}

const unique = (fields: TextField[]) => [
  ...new Map(fields.map((field) => [field.path.join("."), field])).values(),
]

/** A right-looking value with `text` in the field; lists on the way have `entries` entries, or as many as they may. */
export function carrying(schema: Schema, path: readonly string[], text: string, entries: number): unknown {
  const [step, ...rest] = path
  const forms = schema.anyOf ?? schema.oneOf
  if (forms) {
    const fits = forms.find((form) => textFieldsOf(form).some((field) => field.path.join() === path.join()))
    return carrying(fits ?? forms[0]!, path, text, entries)
  }
  if (step === undefined) return text
  if (step === "[]") {
    const count = Math.max(1, Math.min(entries, schema.maxItems ?? 1))
    return Array.from({ length: count }, () => carrying(schema.items!, rest, text, entries))
  }
  const names = new Set([...(schema.required ?? []), step])
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => names.has(name))
  return Object.fromEntries(
    properties.map(([name, inner]) => [
      name,
      name === step ? carrying(inner, rest, text, entries) : usual(inner, name),
    ]),
  )
}

const byName: Record<string, unknown> = {
  timezone: "America/Chicago",
  phone: "+15125550123",
  called_number: "+15125550188",
  email: "sam@example.com",
  url: "https://hooks.example.com/1",
  start_date: "2027-03-02",
  startDate: "2027-03-02",
  end_date: "2027-03-09",
  endDate: "2027-03-09",
  password: "a long pass phrase",
  new_password: "a long pass phrase",
  codes: ["78701"],
  postal_code: "78701",
  code: "123456",
  country: "US",
  accent_color: "#00ff00",
  intervals: [{ start: "09:00", end: "17:00" }],
  start: "09:00",
  end: "17:00",
  tenant: "common",
  host: "mail.example.com",
}

function usual(schema: Schema, name: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.format === "date-time") return "2027-03-04T17:00:00.000Z"
  if (byName[name] !== undefined) return byName[name]
  if (schema.format === "date") return "2027-03-04"
  const forms = schema.anyOf ?? schema.oneOf
  if (forms) return usual(forms[0]!, name)
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((each) => [each, usual(schema.properties![each]!, each)]),
      )
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => usual(schema.items ?? {}, name))
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 1)
    case "boolean":
      return false
    default:
      return "x"
  }
}
