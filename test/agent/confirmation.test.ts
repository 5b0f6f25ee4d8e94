import { afterEach, describe, expect, it } from "vitest"
import { sendTexts } from "../../service/messages/messages.worker.ts"
import type { OutgoingText, SentText, TextSender } from "../../service/platform/ports/texts.ts"
import { openChannels, samsNumber, talk } from "../support/agent.ts"
import { startService, type TestService } from "../support/service.ts"
import { type Story, tellStory } from "../support/story.ts"

const platformNumber = "+15125550199"

/** A carrier that answers by the test's word, and keeps the texts that it was given. */
function carrier(answer: (text: OutgoingText) => Promise<SentText>) {
  const given: OutgoingText[] = []
  const sender: TextSender = {
    staysHere: false,
    async send(text) {
      given.push(text)
      return answer(text)
    },
  }
  return { given, sender }
}

let service: TestService
let story: Story
async function open(sender: TextSender | null, platformSmsNumber: string | null = platformNumber) {
  const shared = platformSmsNumber === null ? {} : { platformSmsNumber }
  service = await startService({ texts: sender, ...shared })
  story = await tellStory(service)
  await openChannels(service)
  return talk(service, samsNumber)
}
afterEach(() => service.stop())

const slot = (more = {}) => ({
  appointment_type_id: story.typeId,
  provider_id: story.anaId,
  start_time: "2027-03-03T15:00:00.000Z",
  ...more,
})
/** How often a text's outcome has been looked for since. */
function looksAtTexts(): () => number {
  const { db } = service.context
  const { first } = db
  let looks = 0
  db.first = (text, values) => {
    if (text.includes("FROM text_message WHERE")) looks += 1
    return first(text, values)
  }
  return () => looks
}

const accepts = async (): Promise<SentText> => ({ kind: "sent", carrierId: "SM1" })

describe("sms on a booking", () => {
  it("AG-07 is sent when the carrier has the text: one, from the shared number, to the caller", async () => {
    const { given, sender } = carrier(accepts)
    const call = await open(sender)
    const booked = await call.tool("POST", "/appointments", slot({ receive_sms_confirmation: true }))
    expect(booked.body.data.sms).toEqual({ sent: true, reason: null })
    expect(given).toMatchObject([{ from: platformNumber, to: samsNumber }])
    expect(given[0]!.body).toContain("Harbour Heating")
    const again = await call.tool("POST", "/appointments", slot())
    expect(again.body.data.sms).toEqual({ sent: true, reason: null })
    await sendTexts(service.context)
    expect(given).toHaveLength(1)
  })

  it("AG-07 is not sent where nobody wants it, or nobody can send it, and says which", async () => {
    const call = await open(carrier(accepts).sender)
    const times = ["2027-03-03T15:00:00.000Z", "2027-03-04T15:00:00.000Z", "2027-03-05T15:00:00.000Z"]
    const outcome = async (i: number, more = {}) =>
      (await call.tool("POST", "/appointments", slot({ start_time: times[i], ...more }))).body.data.sms
    expect(await outcome(0, { receive_sms_confirmation: false })).toEqual({
      sent: false,
      reason: "not_wanted",
    })
    await call.tool("POST", "/opt-out", { channel: "sms" })
    expect((await outcome(1)).sent).toBe(false)
    await service.api("PUT", "/company", { sms_confirmations: false })
    expect(await outcome(2)).toEqual({ sent: false, reason: "confirmations_off" })
  })

  it("AG-07 is not sent on a host without a number to confirm from", async () => {
    const call = await open(carrier(accepts).sender, null)
    const booked = await call.tool("POST", "/appointments", slot())
    expect([booked.status, booked.body.data.sms]).toEqual([201, { sent: false, reason: "texts_unavailable" }])
  })

  it("AG-07 a carrier that does not answer within two seconds is told as not sent, and the booking stands", async () => {
    let release: (sent: SentText) => void = () => undefined
    const silent = new Promise<SentText>((resolve) => {
      release = resolve
    })
    const { given, sender } = carrier(() => silent)
    const call = await open(sender)
    const booked = await call.tool("POST", "/appointments", slot({ receive_sms_confirmation: true }))
    expect([booked.status, booked.body.data.sms.sent]).toEqual([201, false])
    const again = await call.tool("POST", "/appointments", slot({ receive_sms_confirmation: true }))
    expect([again.status, again.body.data.id]).toEqual([201, booked.body.data.id])
    release({ kind: "sent", carrierId: "SM1" })
    expect(given).toHaveLength(1)
  })

  it("AG-16 a repeat while the text is on its way waits for it, and tells the same as the first call", async () => {
    let release: (sent: SentText) => void = () => undefined
    const { given, sender } = carrier(
      () =>
        new Promise<SentText>((resolve) => {
          release = resolve
        }),
    )
    const call = await open(sender)
    const first = call.tool("POST", "/appointments", slot({ receive_sms_confirmation: true }))
    await expect.poll(() => given.length).toBe(1)
    const looks = looksAtTexts()
    const again = call.tool("POST", "/appointments", slot({ receive_sms_confirmation: true }))
    await expect.poll(looks).toBeGreaterThan(1)
    release({ kind: "sent", carrierId: "SM1" })
    const told = (await Promise.all([first, again])).map(({ body }) => body.data.sms)
    expect([told, given.length]).toEqual([Array(2).fill({ sent: true, reason: null }), 1])
  })

  it("AG-07 AG-16 a carrier that refuses is told as not sent, to whoever asks again too", async () => {
    const refuses = async (): Promise<SentText> => ({ kind: "refused", error: "30007", optedOut: false })
    const call = await open(carrier(refuses).sender)
    for (const _time of ["first", "again"]) {
      const booked = await call.tool("POST", "/appointments", slot({ receive_sms_confirmation: true }))
      expect(booked.body.data.sms).toEqual({ sent: false, reason: "30007" })
    }
  })
})
