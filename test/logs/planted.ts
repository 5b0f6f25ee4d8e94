/** Input in which every text is a canary: a mark that is found again wherever it comes out. */
import type { Schema } from "../fuzz/values.ts"
import { tableForField, type World } from "../fuzz/world.ts"

export interface Canaries {
  /** A new mark that says where it was planted; remembered. */
  plant(where: string): string
  phone(): string
  /** Remembers something secret that came up by itself, such as a key. */
  keep(secret: string): string
  all(): readonly string[]
}

export function openCanaries(): Canaries {
  const planted: string[] = []
  const keep = (text: string) => {
    planted.push(text)
    return text
  }
  return {
    plant: (where) => keep(`canary-${where}-${planted.length}`),
    phone: () => keep(`+1512777${String(1_000 + planted.length)}`),
    keep,
    all: () => planted,
  }
}

const instant = "2027-03-09T17:00:00.000Z"

/** Fills every field of the schema, the optional ones too. */
export function plantedValue(schema: Schema, name: string, world: World, canaries: Canaries): unknown {
  const known = byName(name, canaries)
  if (known !== undefined) return known
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const form = (schema.anyOf ?? schema.oneOf)?.[0]
  if (form) return plantedValue(form, name, world, canaries)
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, property]) => [
          field,
          plantedValue(property, field, world, canaries),
        ]),
      )
    case "array":
      return [plantedValue(schema.items ?? {}, name, world, canaries)]
    case "integer":
      return world.idsOf(tableForField(name) ?? "")[0] ?? Math.max(schema.minimum ?? 1, 1)
    case "number":
      return Math.max(schema.minimum ?? 1, 1)
    case "boolean":
      return true
    default:
      return textFor(schema, name, canaries)
  }
}

function byName(name: string, canaries: Canaries): unknown {
  switch (name) {
    case "phone":
      return canaries.phone()
    case "email":
      return canaries.keep(`${canaries.plant("email")}@example.com`)
    case "url":
      return canaries.keep(`https://${canaries.plant("host")}.example.com/hook`)
    case "timezone":
      return "America/Chicago"
    case "country":
      return "US"
    case "postal_code":
      // Five digits alone may stand in any request id by chance.
      return canaries.keep("78799-4826")
    default:
      return undefined
  }
}

function textFor(schema: Schema, name: string, canaries: Canaries): string {
  if (schema.format === "date") return name === "end_date" ? "2027-03-16" : "2027-03-09"
  if (schema.format === "date-time") return instant
  if (schema.pattern?.includes(":")) return "09:00"
  if (schema.pattern?.startsWith("^#")) return "#1f5fd6"
  return canaries.plant(name)
}
