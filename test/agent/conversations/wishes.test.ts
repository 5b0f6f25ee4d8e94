/** Another number, and no more calls or texts. */
import { expect, it } from "vitest"
import { openCompany, shareService, tuesday, waitMinutes } from "../company.ts"
import { chosen, refusalOf, saying } from "../conversation.ts"

shareService()

const workNumber = { contact_number: "(512) 555-0144", label: "work" }

const revoked = (...channels: ("voice" | "sms")[]) => ({
  contacts: [{ consents: channels.map((channel) => ({ channel, event: "revoked", source: "agent" })) }],
})

it("AG-09 adds another number with the code that was texted to the caller's own", async () => {
  const { company, sam } = await openCompany()
  const call = await company.callFrom("sam")
  const started = await call.startContact(workNumber)
  expect(started.say).toBe("I've just texted you a code. Could you read it to me?")
  const { verification_id } = started
  const code = await company.textedCode()
  expect(await call.confirmContact({ verification_id, code })).toMatchObject({ added: true })
  expect(await company.get(`/customers/${sam}`)).toMatchObject({
    contacts: [{ primary: true }, { phone: "+15125550144", label: "work", verified_at: null }],
  })
  const other = code === "000000" ? "111111" : "000000"
  expect(await refusalOf(call.confirmContact({ verification_id, code: other }))).toMatchObject({
    status: 400,
    code: "code_expired",
  })
})

it("FX-04 AV-06 a code is used once: sent again it has expired, and the number that it added stays, once", async () => {
  const { company, sam } = await openCompany()
  const call = await company.callFrom("sam")
  const { verification_id } = await call.startContact(workNumber)
  const code = await company.textedCode()
  await call.confirmContact({ verification_id, code })
  const expired = { status: 400, code: "code_expired", message: "Code expired" }
  expect(await refusalOf(call.confirmContact({ verification_id, code }))).toMatchObject(expired)
  const contacts = async () => (await company.get(`/customers/${sam}`)).contacts
  const numbers = async () => (await contacts()).map(({ phone }: { phone: string }) => phone)
  expect(await numbers()).toHaveLength(2)
  // The list of contacts shows that it is kept, and that it is not proved yet.
  const kept = (await contacts()).find(({ primary }: { primary: boolean }) => !primary)
  expect(kept).toMatchObject({ phone: "+15125550144", identifies: false, verified_at: null })
  // As the prompt says: begun anew with the same number, which is there once.
  const anew = await call.startContact(workNumber)
  const next = { verification_id: anew.verification_id, code: await company.textedCode() }
  expect(await call.confirmContact(next)).toMatchObject({ added: true })
  expect(await numbers()).toHaveLength(2)
  const other = await company.callFrom("sam")
  expect(await refusalOf(other.confirmContact({ verification_id, code }))).toMatchObject(expired)
  waitMinutes(11)
  expect(await refusalOf(call.confirmContact({ verification_id, code }))).toMatchObject(expired)
})

it("AG-09 five wrong tries, and the right code comes too late", async () => {
  const { company } = await openCompany()
  const call = await company.callFrom("sam")
  const { verification_id } = await call.startContact(workNumber)
  const code = await company.textedCode()
  const expired = { status: 400, code: "code_expired", message: "Code expired" }
  for (let tries = 0; tries < 4; tries += 1) {
    expect(await refusalOf(call.confirmContact({ verification_id, code: "000000" }))).toMatchObject({
      status: 400,
      code: "wrong_code",
    })
  }
  expect(await refusalOf(call.confirmContact({ verification_id, code: "000000" }))).toMatchObject(expired)
  expect(await refusalOf(call.confirmContact({ verification_id, code }))).toMatchObject(expired)
})

it("AG-09 the code is read out after ten minutes, and from another conversation", async () => {
  const { company } = await openCompany()
  const expired = { status: 400, code: "code_expired", message: "Code expired" }
  const earlier = await company.callFrom("sam")
  const { verification_id: first } = await earlier.startContact(workNumber)
  const firstCode = await company.textedCode()
  const call = await company.callFrom("sam")
  expect(await refusalOf(call.confirmContact({ verification_id: first, code: firstCode }))).toMatchObject(
    expired,
  )

  const { verification_id: second } = await call.startContact(workNumber)
  const secondCode = await company.textedCode()
  waitMinutes(11)
  expect(await refusalOf(call.confirmContact({ verification_id: second, code: secondCode }))).toMatchObject(
    expired,
  )
})

it("AG-09 three codes in a conversation, and no more", async () => {
  const { company } = await openCompany()
  const call = await company.callFrom("sam")
  await call.startContact(workNumber)
  await call.startContact(workNumber)
  await call.startContact(workNumber)
  expect(await refusalOf(call.startContact(workNumber))).toMatchObject({ status: 429, code: "rate_limited" })
})

it("AG-10 no more calls, said on the phone", async () => {
  const { company, sam } = await openCompany()
  const call = await company.callFrom("sam")
  expect(await call.optOut()).toMatchObject({
    channel: "voice",
    opted_out: true,
    say: saying("we won't call you"),
  })
  expect(await company.get(`/customers/${sam}`)).toMatchObject(revoked("voice"))
})

it("AG-10 no more texts, said by text", async () => {
  const { company, sam } = await openCompany()
  const thread = await company.textFrom("sam")
  const stopped = await thread.optOut()
  expect(stopped).toMatchObject({ channel: "sms", opted_out: true })
  expect(await thread.optOut()).toEqual(stopped)
  expect(await company.get(`/customers/${sam}`)).toMatchObject(revoked("sms"))
})

it("AG-10 neither calls nor texts takes two calls of the tool, and books on", async () => {
  const { company, sam, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  await call.optOut({ channel: "voice" })
  await call.optOut({ channel: "sms" })
  expect(await company.get(`/customers/${sam}`)).toMatchObject(revoked("voice", "sms"))
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  await call.bookAppointment({ appointment_type_id: boiler, ...chosen(found.recommended[0]) })
  expect(await company.appointments()).toMatchObject([{ status: "scheduled" }])
})

it("AG-10 a stranger's number is left alone too", async () => {
  const { company } = await openCompany()
  const call = await company.callFrom("stranger")
  expect(await call.optOut({ channel: "sms" })).toMatchObject({ opted_out: true })
})
