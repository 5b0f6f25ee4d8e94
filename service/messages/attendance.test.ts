/** Customers' attendance: asked by reminders, answered by a letter, by the link, and by staff who have heard it. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { ownNumber } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, put, type Story, tellStory } from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { planReminders, sendTexts } from "./messages.worker.ts"
import { takeReply } from "./take-reply.ts"

const known = "+15125550123"

let service: TestService
let story: Story
let carrier: PlayedCarrier
beforeEach(async () => {
  carrier = playCarrier()
  // Monday noon in Austin.
  service = await startService({ texts: carrier, book: true, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
  await put(service, "/company", { sms_confirmations: false, reminders: [24] })
})
afterEach(() => service.stop())

const book = (start_time: string, fields: Record<string, unknown> = {}) =>
  make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time,
    ...fields,
  })

async function run(instant: string) {
  service.clock.set(instant)
  await planReminders(service.context)
  await sendTexts(service.context)
}

const reply = (body: string, from = known) =>
  takeReply(service.context, { from, to: ownNumber, body, isAnswered: false, requestId: "carrier" })
const read = async (id: number) => (await service.api("GET", `/appointments/${id}`)).body.data
const attendanceOf = async (id: number) => (await read(id)).attendance
const bodies = () => carrier.sent.map(({ body }) => body)
const changes = async () =>
  (await service.events()).body.data.filter(
    ({ type }: { type: string }) => type === "appointment.attendance_changed",
  )

describe("ML-04 a reminder by text", () => {
  it("ML-04 asks for a letter, and counts it for the appointment whose reminder went last, which the answer names", async () => {
    const first = await book("2027-03-03T16:00:00.000Z")
    const second = await book("2027-03-04T20:00:00.000Z")
    await run("2027-03-02T16:00:00.000Z")
    expect(bodies().at(-1)).toContain(
      `Are you coming? Reply C for yes. Change or cancel: ${first.manage_url}`,
    )
    await run("2027-03-03T15:00:00.000Z")
    await run("2027-03-03T20:00:00.000Z")
    expect(await reply(" c ")).toBe(
      "Harbour Heating: Thank you, we expect you: Boiler service, Thu, Mar 4 at 2:00 PM CST.",
    )
    expect([await attendanceOf(first.id), await attendanceOf(second.id)]).toEqual(["unknown", "coming"])
    expect((await read(second.id)).updated_at).toBe("2027-03-03T20:00:00.000Z")
    const [change] = await changes()
    expect(change).toMatchObject({
      source: { kind: "system" },
      data: {
        appointment: { id: second.id },
        customer: { id: story.customerId },
        attendance: { now: "coming", before: "unknown", answered_by: "text" },
      },
    })
    // The same answer again is no news.
    expect(await reply("C")).toContain("Thu, Mar 4")
    expect(await changes()).toHaveLength(1)
  })

  it("ML-04 takes nothing but the whole answer C, from that number, for the time that was told", async () => {
    const { id, version } = await book("2027-03-03T16:00:00.000Z")
    expect(await reply("C")).toBeNull()
    await run("2027-03-02T16:00:00.000Z")
    for (const body of ["C.", "C u there", "cc", "Ç", "Yes C", "> C", "C\nC", ""]) await reply(body)
    expect(await reply("C", "+15125550199")).toBeNull()
    expect(await attendanceOf(id)).toBe("unknown")
    expect(await reply("CANCEL")).toContain("Your appointment is still booked")
    expect(await attendanceOf(id)).toBe("unknown")
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-04T16:00:00.000Z" })
    expect(await reply("C")).toContain("texts about your appointments")
    expect(await read(id)).toMatchObject({ attendance: "unknown", version: (version as number) + 1 })
    await run("2027-03-03T16:00:00.000Z")
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await reply("C")
    expect(await attendanceOf(id)).toBe("unknown")
  })

  it("ML-04 asks by link only where an agent platform takes the texts, and not at all a customer who comes", async () => {
    await put(service, "/company", { agent: { takes_texts: true } })
    const asked = await book("2027-03-03T16:00:00.000Z")
    const coming = await book("2027-03-03T18:00:00.000Z")
    await put(service, `/appointments/${coming.id}/attendance`, { attendance: "coming" })
    await run("2027-03-02T18:00:00.000Z")
    const said = bodies().map((body) => body.split(". ")[1]!.split("\n")[0])
    expect(said.toSorted()).toEqual([
      `Are you coming? Say so, change or cancel: ${asked.manage_url}#yes`,
      `Change or cancel: ${coming.manage_url}`,
    ])
  })

  it("ML-04 follows for those who have not answered, and for nobody else", async () => {
    await put(service, "/company", { reminders: [24], reminders_unanswered: [4] })
    const booking = { customer_id: story.customerId, appointment_type_id: story.typeId }
    const preview = await service.api("POST", "/appointments/preview", {
      ...{ ...booking, provider_id: story.anaId, location_id: story.locationId },
      start_time: "2027-03-03T16:00:00.000Z",
    })
    const reminders = preview.body.data.texts.filter(
      ({ purpose }: { purpose: string }) => purpose === "reminder",
    )
    // Four hours before is six in the morning, so it waits until nine.
    expect(reminders.map(({ at }: { at: string }) => at)).toEqual([
      "2027-03-02T16:00:00.000Z",
      "2027-03-03T15:00:00.000Z",
    ])
    const silent = await book("2027-03-03T16:00:00.000Z")
    const other = await makeCustomer(service, { name: "Ida Nil", phone: "+15125550177" })
    const answers = await book("2027-03-03T17:00:00.000Z", { customer_id: other })
    const late = await book("2027-03-03T18:00:00.000Z", { customer_id: other })
    await run("2027-03-02T18:00:00.000Z")
    expect(carrier.sent).toHaveLength(3)
    await put(service, `/appointments/${answers.id}/attendance`, { attendance: "coming" })
    service.clock.set("2027-03-03T14:00:00.000Z")
    await planReminders(service.context)
    // Answered between the moment that it was queued at and the one that it goes at.
    await put(service, `/appointments/${late.id}/attendance`, { attendance: "not_coming" })
    await run("2027-03-03T15:30:00.000Z")
    expect(bodies().slice(3)).toEqual([expect.stringContaining("Sam, a reminder")])
    const skipped = (await service.api("GET", "/texts?outcome=skipped")).body.data
    expect(
      skipped.map(({ reason, appointment_id }: Record<string, unknown>) => [reason, appointment_id]),
    ).toEqual([["answered", late.id]])
    expect(await attendanceOf(silent.id)).toBe("unknown")
  })
})

describe("ML-04 attendance", () => {
  const byLink = (manageUrl: unknown, body: object) =>
    fetch(`${service.bookUrl}/api/link/attendance`, {
      method: "PUT",
      headers: {
        "x-booking-token": String(manageUrl).split("/").at(-1)!,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    })

  it("ML-04 is said by the link with a press, never by opening it", async () => {
    const { id, manage_url } = await book("2027-03-03T16:00:00.000Z")
    expect((await fetch(String(manage_url))).status).toBe(200)
    expect(await attendanceOf(id)).toBe("unknown")
    const answer = await byLink(manage_url, { attendance: "coming", ifVersion: 1 })
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as { data: { appointment: object } }).data.appointment).toMatchObject({
      attendance: "coming",
    })
    expect((await changes())[0]).toMatchObject({
      source: { kind: "link" },
      data: { attendance: { answered_by: "link" } },
    })
    expect((await byLink(manage_url, { attendance: "not_coming" })).status).toBe(400)
    expect((await byLink(manage_url, { attendance: "coming", ifVersion: 9 })).status).toBe(409)
    expect((await byLink(`${manage_url}x`, { attendance: "coming" })).status).toBe(404)
  })

  it("ML-04 is staff's to set and to filter by, a move takes it back, and the version stays", async () => {
    const coming = await book("2027-03-03T16:00:00.000Z")
    const silent = await book("2027-03-04T16:00:00.000Z")
    const path = `/appointments/${coming.id}/attendance`
    const { body } = await service.api("PUT", path, { attendance: "coming", if_version: 1 })
    expect(body.data).toMatchObject({ attendance: "coming", version: 1, proposed_time: null })
    const ids = async (attendance: string) =>
      (await service.api("GET", `/appointments?attendance=${attendance}`)).body.data.map(
        ({ id }: { id: number }) => id,
      )
    expect([await ids("coming"), await ids("unknown"), await ids("not_coming")]).toEqual([
      [coming.id],
      [silent.id],
      [],
    ])
    const board = (await service.api("GET", "/board?date=2027-03-03")).body.data
    expect(board.appointments).toMatchObject([{ attendance: "coming", wants_other_time: false }])
    await service.api("POST", `/appointments/${coming.id}/reschedule`, {
      start_time: "2027-03-03T20:00:00.000Z",
    })
    expect(await read(coming.id)).toMatchObject({ attendance: "unknown", version: 2 })
    expect(await changes()).toHaveLength(1)
  })

  it("ML-04 MD-09 is refused once the appointment has begun, is off, or has changed since", async () => {
    const { id } = await book("2027-03-03T16:00:00.000Z")
    const set = async (fields: object = {}) => {
      const { status, body } = await service.api("PUT", `/appointments/${id}/attendance`, {
        attendance: "coming",
        ...fields,
      })
      return [status, body.error?.code]
    }
    expect(await set({ if_version: 2 })).toEqual([409, "version_conflict"])
    service.clock.set("2027-03-03T16:00:00.000Z")
    expect(await set()).toEqual([409, "appointment_started"])
    service.clock.set("2027-03-02T16:00:00.000Z")
    await service.api("POST", `/appointments/${id}/cancel`, {})
    expect(await set()).toEqual([409, "appointment_not_scheduled"])
    expect((await service.api("PUT", "/appointments/999/attendance", { attendance: "coming" })).status).toBe(
      404,
    )
    expect(await set({ attendance: "maybe" })).toEqual([400, "invalid_input"])
  })
})
