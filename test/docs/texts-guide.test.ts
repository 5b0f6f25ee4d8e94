import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { endReasons } from "../../domain/model/outreach.ts"
import { skipReasons, unknownOutcome } from "../../domain/model/text-message.ts"
import { startService, type TestService } from "../support/service.ts"

const guide = readFileSync(join(import.meta.dirname, "../../docs/texts.md"), "utf8")

let service: TestService
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.stop())

it("the guide to texts shows a plan that can be saved as it stands", async () => {
  const [, body] = /-d '(\{[\s\S]*?\})'\n```/.exec(guide)!
  const answer = await service.api("POST", "/outreach-plans", JSON.parse(body!))
  expect([answer.status, answer.body.data.steps.length]).toEqual([201, 3])
})

it("the guide to texts explains every reason that a step can end with", () => {
  const outcomes = guide.slice(guide.indexOf("| Outcome | Reason |"), guide.indexOf("## Never twice"))
  const ofAppointmentsAlone = ["superseded", "answered"]
  const reasons = skipReasons.filter((reason) => !ofAppointmentsAlone.includes(reason))
  const missing = [...reasons, ...endReasons, unknownOutcome].filter(
    (reason) => !outcomes.includes(`\`${reason}\``),
  )
  expect(missing).toEqual([])
})
