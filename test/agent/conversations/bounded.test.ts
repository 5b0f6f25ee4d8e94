/** How much a model has to read. */
import { expect, it } from "vitest"
import { mostNamed } from "../../../domain/model/agent/bookable.ts"
import { weekdays } from "../../support/story.ts"
import { openCompany, shareService, tuesday } from "../company.ts"

shareService()

it("AV-09 a list has at most forty entries, and a name finds the others", async () => {
  const { company, boiler, austin } = await openCompany()
  const hours = { appointment_type_ids: [boiler], weekly_hours: weekdays(austin) }
  for (let number = 1; number <= 45; number += 1)
    await company.post("/providers", { name: `Zoë Number${number}`, ...hours })
  const call = await company.callFrom("sam")
  const found = await call.listProviders({ appointment_type_id: boiler })
  expect(found).toMatchObject({ more: true })
  expect(found.providers).toHaveLength(mostNamed)
  expect(found.say).toMatch(/^You can choose Ana Ruiz, Ben Okafor, .* or others\.$/)
  const last = await call.listProviders({ appointment_type_id: boiler, name: "zoe number45" })
  expect(last).toMatchObject({
    more: false,
    providers: [{ name: "Zoë Number45" }],
    say: "Only Zoë Number45.",
  })
  const nobody = await call.listProviders({ appointment_type_id: boiler, name: "Nobody" })
  expect(nobody).toMatchObject({ more: false, providers: [], say: "I find none of that name." })
  expect(await call.listAppointmentTypes({ name: "boiler" })).toMatchObject({
    appointment_types: [{ id: boiler }],
    more: false,
  })
})

it("AV-09 the place is said once above its times, and with each recommended one", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const { providers, recommended } = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  expect(providers[0]).toMatchObject({ location_name: "Downtown" })
  for (const { say, timezone, provider_id } of providers[0]!.slots) {
    expect([say.includes("Downtown"), timezone, provider_id]).toEqual([
      false,
      "America/Chicago",
      providers[0]!.provider_id,
    ])
  }
  expect(recommended[0]!.say).toBe("Tuesday, March 2 at 9:00 AM at Downtown")
})
