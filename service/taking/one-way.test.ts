/** Time is taken in one way: each deed hands over what it wants as data, and no deed is known where it is taken. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { readSources, root } from "../../test/support/source-files.ts"

const sources = readSources(["service"])
const way = sources.find(({ path }) => path === "service/taking/take-time.ts")!

it("PM-01 one function of at most 150 lines takes time, and knows no deed", () => {
  const text = readFileSync(join(root, way.path), "utf8")
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(150)
  const deeds = sources.flatMap(({ code }) =>
    [...code.matchAll(/\boperation: "(\w+)"/g)].map(([, name]) => name!),
  )
  expect(new Set(deeds).size).toBeGreaterThan(3)
  expect(deeds.filter((name) => way.code.includes(name))).toEqual([])
  // The retry is a value: nothing is caught, and only the refusal at the end is thrown.
  expect(way.code).not.toMatch(/\bcatch\b|instanceof/)
})

/** They lock and write by themselves still; the list may only shrink. */
const besides = [
  "service/booking/review-zones.ts",
  "service/classes/change-session.ts",
  "service/classes/create-session.ts",
  "service/disruptions/apply-disruption.ts",
  "service/holds/end-hold.ts",
  "service/host/demo/keep-diary.ts",
  "service/imports/book-row.ts",
  "service/privacy/go-back.ts",
  "service/taking/end-undo.ts",
]

it("PM-01 booking, holding, moving, ending and reopening go that way, alone, in a series or several in one visit", () => {
  const users = sources
    .filter(({ imports }) => imports.some(({ from, isTypeOnly }) => from === way.path && !isTypeOnly))
    .map(({ path }) => path)
  expect(users.toSorted()).toEqual([
    "service/booking/answer-unanswered.ts",
    "service/booking/book-group.ts",
    "service/booking/book-series.ts",
    "service/booking/book.ts",
    "service/booking/cancel.ts",
    "service/booking/confirm.ts",
    "service/booking/decline.ts",
    "service/booking/propose.ts",
    "service/booking/reopen.ts",
    "service/booking/reschedule.ts",
    "service/booking/swap.ts",
    "service/booking/undo.ts",
    "service/holds/hold-group.ts",
    "service/holds/hold-time.ts",
    "service/plans/plan-day.ts",
    "service/requests/cancel-request.ts",
  ])
  const writers = /^service\/(taking\/(record-|rewrite-|keep-|end-|write-allocations)|classes\/put-session)/
  const others = sources
    .filter(({ path, code }) => !users.includes(path) && /\bwrite\(context|\btransaction\(/.test(code))
    .filter(({ imports }) => imports.some(({ from, isTypeOnly }) => writers.test(from) && !isTypeOnly))
    .map(({ path }) => path)
  expect(others.toSorted()).toEqual(besides)
})
