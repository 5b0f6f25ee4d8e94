/** `docs/explaining.md` against the table of reasons. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { reasonView, showReason } from "../../domain/model/slot-explanation.ts"
import { reasonCodes, reasonTable } from "../../domain/model/slot-reasons.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { root } from "../support/source-files.ts"

const guide = readFileSync(join(root, "docs/explaining.md"), "utf8")
const names = {
  type: "Boiler service",
  provider: "Ana Ruiz",
  location: "Downtown",
  distanceUnit: "km",
} as const
const minuteOf = (time: string | undefined) => (time ? { at: Date.parse(time) / msPerMinute } : null)

/** Each section of the guide with its example. */
const examples = new Map(
  [...guide.matchAll(/\n### `(\w+)`\n[\s\S]+?```json\n([\s\S]+?)```/g)].map(([, code, json]) => [
    code!,
    reasonView.parse(JSON.parse(json!)),
  ]),
)

it("EX-03 shows each reason of the table once, with an example, and no other", () => {
  expect([...examples.keys()]).toEqual(reasonCodes)
})

it.each(reasonCodes)("EX-03 the example of %s is what the service answers", (code) => {
  const example = examples.get(code)!
  const causes = example.causes.map(({ kind, id, value, from, to, leg, packed }) => ({
    kind,
    ...(id === undefined ? {} : { id }),
    ...(value === undefined ? {} : { value }),
    ...(leg === undefined ? {} : { leg }),
    ...(packed === undefined ? {} : { packed }),
    ...(from === undefined ? {} : { from: minuteOf(from)!.at }),
    ...(to === undefined ? {} : { to: minuteOf(to)!.at }),
  }))
  const { causes: kinds } = reasonTable[code]
  expect(example).toEqual(showReason({ code, causes }, names))
  expect(causes.every(({ kind }) => kinds.includes(kind))).toBe(true)
  const row = [code, kinds.join("`, `")].map((word) => `\`${word}\``)
  expect(guide).toContain(`\n| ${[...row, example.message, example.lift].join(" | ")} |\n`)
})
