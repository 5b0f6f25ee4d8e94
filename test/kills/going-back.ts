/**
 * A database that goes back in time, with everything around the cut: what is done behind it is lost in the database, and must
 * not come back. Three ways: a dump is restored, a server is recovered to a point in time, and a standby that lacked the last
 * commits is promoted.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { planReminders, sendTexts } from "../../service/messages/messages.worker.ts"
import type { Tally } from "../races/tally.ts"
import { type Link, linkOf, makeLink } from "../support/link.ts"
import { makeManageLink } from "../support/manage-link.ts"
import { type Api, startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, put, type Story, tellStory } from "../support/story.ts"
import { type PlayedCarrier, playCarrier } from "../support/texts.ts"
import { makeUser, password, signIn } from "../support/users.ts"

export interface Scene {
  service: TestService
  story: Story
  carrier: PlayedCarrier
  journalDir: string
  before: Before
}

/** The state before the cut. */
interface Before {
  asked: Link
  managed: Link & { appointmentId: number }
  key: { id: number; key: string }
  user: { id: number; email: string }
  /** A customer with a number and an appointment tomorrow, who is reminded. */
  remindedId: number
  quietId: number
  quietContactId: number
  erasedId: number
}

/** The values that were given out behind the cut. */
interface Behind {
  eventIds: number[]
  appointmentIds: number[]
  texts: number
}

const names = ["Alice Around", "Rita Reminded", "Quinn Quiet", "Edgar Erased", "Nora New"]
const phones = ["+15125550131", "+15125550132", "+15125550133", "+15125550134"]
const newPassword = "an entirely new pass phrase"

export const openFolder = () => mkdtempSync(join(tmpdir(), "going-back-"))

export async function openScene(url: string, journalDir: string): Promise<Scene> {
  const carrier = playCarrier()
  const service = await serviceAt(url, journalDir, carrier)
  const story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: "+15125550199" })
  await put(service, "/company", { reminders: [24] })
  const named = async (name: string, phone: string) => makeCustomer(service, { name, phone })
  const alice = { ...story, customerId: await named(names[0]!, phones[0]!) }
  const managed = await makeManageLink(service, alice, "2027-03-04T15:00:00.000Z")
  const asked = await makeLink(service, alice)
  const remindedId = await named(names[1]!, phones[1]!)
  await bookAt(service, story, remindedId, "2027-03-02T15:00:00.000Z")
  const quietId = await named(names[2]!, phones[2]!)
  const quiet = (await service.api("GET", `/customers/${quietId}`)).body.data
  const erasedId = await named(names[3]!, phones[3]!)
  await bookAt(service, story, erasedId, "2027-03-05T15:00:00.000Z")
  const key = await make(service, "/api-keys", { name: "Lost", role: "member" })
  const before = {
    asked,
    managed,
    key: { id: key.id, key: String(key.key) },
    user: await makeUser(service),
    remindedId,
    quietId,
    quietContactId: quiet.contacts[0].id,
    erasedId,
  }
  await settled(service)
  return { service, story, carrier, journalDir, before }
}

export const serviceAt = (url: string, journalDir: string, carrier: PlayedCarrier): Promise<TestService> =>
  startService({
    database: { url, cutOff: async () => {}, drop: async () => {} },
    journalDir,
    texts: carrier,
    book: true,
    trustProxyHops: 1,
  })

async function bookAt(
  service: TestService,
  story: Story,
  customerId: number,
  start: string,
): Promise<number> {
  const { id } = await make(service, "/appointments", {
    customer_id: customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: start,
  })
  return id
}

/** All that is due has gone, and the journal knows how far the database is. */
async function settled({ context }: TestService): Promise<void> {
  await sendTexts(context)
}

/** Everything that must not come back. */
export async function doBehind({ service, story, carrier, before }: Scene): Promise<Behind> {
  const { api, context, clock } = service
  const done = async (method: string, path: string, body?: object) => {
    const answer = await api(method, path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  await done("POST", `/scheduling-requests/${before.asked.requestId}/booking-link/rotate`)
  await done("POST", `/appointments/${before.managed.appointmentId}/manage-link/rotate`)
  await done("DELETE", `/api-keys/${before.key.id}`)
  await done("PUT", `/users/${before.user.id}`, { password: newPassword })
  const consents = `/customers/${before.quietId}/contacts/${before.quietContactId}/consent`
  await done("POST", consents, { channel: "sms", event: "revoked", source: "Quinn Quiet said so" })
  const scheduled = await done("GET", `/appointments?customer_id=${before.erasedId}&status=scheduled`)
  for (const { id } of scheduled) await done("POST", `/appointments/${id}/cancel`)
  await done("DELETE", `/customers/${before.erasedId}?erase=true`)
  // Its time comes: 24 hours before.
  clock.set("2027-03-01T15:30:00.000Z")
  const sentBefore = carrier.sent.length
  await planReminders(context)
  await sendTexts(context)
  const nora = await makeCustomer(service, { name: names[4]!, phone: "+15125550135" })
  const appointmentIds = [await bookAt(service, story, nora, "2027-03-08T15:00:00.000Z")]
  await sendTexts(context)
  const events = (await service.events()).body.data
  return {
    eventIds: events.map(({ id }: { id: string }) => Number(id.slice("evt_".length))),
    appointmentIds,
    texts: carrier.sent.length - sentBefore,
  }
}

/** `service` is one over the database that went back. Its first company is the scene's, by `key`. */
export async function checkBack(
  { story, carrier, journalDir, before }: Scene,
  behind: Behind,
  { service, key }: { service: TestService; key: string },
  tally: Tally,
): Promise<void> {
  const api: Api = (method, path, body, options) => service.api(method, path, body, { key, ...options })
  const own = { ...service, api }
  service.clock.set("2027-03-01T15:40:00.000Z")
  for (const [what, link] of [
    ["a booking link", before.asked],
    ["a manage link", before.managed],
  ] as const) {
    const old = linkOf(service, service.bookUrl + new URL(link.url).pathname)
    const { status } = await old.page()
    tally.check(status === 404, () => `${what} that was replaced answers ${status}`)
  }
  const request = (await api("GET", `/scheduling-requests/${before.asked.requestId}`)).body.data
  const present = linkOf(service, service.bookUrl + new URL(request.booking_url).pathname)
  const page = await present.page()
  tally.check(
    page.status === 200 && page.text.includes("Alice"),
    () => "Alice's present link does not open her page",
  )
  const revoked = await service.api("GET", "/customers", undefined, { key: before.key.key })
  tally.check(revoked.status === 401, () => `a revoked key answers ${revoked.status}`)
  const signedIn = await signIn(service, before.user.email, { password })
  tally.check(signedIn.status === 401, () => `an old password answers ${signedIn.status}`)
  const quiet = (await api("GET", `/customers/${before.quietId}`)).body.data
  tally.check(quiet.contacts[0].consents.at(-1)?.event === "revoked", () => "an opt-out is lost")
  const erased = (await api("GET", `/customers/${before.erasedId}/export`)).body.data.customer
  tally.check(
    erased.name === "Erased" && erased.phone === null,
    () => `an erased customer is back: ${erased.name}`,
  )

  const sentBefore = carrier.sent.length
  await planReminders(service.context)
  await sendTexts(service.context)
  const again = carrier.sent.slice(sentBefore)
  tally.check(again.length === 0, () => `${again.length} texts went again`)

  const someone = await makeCustomer(own, { name: "Sven Since", phone: "+15125550136" })
  const id = await bookAt(own, story, someone, "2027-03-08T17:00:00.000Z")
  tally.check(!behind.appointmentIds.includes(id), () => "an appointment's id came again")
  await service.events()
  const events = (await api("GET", "/events?limit=100&order=newest")).body.data
  const newest = Number(events[0].id.slice("evt_".length))
  tally.check(!behind.eventIds.includes(newest), () => "an event's id came again")
  checkJournal(journalDir, tally)
}

/** The journal says no name and no number in the clear. */
function checkJournal(journalDir: string, tally: Tally): void {
  const files = readdirSync(journalDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const text = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8")).join("")
  tally.check(text.includes('"kind":"consent"'), () => "the journal has no opt-out")
  const told = [...names.flatMap((name) => name.split(" ")), ...phones, password, newPassword]
  const found = told.filter((word) => text.includes(word))
  tally.check(found.length === 0, () => `the journal says ${found.join(", ")}`)
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })
