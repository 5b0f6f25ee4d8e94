// Keeps a CRM's people in step with a company's customers: npm start webhook, npm start stream, or npm start poll
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { createClient, NotGenuine, verifyWebhook } from "@appointed/sdk"

const { APPOINTED_URL: baseUrl, APPOINTED_KEY: apiKey, WEBHOOK_SECRET: secret } = process.env
const { PORT = "8000", CRM: file = "crm.json", POLL_MS = "60000" } = process.env
const client = createClient({ baseUrl, apiKey, userAgent: "crm-sync/1.0" })
const longAgo = "1970-01-01T00:00:00.000Z"
const types = ["customer.created", "customer.changed", "customer.archived", "customer.erased"]

/** Stands for your CRM: its people by the customer's id, and how far it has read. A process that is killed leaves the old file or the new one. */
const crm = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { people: {}, since: longAgo }
function save() {
  writeFileSync(`${file}.new`, JSON.stringify(crm))
  renameSync(`${file}.new`, file)
}

/** Of somebody who was erased nothing is kept but the time, so that no older event brings them back. */
function put({ id, name, email, phone, external_ref }, { at, isArchived, isErased }) {
  crm.people[id] = isErased ? { at, isErased } : { at, name, email, phone, external_ref, isArchived }
}

/** The times of one customer's events strictly increase: repeats and older ones change nothing. */
function takeEvent({ type, occurred_at: at, data: { customer } }) {
  if (at <= (crm.people[customer.id]?.at ?? longAgo)) return
  put(customer, { at, isArchived: type === "customer.archived", isErased: type === "customer.erased" })
}

/** Reads what was changed since the last reading began, less a minute: what was being written then may be older than it. */
async function catchUp() {
  const begun = new Date(Date.now() - 60_000).toISOString()
  for await (const row of client.listCustomers({ updated_since: crm.since, limit: 100 }))
    if (row.updated_at >= (crm.people[row.id]?.at ?? longAgo))
      put(row, { at: row.updated_at, isArchived: row.archived_at !== null, isErased: row.erased_at !== null })
  crm.since = begun
  save()
}

/** Answers once it is saved: what is not answered is sent again, and what a killed process missed is read as it starts. */
const receiver = createServer(async (request, response) => {
  try {
    takeEvent(await verifyWebhook(await text(request), request.headers, secret))
    save()
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(error instanceof NotGenuine ? 400 : 500).end()
  }
})

const ways = {
  async webhook() {
    receiver.listen(Number(PORT), () => console.log(`Listening on ${PORT}`))
    await catchUp()
  },
  async stream() {
    const onOpen = (id) => {
      crm.lastEventId ??= id
      if (crm.since === longAgo) catchUp()
    }
    for await (const event of client.streamEvents({ types, lastEventId: crm.lastEventId, onOpen })) {
      takeEvent(event)
      crm.lastEventId = event.id
      save()
    }
  },
  async poll() {
    for (;;) {
      await catchUp()
      await sleep(Number(POLL_MS))
    }
  },
}
await ways[process.argv[2] ?? "webhook"]()
