// Keeps a CRM's deals in step with a company's appointments: WEBHOOK_SECRET=whsec_… node receiver.js
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { createClient, NotGenuine, verifyWebhook } from "@appointed/sdk"

/**
 * Takes an event into the CRM. An event may come twice, and an older one after a younger one: `occurred_at` strictly
 * increases within an appointment, so a deal that has seen a later time stays as it is. That makes repeats harmless too.
 */
export async function takeIntoCrm(crm, event) {
  if (!event.type.startsWith("appointment.")) return "ignored"
  const { appointment, customer } = event.data
  const deal = await crm.findDeal(appointment.id)
  if (deal && deal.changedAt >= event.occurred_at) return "old"
  await crm.saveDeal(appointment.id, {
    contact: customer.external_ref ?? customer.email ?? customer.phone,
    stage: event.type === "appointment.cancelled" ? "lost" : "scheduled",
    what: appointment.appointment_type.name,
    when: appointment.start_time,
    changedAt: event.occurred_at,
  })
  return "saved"
}

/** A server that is not listening yet. It answers only what is saved, so that the service sends the rest again. */
export function createReceiver({ crm, secret }) {
  return createServer(async (request, response) => {
    try {
      const event = await verifyWebhook(await text(request), request.headers, secret)
      await takeIntoCrm(crm, event)
      response.writeHead(204).end()
    } catch (error) {
      response.writeHead(error instanceof NotGenuine ? 400 : 500).end()
    }
  })
}

/** Reads what the receiver missed while it was down, up to 30 days. Run it as often as you like. */
export async function catchUp({ crm, baseUrl, apiKey }) {
  const client = createClient({ baseUrl, apiKey })
  for await (const event of client.listEvents({ limit: 100 })) await takeIntoCrm(crm, event)
}

/** Stands for your CRM. */
export function memoryCrm() {
  const deals = new Map()
  return {
    deals,
    findDeal: async (appointmentId) => deals.get(appointmentId),
    saveDeal: async (appointmentId, deal) => void deals.set(appointmentId, deal),
  }
}

if (process.argv[1] === import.meta.filename) {
  const { WEBHOOK_SECRET: secret, PORT = "8000" } = process.env
  createReceiver({ crm: memoryCrm(), secret }).listen(Number(PORT), () => console.log(`Listening on ${PORT}`))
}
