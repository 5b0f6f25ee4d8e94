/** When a record was changed last and archived, and which fields of it a change has touched. */
import { isDeepStrictEqual } from "node:util"
import { timestamp } from "./fields.ts"
import { iso, isoOrNull } from "./views.ts"

export interface RecordTimes {
  updated_at: Date
  archived_at: Date | null
}

export const recordTimesView = {
  updated_at: timestamp.meta({ description: "When the record was last changed." }),
  archived_at: timestamp.nullable().meta({
    description: "Only lists with `updated_since` show records that are archived.",
  }),
}

export const showTimes = ({ updated_at, archived_at }: RecordTimes) => ({
  updated_at: iso(updated_at),
  archived_at: isoOrNull(archived_at),
})

const times: ReadonlySet<string> = new Set(["version", "updated_at", "archived_at"])

/** Names of the API's fields by which two shown states of a record differ. */
export function differingFields(before: object, after: object): string[] {
  const [a, b] = [before, after].map((shown) => new Map<string, unknown>(Object.entries(shown)))
  const names = new Set([...a!.keys(), ...b!.keys()])
  return [...names].filter((name) => !times.has(name) && !isDeepStrictEqual(a!.get(name), b!.get(name)))
}
