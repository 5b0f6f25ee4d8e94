import { mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { silentLog } from "../../../test/kills/delivery-site.ts"
import { testClock } from "../../../test/support/service.ts"
import { createJournal } from "./journal.ts"
import { systemRandom } from "./system.ts"

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "journal-"))
})
afterEach(() => rmSync(directory, { recursive: true }))

it("OP-03 a process ends in order while another one writes its mark, and drops the marks that are old", async () => {
  const clock = testClock("2027-03-01T12:00:00.000Z")
  const options = { directory, isAsked: true, clock, random: systemRandom, log: silentLog }
  const journal = createJournal(options)
  await journal.open("database")
  const folder = join(directory, "database")
  // As a draft that has become a mark since the folder was read.
  symlinkSync(join(folder, "gone"), join(folder, "mark-0123456789ab.json.draft"))
  const days = (count: number) => new Date(clock.now() - count * 86_400_000)
  for (const [name, age] of [
    ["mark-aaaaaaaaaaaa.json", 8],
    ["mark-bbbbbbbbbbbb.json", 6],
  ] as const) {
    writeFileSync(join(folder, name), "{}")
    utimesSync(join(folder, name), days(age), days(age))
  }
  await journal.close()
  expect(readdirSync(folder).sort()).toEqual(["mark-0123456789ab.json.draft", "mark-bbbbbbbbbbbb.json"])
})
