/** No time suits a caller, who waits for one. */
import { expect, it } from "vitest"
import { openCompany, shareService } from "../company.ts"
import { atOnce, refusalOf } from "../conversation.ts"

shareService()

it("WL-01 puts a caller whom no time suits on the waiting list once, however often it is sent, and takes them off", async () => {
  const { company, sam } = await openCompany()
  const call = await company.callFrom("sam")
  const { appointment_types } = await call.listAppointmentTypes({})
  const wish = {
    appointment_type_id: appointment_types[0]!.id,
    ...({ end_date: "2027-03-20", time_of_day: "morning", texts_agreed: true } as const),
  }
  await atOnce(4, () => call.joinWaitingList(wish))
  expect(await company.get("/waiting-entries?state=waiting")).toMatchObject([
    { customer: { id: sam, name: "Sam Poe" }, made_by: "agent", parts_of_day: ["morning"] },
  ])
  expect(await company.eventTypes()).toEqual(["waiting_entry.created"])
  expect((await call.leaveWaitingList({})).say).toBe("You're off the waiting list.")
  expect(await company.get("/waiting-entries?state=waiting")).toEqual([])
})

it("AV-17 tells a caller what they wait for, and refuses an offer that was never made", async () => {
  const { company } = await openCompany()
  const call = await company.callFrom("sam")
  const { appointment_types } = await call.listAppointmentTypes({})
  const typeId = appointment_types[0]!.id
  const { waiting_entry_id } = await call.joinWaitingList({ appointment_type_id: typeId, texts_agreed: true })
  const status = await call.waitingStatus({})
  expect(status.waiting).toMatchObject([
    { waiting_entry_id, appointment_types: [{ id: typeId }], offer: null },
  ])
  expect(status.say).toMatch(/^You're on the waiting list for Bathroom refit until /)
  const refused = await refusalOf(call.acceptOffer({ waiting_entry_id, offer_id: 999_999, accepted: true }))
  expect([refused.code, refused.message]).toEqual([
    ...["offer_ended", "That time is no longer on offer. You stay on the waiting list."],
  ])
})
