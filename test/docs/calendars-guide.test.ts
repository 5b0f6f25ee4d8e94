import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { calendarProblems } from "../../domain/model/calendar-problem.ts"

const guide = readFileSync(join(import.meta.dirname, "../../docs/calendars.md"), "utf8")

it("docs/calendars.md says of every problem what the check says, and of no other", () => {
  const [, table = ""] = guide.split("## What can be wrong")
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.+?) \| (.+?) \|$/gm)].map(([, problem, says, mend]) => [
    problem,
    { says, mend },
  ])
  expect(Object.fromEntries(rows)).toEqual(calendarProblems)
})
