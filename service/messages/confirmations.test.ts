import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, type Story, tellStory } from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { confirmByText } from "./announce.ts"
import { sendTexts } from "./messages.worker.ts"
import { handOver, textLease, textLeaseMs } from "./send-message.ts"

const shared = "+15005550006"
const known = "+15125550123"

let service: TestService
let story: Story
let carrier: PlayedCarrier
beforeEach(async () => {
  carrier = playCarrier()
  service = await startService({ texts: carrier, platformSmsNumber: shared })
  story = await tellStory(service)
  // Confirmations here are made by hand.
  await service.api("PUT", "/company", { sms_confirmations: false })
})
afterEach(() => service.stop())

async function book() {
  const { id } = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time: "2027-03-03T15:00:00.000Z",
  })
  await service.api("PUT", "/company", { sms_confirmations: true })
  return id
}

const confirm = async (appointmentId: number) => {
  const { context, companyId, clock } = service
  const appointment = (await findAppointment(context.db, companyId, appointmentId))!
  return context.db.transaction((tx) =>
    confirmByText(tx, context, { companyId, now: clock.now() }, appointment),
  )
}

describe("confirmations", () => {
  it("AG-07 go from the host's shared number, at once when they are handed over, and once", async () => {
    const id = await book()
    const { textId } = await confirm(id)
    const { body } = await service.api("GET", `/appointments/${id}`)
    expect(await handOver(service.context, service.companyId, textId!)).toEqual({ sent: true })
    await sendTexts(service.context)
    expect(carrier.sent).toMatchObject([
      {
        from: shared,
        to: known,
        body: `Harbour Heating: Sam, your appointment (Boiler service) is booked for Wed, Mar 3 at 9:00 AM CST, at Downtown. Change or cancel: ${body.data.manage_url}\nReply STOP for no more texts from this number.`,
      },
    ])
    expect(await handOver(service.context, service.companyId, textId!)).toEqual({ sent: true })
    expect(carrier.sent.length).toBe(1)
  })

  it("MD-32 that a move overtook tell what stands now, where no other text does", async () => {
    const id = await book()
    const { textId } = await confirm(id)
    const moved = await service.api("POST", `/appointments/${id}/reschedule`, {
      start_time: "2027-03-04T16:00:00.000Z",
    })
    expect(moved.status).toBe(200)
    expect(await handOver(service.context, service.companyId, textId!)).toEqual({ sent: true })
    await sendTexts(service.context)
    expect(carrier.sent.map(({ body }) => body.includes("is booked for Thu, Mar 4 at 10:00 AM"))).toEqual([
      true,
    ])
  })

  it("MD-32 that a move overtook do not go beside the text about the move, nor after a cancel", async () => {
    await make(service, "/channels", { kind: "sms", phone: "+15125550100" })
    const id = await book()
    const { textId } = await confirm(id)
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-04T16:00:00.000Z" })
    expect(await handOver(service.context, service.companyId, textId!)).toMatchObject({ sent: false })
    await sendTexts(service.context)
    expect(carrier.sent.map(({ body }) => body.includes("moved"))).toEqual([true])
    const gone = await make(service, "/appointments", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      start_time: "2027-03-09T15:00:00.000Z",
    })
    await service.api("POST", `/appointments/${gone.id}/cancel`)
    await sendTexts(service.context)
    expect(carrier.sent.filter(({ body }) => body.includes("is booked")).length).toBe(0)
  })

  it("AG-07 that the carrier refuses, or does not answer for, are told as not sent", async () => {
    const { textId } = await confirm(await book())
    carrier.answers.push({ kind: "refused", error: "twilio_21211", optedOut: false })
    expect(await handOver(service.context, service.companyId, textId!)).toEqual({
      sent: false,
      reason: "twilio_21211",
    })
    let answer = () => {}
    carrier.send = () =>
      new Promise((resolve) => {
        answer = () => resolve({ kind: "sent", carrierId: "SM1" })
      })
    await service.context.db.query("DELETE FROM text_message")
    const again = await confirm(await appointmentId())
    expect(await handOver(service.context, service.companyId, again.textId!)).toEqual({
      sent: false,
      reason: "slow_carrier",
    })
    answer()
    await expect
      .poll(async () => (await service.context.db.query("SELECT status FROM text_message"))[0])
      .toEqual({ status: "sent" })
  })

  it("wait for the worker's outcome when it has taken them up already", async () => {
    const { textId } = await confirm(await book())
    const handed = handOver(service.context, service.companyId, textId!)
    const [answer] = await Promise.all([handed, sendTexts(service.context)])
    expect([answer, carrier.sent.length]).toEqual([{ sent: true }, 1])
  })

  it("AG-07 AG-16 are their booker's from the booking on; if it dies before it sends, the worker does when the lease is over", async () => {
    const { context, companyId, clock } = service
    const appointment = (await findAppointment(context.db, companyId, await book()))!
    const call = { companyId, now: clock.now() }
    const confirmation = await context.db.transaction((tx) =>
      confirmByText(tx, context, call, appointment, { lease: textLease(context) }),
    )
    expect(confirmation).toMatchObject({ leased: { companyId, textId: confirmation.textId } })
    await sendTexts(context)
    expect(carrier.sent).toEqual([])
    clock.advanceMs(textLeaseMs)
    await sendTexts(context)
    expect(carrier.sent).toHaveLength(1)
  })

  it("CU-03 are no word on the company's own texts when the shared number is refused", async () => {
    const { textId } = await confirm(await book())
    carrier.answers.push({ kind: "refused", error: "twilio_21610", optedOut: true })
    expect(await handOver(service.context, service.companyId, textId!)).toMatchObject({ sent: false })
    expect(await service.context.db.query("SELECT 1 FROM consent")).toEqual([])
  })

  it("say why none goes: switched off, no number, opted out, no shared number", async () => {
    const id = await book()
    await service.api("PUT", "/company", { sms_confirmations: false })
    expect(await confirm(id)).toEqual({ textId: null, reason: "confirmations_off" })
    await service.api("PUT", "/company", { sms_confirmations: true })
    const { body } = await service.api("GET", `/customers/${story.customerId}`)
    await service.api("POST", `/customers/${story.customerId}/contacts/${body.data.contacts[0].id}/consent`, {
      channel: "sms",
      event: "revoked",
      source: "on the phone",
    })
    expect(await confirm(id)).toEqual({ textId: null, reason: "opted_out" })
    await service.api("PUT", `/customers/${story.customerId}`, { phone: null })
    expect(await confirm(id)).toEqual({ textId: null, reason: "no_phone" })
    service.context.platformSmsNumber = null
    expect(await confirm(id)).toEqual({ textId: null, reason: "texts_unavailable" })
  })
})

async function appointmentId(): Promise<number> {
  const { body } = await service.api("GET", "/appointments")
  return body.data[0].id
}
