/** Refusals as platforms get them that drop the body of every answer but 2xx, and ways on to the office. */
import { expect, it } from "vitest"
import { openCompany, shareService } from "../company.ts"
import { refusalOf } from "../conversation.ts"

shareService()

it("TR-47 tools refuse with status 200 and ok: false where the company's agent settings say so", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const saturday = {
    appointment_type_id: boiler,
    provider_id: 999_999,
    start_time: "2027-03-06T15:00:00.000Z",
  }
  expect(await refusalOf(call.bookAppointment(saturday))).toMatchObject({ status: 404, ok: undefined })

  await company.put("/company", { agent: { refusals_as_200: true } })
  expect(await company.get("/company")).toMatchObject({
    agent: { refusals_as_200: true, transfer_phone: null },
  })
  const refused = await refusalOf(call.bookAppointment(saturday))
  expect(refused).toMatchObject({
    status: 200,
    ok: false,
    code: "not_found",
    message: "I couldn't find that person.",
  })
  expect(await refusalOf(call.cancelAppointment({ appointment_id: 999_999 }))).toMatchObject({
    status: 200,
    ok: false,
  })
  expect(await call.listMyAppointments()).toMatchObject({ appointments: [] })
})

it("TR-47 so do a session that is over and a body that is no JSON; a wrong key and conversation-init keep their status", async () => {
  const { company } = await openCompany()
  await company.put("/company", { agent: { refusals_as_200: true } })
  const over = await company.post("/agent/slots", { session_id: "ses_unknown" })
  expect(over).toMatchObject({
    status: 200,
    body: { ok: false, success: false, error: { code: "session_expired" } },
  })
  const broken = await company.post("/agent/slots", "{")
  expect(broken).toMatchObject({ status: 200, body: { ok: false, error: { code: "invalid_json" } } })
  const begun = await company.post("/agent/conversation-init", { called_number: "+15125559999" })
  expect(begun).toMatchObject({ status: 404, body: { error: { code: "unknown_number" } } })
  const stranger = await company.post("/agent/slots", {}, "sk_wrong")
  expect(stranger).toMatchObject({ status: 401, body: { error: { code: "unauthorized" } } })
})

it("TR-46 a change that comes too late names the number to call, or offers the transfer that the company set", async () => {
  const { company } = await openCompany()
  const { id } = await company.books({ start_time: "2027-03-01T15:00:00.000Z", override_eligibility: true })
  const call = await company.callFrom("sam")
  const move = { appointment_id: id, start_time: "2027-03-03T15:00:00.000Z" }
  const lateChanges = async (from = call) => {
    const [cancel, moved] = [from.cancelAppointment({ appointment_id: id }), from.rescheduleAppointment(move)]
    const refused = await Promise.all([refusalOf(cancel), refusalOf(moved)])
    expect(refused.map(({ code }) => code)).toEqual(["cancel_notice_passed", "cancel_notice_passed"])
    expect(refused[0]).toEqual(refused[1])
    const { message, details } = refused[0]
    return { message, details }
  }
  const late = "It's too late to change that appointment here."
  expect(await lateChanges()).toEqual({ message: `${late} Please contact the office.`, details: {} })
  await company.put("/company", { phone: "+15125550111" })
  const withNumber = { message: `${late} Please call us at (512) 555-0111.`, details: {} }
  expect(await lateChanges()).toEqual(withNumber)
  await company.put("/company", { agent: { transfer_phone: "+15125550112" } })
  expect(await lateChanges()).toEqual({
    message: `${late} I can put you through to the office.`,
    details: { transfer_phone: "+15125550112" },
  })
  expect(await lateChanges(await company.textFrom("sam"))).toEqual(withNumber)
})
