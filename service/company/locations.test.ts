import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const downtown = {
  name: "Downtown",
  address: { line1: "1 Main St", city: "Austin", state: "TX", postal_code: "78701", country: "US" },
  latitude: 30.27,
  longitude: -97.74,
  timezone: "America/Chicago",
  directions: "Behind the station",
  opening_hours: "Weekdays, nine to five",
  service_area: { kind: "radius", km: 40 },
}

describe("locations", () => {
  it("TQ-06 are listed by whether they are active", async () => {
    const open = (await service.api("POST", "/locations", downtown)).body.data.id
    const closed = (await service.api("POST", "/locations", downtown)).body.data.id
    await service.api("PUT", `/locations/${closed}`, { active: false })
    const listed = async (query: string) =>
      (await service.api("GET", `/locations${query}`)).body.data.map((row: { id: number }) => row.id)
    expect(await listed("?active=true")).toEqual([open])
    expect(await listed("?active=false")).toEqual([closed])
    expect(await listed("")).toEqual([open, closed])
    for (const id of [open, closed]) await service.api("DELETE", `/locations/${id}`)
  })

  it("are created, read, listed, changed and archived", async () => {
    const created = await service.api("POST", "/locations", downtown)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ success: true, data: { ...downtown, active: true } })
    const { id } = created.body.data

    expect((await service.api("GET", `/locations/${id}`)).body.data).toEqual(created.body.data)
    expect((await service.api("GET", "/locations")).body).toMatchObject({ data: [{ id }], next_cursor: null })

    const changed = await service.api("PUT", `/locations/${id}`, {
      name: "Old Town",
      directions: null,
      active: false,
    })
    expect(changed.body.data).toMatchObject({
      ...downtown,
      name: "Old Town",
      directions: null,
      active: false,
    })

    expect((await service.api("DELETE", `/locations/${id}`)).status).toBe(200)
    expect((await service.api("GET", `/locations/${id}`)).body.error).toMatchObject({ code: "not_found" })
  })

  it("keep their zone in its proper case, under the name that was given", async () => {
    const { body } = await service.api("POST", "/locations", { ...downtown, timezone: "europe/paris" })
    expect(body.data.timezone).toBe("Europe/Paris")
    const changed = await service.api("PUT", `/locations/${body.data.id}`, { timezone: "US/EASTERN" })
    expect(changed.body.data.timezone).toBe("US/Eastern")
    expect((await service.api("GET", `/locations/${body.data.id}`)).body.data).toEqual(changed.body.data)
  })

  it("page by cursor, and refuse a cursor that no list gave", async () => {
    for (const name of ["A", "B", "C"]) await service.api("POST", "/locations", { ...downtown, name })
    const first = await service.api("GET", "/locations?limit=2")
    expect(first.body.data).toHaveLength(2)
    const second = await service.api("GET", `/locations?limit=2&cursor=${first.body.next_cursor}`)
    expect(second.body.data[0].id).toBeGreaterThan(first.body.data[1].id)
    expect((await service.api("GET", "/locations?cursor=nonsense")).body.error.field).toBe("cursor")
  })

  it("GE-05 another company's id answers exactly as an unknown one", async () => {
    const other = await service.anotherCompany()
    const theirs = await service.api("POST", "/locations", downtown, { key: other.key })
    const foreign = await service.api("GET", `/locations/${theirs.body.data.id}`)
    const unknown = await service.api("GET", "/locations/999999999")
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body.error, request_id: "" }).toEqual({ ...unknown.body.error, request_id: "" })
  })

  it("GE-06 names the field that is unknown or wrong, and what was expected", async () => {
    const cases: [object, string, RegExp][] = [
      [{ ...downtown, colour: "red" }, "colour", /not a known field/],
      [{ ...downtown, latitude: "north" }, "latitude", /latitude from -90 to 90/],
      [{ ...downtown, timezone: "Mars/Base" }, "timezone", /IANA time zone/],
      [{ ...downtown, service_area: { kind: "radius" } }, "service_area.km", /required/],
      [{ ...downtown, name: undefined }, "name", /required/],
    ]
    for (const [body, field, message] of cases) {
      const answer = await service.api("POST", "/locations", body)
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({
        code: "invalid_input",
        field,
        message: expect.stringMatching(message),
      })
    }
  })

  it("BK-06 the same Idempotency-Key and body gives the first answer again; another body is 409", async () => {
    const headers = { "idempotency-key": "make-one" }
    const first = await service.api("POST", "/locations", downtown, { headers })
    const again = await service.api("POST", "/locations", downtown, { headers })
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    const other = await service.api("POST", "/locations", { ...downtown, name: "Else" }, { headers })
    expect(other.body.error.code).toBe("idempotency_key_reused")
  })
})
