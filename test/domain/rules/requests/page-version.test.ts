import { expect, it } from "vitest"
import { pageVersion } from "../../../../domain/rules/requests/page-version.ts"

it("PG-01 a version changes with the rows, with the company's notice and with the start", () => {
  const startAt = new Date("2027-03-04T15:00:00.000Z")
  const at = (minutesBefore: number, standing = "1.5") =>
    pageVersion({ standing, startAt, noticeMinutes: 60 }, startAt.getTime() - minutesBefore * 60_000)
  expect([at(600), at(60), at(59), at(1), at(0), at(-5)]).toEqual([
    at(61),
    at(61),
    at(30),
    at(30),
    at(-1),
    at(-1),
  ])
  expect(new Set([at(61), at(30), at(0), at(61, "1.6")]).size).toBe(4)
  expect(pageVersion({ standing: "3", startAt: null, noticeMinutes: null }, 0)).toBe("3")
})
