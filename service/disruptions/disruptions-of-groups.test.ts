/** WN-08 CL-06: several appointments in one visit on a day that breaks go on following one another, and their customer hears once. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { ownNumber } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  nextNumber,
  tellStory,
  weekdays,
} from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { sendTexts } from "../messages/messages.worker.ts"

/** Monday noon in Austin. */
const noon = "2027-03-01T18:00:00.000Z"
type Data = ReturnType<typeof JSON.parse>

let service: TestService
let carrier: PlayedCarrier
beforeAll(async () => {
  carrier = playCarrier()
  service = await startService({ book: true, texts: carrier, platformSmsNumber: "+15005550006", now: noon })
  await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
})
afterAll(() => service.stop())
beforeEach(() => service.clock.set(noon))

const at = (time: string) => `2027-03-02T${time}:00.000Z`

/** A salon of the test's own: Ana and Ben do both, 15 to 23 UTC; Cleo colours only. */
async function newSalon() {
  const locationId = await makeLocation(service, { name: "Salon" })
  const cutId = await makeType(service, { name: "Cut", duration_minutes: 30, provider_choice: false })
  const colourId = await makeType(service, { name: "Colour", duration_minutes: 60, provider_choice: false })
  const hours = { weekly_hours: weekdays(locationId) }
  const both = { appointment_type_ids: [cutId, colourId], ...hours }
  const ana = await makeProvider(service, { name: "Ana", ...both })
  const ben = await makeProvider(service, { name: "Ben", ...both })
  const cleo = await makeProvider(service, { name: "Cleo", appointment_type_ids: [colourId], ...hours })
  const alone = async (typeId: number, provider_id: number, time: string) =>
    make(service, "/appointments", {
      ...{ customer_id: await makeCustomer(service), appointment_type_id: typeId, provider_id },
      ...{ location_id: locationId, start_time: at(time) },
    })
  const together = async (
    time: string,
    second: string,
    providers = [ana, ana],
  ): Promise<[number, number]> => {
    const { appointments }: Data = await make(service, "/appointments", {
      customer_id: await makeCustomer(service, { phone: nextNumber() }),
      ...{ appointment_type_ids: [cutId, colourId], provider_id: providers[0], location_id: locationId },
      start_time: at(time),
      parts: [time, second].map((start, i) => ({ provider_id: providers[i], start_time: at(start) })),
    })
    return appointments.map(({ id }: Data) => id)
  }
  return { ...{ locationId, cutId, colourId, ana, ben, cleo }, alone, together }
}

const day = { from: "2027-03-02T06:00:00.000Z", to: "2027-03-03T06:00:00.000Z", reason: "the flu" }
const propose = async (body: object): Promise<Data> => make(service, "/disruptions", { ...day, ...body })
const short = ({ proposals }: Data) =>
  proposals.map(({ appointment_id, outcome, reason, proposed }: Data) => [
    ...[appointment_id, reason ?? outcome],
    proposed && [proposed.start_time.slice(11, 16), proposed.provider.id],
  ])
const apply = async ({ id }: Data) => {
  const { status, body } = await service.api("POST", `/disruptions/${id}/apply`, {})
  expect([status, body.error]).toEqual([200, undefined])
}
const read = async (id: number) => (await service.api("GET", `/appointments/${id}`)).body.data
async function textsAfter(work: () => Promise<unknown>): Promise<string[]> {
  await sendTexts(service.context)
  carrier.sent.length = 0
  await work()
  await sendTexts(service.context)
  return carrier.sent.map(({ body }) => body)
}

it("WN-08 CL-06 who is ill is replaced in both, and nobody hears; a part with somebody else stays as it is", async () => {
  const { ana, ben, cleo, together } = await newSalon()
  const [cut, colour] = await together("16:00", "16:30", [ana, cleo])
  const broken = await propose({ provider_id: ana })
  expect(short(broken)).toEqual([
    [cut, "kept", ["16:00", ben]],
    [colour, "kept", ["16:30", cleo]],
  ])
  const { version } = await read(colour)
  expect(await textsAfter(() => apply(broken))).toEqual([])
  expect([(await read(cut)).provider.id, (await read(colour)).version]).toEqual([ben, version])
})

it("WN-08 CL-06 where the start can't be kept both move by as much, and the customer hears once of both", async () => {
  const { ana, ben, cutId, colourId, alone, together } = await newSalon()
  const [cut, colour] = await together("16:00", "16:30")
  // Ben is busy when the cut was to be, and Cleo does none.
  await alone(colourId, ben, "15:30")
  const broken = await propose({ provider_id: ana })
  const [first, second] = broken.proposals
  expect([first.outcome, second.outcome]).toEqual(["told", "told"])
  const shift = Date.parse(first.proposed.start_time) - Date.parse(first.was.start_time)
  expect(shift).toBe(30 * 60_000)
  expect(Date.parse(second.proposed.start_time) - Date.parse(second.was.start_time)).toBe(shift)
  const texts = await textsAfter(() => apply(broken))
  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatch(/Cut/)
  expect(texts[0]).toMatch(/Colour/)
  const [movedCut, movedColour] = [await read(cut), await read(colour)]
  expect(movedCut.end_time).toBe(movedColour.start_time)
  expect(movedCut.group_id).toBe(movedColour.group_id)
  expect(movedCut.appointment_type.id).toBe(cutId)
  // Applied again it sends no messages.
  expect(await textsAfter(() => apply(broken))).toEqual([])
})

it("WN-08 CL-06 the part that is not hit moves along, and staff who set one move the other with it", async () => {
  const { ana, ben, cleo, cutId, colourId, alone, together } = await newSalon()
  const [cut, colour] = await together("16:00", "16:30", [ana, cleo])
  await alone(cutId, ben, "16:00")
  const broken = await propose({ provider_id: ana })
  expect(broken.proposals.map(({ outcome }: Data) => outcome)).toEqual(["told", "told"])
  const choice = { appointment_id: cut, action: "move", provider_id: ben, start_time: at("18:00") }
  const { status, body } = await service.api("PUT", `/disruptions/${broken.id}`, { choices: [choice] })
  expect(status).toBe(200)
  expect(body.data.proposals.map(({ proposed }: Data) => proposed.start_time)).toEqual([
    at("18:00"),
    at("18:30"),
  ])
  await alone(colourId, cleo, "20:30")
  await alone(colourId, ben, "20:30")
  const taken = await service.api("PUT", `/disruptions/${broken.id}`, {
    choices: [{ ...choice, start_time: at("20:00") }],
  })
  expect([taken.status, taken.body.error.field]).toEqual([400, "choices[0]"])
  await apply(body.data)
  expect((await read(colour)).start_time).toBe(at("18:30"))
})

it("WN-08 CL-06 those without a time are asked once, by one message for all of it", async () => {
  const { ana, ben, cleo, together } = await newSalon()
  const [cut, colour] = await together("16:00", "16:30")
  for (const id of [ben, cleo])
    await make(service, `/providers/${id}/time-off`, {
      start: "2027-03-02T06:00:00.000Z",
      end: "2027-03-30T06:00:00.000Z",
    })
  const broken = await propose({ provider_id: ana, to: "2027-03-25T06:00:00.000Z" })
  const none = short(broken).filter(([id]: [number]) => id === cut || id === colour)
  const isLater = none.every(([, reason]: string[]) => reason === "told")
  const texts = await textsAfter(() => apply(broken))
  expect(texts).toHaveLength(1)
  expect([isLater, none.length]).toEqual([none[0][1] !== "none_free", 2])
})
