/** Work that may take long, and the connections that it has for itself. */
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { type Story, tellStory } from "../../test/support/story.ts"
import { companyMounts } from "../ways-in/company-api/mounts.ts"

const longPoolSize = 2
let service: TestService
let story: Story

beforeAll(async () => {
  service = await startService({ longPoolSize, poolSize: 2 })
  story = await tellStory(service)
})
afterAll(() => service.stop())

const report = "/reports/bookings?from=2027-01-01&to=2027-12-31&group_by=month"

describe("work that may take long", () => {
  it("SE-05 is that of reports, boards, imports, bulk writes, exports, days that break and emptying test companies", () => {
    const long = companyMounts.filter(({ operation }) => !operation.open && operation.isLong)
    const paths = long.map(({ method, path }) => `${method} ${path}`)
    const named = companyMounts
      .map(({ method, path }) => `${method} ${path}`)
      .filter((path) =>
        /\/(reports|imports|export)\b|\/board$|\/summary$|^(DELETE|POST) \/test-companies\/:id|^(POST|PUT) \/disruptions(\/:id(\/apply)?)?$|\/bulk$/.test(
          path,
        ),
      )
    expect(paths.sort()).toEqual(named.sort())
  })

  it("SE-05 waits for its own connections, and neither bookings nor searches do", async () => {
    const held = await Promise.all(
      Array.from({ length: longPoolSize }, () => service.context.long.db.connect()),
    )
    const waiting = [report, "/board?date=2027-03-02"].map((path) => service.api("GET", path))
    const states = () =>
      Promise.all(
        waiting.map((answer) => Promise.race([answer.then(({ status }) => status), sleep(0, "waits")])),
      )
    const booked = await service.api("POST", "/appointments", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      location_id: story.locationId,
      start_time: "2027-03-03T15:00:00.000Z",
    })
    expect(booked.status).toBe(201)
    const search = { appointment_type_id: story.typeId, start_date: "2027-03-02", end_date: "2027-03-09" }
    expect((await service.api("POST", "/slots", search)).status).toBe(200)
    expect((await service.api("GET", "/appointments")).status).toBe(200)
    expect(await states()).toEqual(["waits", "waits"])
    for (const client of held) client.release()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
  })

  it("SE-05 works while all other connections are in use", async () => {
    const held = await Promise.all([service.context.db.connect(), service.context.db.connect()])
    // The key is believed for a moment, so that no look-up of it is needed.
    const answer = await service.api("GET", "/board?date=2027-03-02")
    for (const client of held) client.release()
    expect(answer.status).toBe(200)
  })

  it("SE-05 is given up after its statement's time", async () => {
    const { db } = service.context.long
    await expect(db.query("SELECT pg_sleep(30)")).rejects.toMatchObject({ code: "57014" })
    await expect(service.context.db.query("SELECT pg_sleep(1.5)")).resolves.toHaveLength(1)
  })

  it("SE-05 has two calls of a company in hand, so that all companies' have connections", async () => {
    const other = await service.anotherCompany()
    expect((await service.api("GET", "/company", undefined, { key: other.key })).status).toBe(200)
    const held = await Promise.all(
      Array.from({ length: longPoolSize }, () => service.context.long.db.connect()),
    )
    let answered = 0
    const flood = Array.from({ length: 12 }, async () => {
      const { status } = await service.api("GET", report)
      answered += 1
      return status
    })
    await expect.poll(() => service.context.budget.use().long.waiting).toBe(10)
    const others = service.api("GET", report, undefined, { key: other.key })
    await expect.poll(() => service.context.budget.use().long.inside).toBe(3)
    held[0]!.release()
    expect((await others).status).toBe(200)
    expect(answered).toBeLessThan(6)
    held[1]!.release()
    expect(new Set(await Promise.all(flood))).toEqual(new Set([200]))
  })
})
