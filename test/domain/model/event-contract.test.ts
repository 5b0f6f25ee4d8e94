import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { webhookTest } from "../../../domain/model/event.ts"
import {
  type EventContract,
  eventBreaks,
  eventContract,
  eventSchemas,
  eventSurface,
  testEvent,
} from "../../../domain/model/event-schemas.ts"
import { pastEventsPath, pastEventsText } from "../../../service/ways-in/api-docs/generate.ts"

const committed = readFileSync(new URL(`../../../${pastEventsPath}`, import.meta.url), "utf8")

/** The contract after a change, made on the plain document. */
function changed(change: (contract: ReturnType<typeof JSON.parse>) => unknown): EventContract {
  const copy = structuredClone(eventContract())
  change(copy)
  return copy
}
const propertiesOf = (contract: ReturnType<typeof JSON.parse>, type: string) => contract[type].properties

describe("the events' contract", () => {
  it("WH-12 is kept: nothing that receivers were promised is gone or changed", () => {
    expect(eventBreaks(committed, eventContract())).toEqual([])
  })

  it("WH-12 is committed as it is generated, new fields included (else: npm run generate)", () => {
    expect(committed === pastEventsText(committed), `${pastEventsPath} is stale: run npm run generate`).toBe(
      true,
    )
  })

  it("WH-12 refuses a field that goes, changes its type, may be null or missing, and an event that goes", () => {
    const customer = (contract: unknown) =>
      propertiesOf(contract, "appointment.cancelled").data.properties.customer
    const cases: [(contract: ReturnType<typeof JSON.parse>) => unknown, RegExp][] = [
      [(next) => delete next["scheduling_request.expired"], /scheduling_request.expired is gone/],
      [(next) => delete customer(next).properties.phone, /customer\.phone is gone/],
      [
        (next) => Object.assign(customer(next).properties.id, { type: "string" }),
        /customer\.id may now be string/,
      ],
      [(next) => Object.assign(customer(next), { required: [] }), /customer\.id may now be missing/],
      [
        (next) =>
          Object.assign(customer(next).properties, {
            name: { anyOf: [{ type: "string" }, { type: "null" }] },
          }),
        /customer\.name is no longer string/,
      ],
      [
        (next) => Object.assign(propertiesOf(next, webhookTest).version, { const: 2 }),
        /version is no longer 1/,
      ],
    ]
    for (const [change, telling] of cases) {
      const [first] = eventBreaks(committed, changed(change))
      expect(first).toMatch(telling)
    }
  })

  it("WH-12 may grow, and the generator writes no contract that breaks the committed one", () => {
    const grown = changed((next) => {
      next["invoice.created"] = { type: "object" }
      propertiesOf(next, webhookTest).color = { type: "string" }
    })
    expect(eventBreaks(committed, grown)).toEqual([])
    expect(() => pastEventsText(eventSurface(grown))).toThrow(/only grows: .*invoice.created is gone/)
  })

  it("holds for a test event, whose appointment nobody can take for a real one", () => {
    const event = testEvent(7, 42, { kind: "api_key", api_key_id: 3 }, Date.parse("2027-03-01T12:34:56.789Z"))
    expect(eventSchemas[webhookTest].parse(event)).toEqual(event)
    expect(event.data).toMatchObject({
      sample: true,
      appointment: { id: 0, start_time: "2027-03-02T13:00:00.000Z", end_time: "2027-03-02T14:00:00.000Z" },
    })
  })
})
