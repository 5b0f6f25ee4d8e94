/** The list of tests that a database spread by Citus cannot run. All others run there: `npm test -- --database URL`. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
// @ts-expect-error: a plain module of the runner.
import { notOnCitus, whyNotOnCitus } from "../bin/not-on-citus.js"
import { root } from "./support/source-files.ts"

const entries = notOnCitus as { file: string; test?: string; why: string }[]
const read = (path: string) => readFileSync(join(root, path), "utf8")

it("SC-06 each test of the list is there, and has a reason", () => {
  expect(entries.length).toBeGreaterThan(0)
  for (const { file, test, why } of entries) {
    expect(existsSync(join(root, file)), file).toBe(true)
    if (test !== undefined) expect(read(file), file).toContain(test)
    expect(why, file).toMatch(/^[A-Z].{20,}\.$/)
  }
})

it("SC-06 a failure is excused where the list names it, and nowhere else", () => {
  const at = (file: string) => join(root, file)
  const of = (path: string, title: string | null) => whyNotOnCitus(at(path), title) as string | null
  expect(of("test/races/codes-meet.test.ts", "TQ-01 a code opens one visit")).toMatch(/trigger/)
  expect(of("test/races/codes-meet.test.ts", null)).toMatch(/trigger/)
  expect(of("test/races/booking.test.ts", "BK-01 nothing is booked in time off or on a closed day")).toMatch(
    /Triggers/,
  )
  expect(of("test/races/booking.test.ts", "BK-01 32 bookings for one time")).toBeNull()
  expect(of("test/races/booking.test.ts", null)).toBeNull()
})
