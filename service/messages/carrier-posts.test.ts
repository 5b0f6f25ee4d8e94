import { execFileSync } from "node:child_process"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type LocalServer, startLocalServer } from "../../test/support/local-server.ts"
import { later, makePlan, makeRequest, outcomes, ownNumber, textStep } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, type Story, tellStory } from "../../test/support/story.ts"
import { createTwilioPosts, createTwilioTexts } from "../host/adapters/texts/twilio.ts"
import { sendTexts } from "./messages.worker.ts"

const authToken = "the token of the tests"
const publicUrl = "https://api.example.com"
const known = "+15125550123"

let service: TestService
let story: Story
let twilio: LocalServer
beforeEach(async () => {
  twilio = await startLocalServer()
  twilio.tell({ status: 201, body: { sid: "SM1", status: "queued" } })
  const account = { accountSid: `AC${"0".repeat(32)}`, authToken, baseUrl: twilio.url }
  service = await startService({
    now: "2027-03-01T18:00:00.000Z",
    texts: createTwilioTexts({ ...account, reportsTo: publicUrl }),
    carrierPosts: createTwilioPosts({ authToken, baseUrl: publicUrl }),
  })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
})
afterEach(async () => {
  await service.stop()
  await twilio.stop()
})

/** Signed by another program than the one that judges it. */
function signatureOf(url: string, form: Record<string, string>, token = authToken): string {
  const fields = Object.keys(form).sort()
  const input = url + fields.map((name) => name + form[name]).join("")
  return execFileSync("openssl", ["dgst", "-sha1", "-hmac", token, "-binary"], { input }).toString("base64")
}

async function post(path: string, form: Record<string, string>, token = authToken): Promise<Response> {
  return fetch(service.apiUrl + path, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": signatureOf(publicUrl + path, form, token),
    },
    body: new URLSearchParams(form),
  })
}

async function nudged() {
  const outreach_plan_id = await makePlan(service, [textStep("One"), textStep("Two", 60)])
  const request = await makeRequest(service, story, { outreach_plan_id })
  await later(service, 0)
  const form = new URLSearchParams(twilio.asked[0]!.body)
  return { requestId: request.id, path: form.get("StatusCallback")!.slice(publicUrl.length) }
}

const consents = async () => {
  const { body } = await service.api("GET", `/customers/${story.customerId}`)
  return body.data.contacts[0].consents
}
const rows = () =>
  service.context.db.query("SELECT status, delivery, last_error, carrier_id FROM text_message ORDER BY id")

describe("later reports of the carrier", () => {
  it("are asked for with each text, and say whether it was delivered", async () => {
    const { path } = await nudged()
    expect(path).toMatch(/^\/twilio\/reports\/\d+\/\d+$/)
    expect((await post(path, { MessageSid: "SM1", MessageStatus: "sent" })).status).toBe(204)
    expect((await rows())[0]).toEqual({ status: "sent", delivery: null, last_error: null, carrier_id: "SM1" })
    await post(path, { MessageSid: "SM1", MessageStatus: "delivered" })
    await post(path, { MessageSid: "SM1", MessageStatus: "sent" })
    expect((await rows())[0]).toMatchObject({ status: "sent", delivery: "delivered" })
  })

  it("make a step failed that was not delivered", async () => {
    const { requestId, path } = await nudged()
    await post(path, { MessageSid: "SM1", MessageStatus: "undelivered", ErrorCode: "30005" })
    expect(await outcomes(service, requestId)).toEqual(["failed: twilio_30005", "pending"])
  })

  it("CU-03 opt the number out when they carry 21610", async () => {
    const { path } = await nudged()
    await post(path, { MessageSid: "SM1", MessageStatus: "failed", ErrorCode: "21610" })
    expect(await consents()).toMatchObject([{ channel: "sms", event: "revoked", source: "carrier" }])
  })

  it("settle a text whose answer was lost: it was taken", async () => {
    twilio.tell({ status: 502, body: "" })
    const { requestId, path } = await nudged()
    expect(await outcomes(service, requestId)).toEqual(["failed: unknown_outcome", "pending"])
    await post(path, { MessageSid: "SM9", MessageStatus: "sent" })
    expect(await outcomes(service, requestId)).toEqual(["sent", "pending"])
  })

  it("settle a text whose worker died with it", async () => {
    twilio.tell({ silent: true })
    const outreach_plan_id = await makePlan(service, [textStep("One")])
    const request = await makeRequest(service, story, { outreach_plan_id })
    const dying = sendTexts(service.context)
    await expect.poll(() => twilio.asked.length).toBe(1)
    const path = new URLSearchParams(twilio.asked[0]!.body).get("StatusCallback")!.slice(publicUrl.length)
    await post(path, { MessageSid: "SM9", MessageStatus: "queued" })
    await later(service, 1)
    expect([await outcomes(service, request.id), twilio.asked.length]).toEqual([["sent"], 1])
    await twilio.stop()
    await dying
  })

  it("are refused unless the carrier signed them, and when the text is another", async () => {
    const { path } = await nudged()
    const form = { MessageSid: "SM1", MessageStatus: "failed", ErrorCode: "21610" }
    expect((await post(path, form, "another token")).status).toBe(403)
    const unsigned = await fetch(service.apiUrl + path, { method: "POST", body: new URLSearchParams(form) })
    expect(unsigned.status).toBe(403)
    expect(await unsigned.json()).toMatchObject({ error: { code: "forbidden" } })
    expect((await post(path, { ...form, MessageSid: "SM2" })).status).toBe(404)
    expect((await post(`${path}99`, form)).status).toBe(404)
    expect(await consents()).toEqual([])
  })
})

describe("what people answer", () => {
  const reply = (body: string, form: Record<string, string> = {}) =>
    post("/twilio/replies", { From: known, To: ownNumber, Body: body, MessageSid: "SM5", ...form })

  it("CU-02 STOP ends texts to the number, START allows them again, each recorded once", async () => {
    const answer = await reply("Stop")
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      200,
      "text/xml; charset=utf-8",
      '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
    ])
    await reply("STOP")
    await reply("START")
    await reply("thanks")
    expect(await consents()).toMatchObject([
      { channel: "sms", event: "revoked", source: "customer replied STOP" },
      { channel: "sms", event: "granted", source: "customer replied START" },
    ])
  })

  it("HELP is answered in the company's name, unless the carrier has answered it", async () => {
    await service.api("PUT", "/company", { name: "Hot & Cold" })
    expect(await (await reply("HELP")).text()).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Response><Message>Hot &amp; Cold: texts about your appointments. ' +
        "Call +15125550100. Reply STOP for no more texts.</Message></Response>",
    )
    expect(await (await reply("HELP", { OptOutType: "HELP" })).text()).toContain("<Response></Response>")
  })

  it("is no word to a company whose number it is not, nor when it is not signed", async () => {
    await reply("STOP", { To: "+15005550006" })
    const forged = await post(
      "/twilio/replies",
      { From: known, To: ownNumber, Body: "STOP" },
      "another token",
    )
    expect([forged.status, await consents()]).toEqual([403, []])
  })

  describe("TR-04 CANCEL", () => {
    const shared = "+15005550006"
    const booked = async () => {
      const booking = { customer_id: story.customerId, appointment_type_id: story.typeId }
      const { manage_url } = await make(service, "/appointments", {
        ...booking,
        provider_id: story.anaId,
        start_time: "2027-03-03T16:00:00.000Z",
      })
      return String(manage_url)
    }
    const spoken = async (answer: Promise<Response>) =>
      /<Message>(.*)<\/Message>/s.exec(await (await answer).text())?.[1] ?? null

    it("stops texts and cancels nothing: the answer says both, and how to cancel", async () => {
      const url = await booked()
      expect(await spoken(reply("CANCEL"))).toBe(
        `Harbour Heating: We've stopped texting you. Your appointment is still booked. To cancel:\nBoiler service, Wed, Mar 3 at 10:00 AM CST: ${url}`,
      )
      expect(await consents()).toMatchObject([{ event: "revoked", source: "customer replied STOP" }])
      const { body } = await service.api("GET", "/appointments")
      expect(body.data[0].status).toBe("scheduled")
    })

    it("names each of many appointments, the soonest first", async () => {
      const booking = { customer_id: story.customerId, appointment_type_id: story.typeId }
      for (const day of ["09", "03", "08", "04", "10", "05"])
        await make(service, "/appointments", {
          ...{ ...booking, provider_id: story.anaId, start_time: `2027-03-${day}T16:00:00.000Z` },
        })
      const said = await spoken(reply("CANCEL"))
      expect([...said!.matchAll(/Mar \d+/g)].map(([day]) => day)).toEqual([
        ...["Mar 3", "Mar 4", "Mar 5", "Mar 8", "Mar 9", "Mar 10"],
      ])
    })

    it("is answered from the host's number, which the carrier has not stopped, once a day", async () => {
      service.context.platformSmsNumber = shared
      const url = await booked()
      await service.context.db.query("DELETE FROM text_due")
      expect([await spoken(reply("Cancel.")), await spoken(reply("cancel"))]).toEqual([null, null])
      await sendTexts(service.context)
      const sent = twilio.asked.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
      expect(sent).toMatchObject([{ From: shared, To: known }])
      expect(sent[0]!.Body).toContain("We've stopped texting you. Your appointment is still booked.")
      expect(sent[0]!.Body).toContain(url)
    })

    it("in French or Spanish is no word for STOP: texts go on, and the answer says how to cancel", async () => {
      await service.api("PUT", `/customers/${story.customerId}`, { locale: "fr" })
      const url = await booked()
      expect(await spoken(reply("ANNULER"))).toBe(
        `Harbour Heating : Votre rendez-vous reste pris. Pour annuler :\nBoiler service, mer. 3 mars à 10 h 00 (HNC) : ${url}`,
      )
      expect(await consents()).toEqual([])
    })

    it("of somebody without an appointment is STOP and no more, or asks to call", async () => {
      expect(await spoken(reply("CANCEL"))).toBeNull()
      expect(await consents()).toMatchObject([{ event: "revoked" }])
      expect(await spoken(reply("CANCELAR"))).toContain("Call +15125550100")
      expect(await spoken(reply("CANCEL", { From: "+15125550177" }))).toBeNull()
    })

    it("to the number that confirmations come from names no company, and records nothing", async () => {
      service.context.platformSmsNumber = shared
      expect(await spoken(reply("CANCEL", { To: shared }))).toBe(
        "Texts from this number have stopped. Your appointment is still booked. To cancel it, open the link in its confirmation or call the company.",
      )
      expect(await spoken(reply("Cancelar", { To: shared }))).toContain("Su cita sigue reservada.")
      expect(await spoken(reply("STOP", { To: shared }))).toBeNull()
      expect(await consents()).toEqual([])
    })
  })
})
