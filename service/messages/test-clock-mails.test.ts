/** Mails that go out by themselves, by the clock of a test company: nothing sleeps, and nothing leaves the host. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { smtpTo, startMailServer, type TestMailServer } from "../../test/support/mail-server.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { tellStory } from "../../test/support/story.ts"

let server: TestMailServer
let service: TestService
let close: () => void
beforeAll(async () => {
  server = await startMailServer()
  const mails = smtpTo(server)
  close = () => mails.close()
  // Monday noon in Austin.
  service = await startService({ mails, now: "2027-03-01T18:00:00.000Z" })
  await tellStory(service)
})
afterAll(async () => {
  await service.stop()
  close()
  await server.stop()
})

type Row = Record<string, unknown>
let trial: (method: string, path: string, body?: unknown) => Promise<Row & Row[]>
let providerId: unknown
let typeId: unknown
beforeEach(async () => {
  const { api_key: key } = (await service.api("POST", "/test-company")).body.data
  trial = async (method, path, body) => (await service.api(method, path, body, { key })).body.data
  await trial("POST", "/test-clock/freeze")
  providerId = (await trial("GET", "/providers"))[0]!.id
  typeId = (await trial("GET", "/appointment-types"))[0]!.id
})

async function book(name: string, start_time: string): Promise<Row> {
  const customer = await trial("POST", "/customers", {
    name,
    email: `${name.toLowerCase()}@customer.example`,
  })
  const chosen = { appointment_type_id: typeId, provider_id: providerId, start_time }
  return trial("POST", "/appointments", { customer_id: customer.id, ...chosen })
}

/** The clock's minute and the kind of each mail that went or was held back until then. */
async function advance(to: string): Promise<[unknown, unknown, unknown][]> {
  const { ran } = (await trial("POST", "/test-clock/advance", { to })) as unknown as { ran: Row[] }
  return ran.map(({ at, kind, outcome }) => [at, kind, outcome])
}

const mailed = async () =>
  (await trial("GET", "/test-outbox"))
    .filter(({ channel, subject }) => channel === "mail" && subject !== null)
    .map(({ to, subject }) => [to, subject])

it("ML-04 reminds those again who have not answered at their hour of the test clock, and nobody who comes", async () => {
  await trial("PUT", "/company", { mail: {}, reminders: [26], reminders_unanswered: [24] })
  await book("Ann", "2027-03-03T16:00:00.000Z")
  const { id } = await book("Ben", "2027-03-03T18:00:00.000Z")
  await advance("2027-03-02T15:00:00.000Z")
  await trial("PUT", `/appointments/${id}/attendance`, { attendance: "coming" })
  const reminders = (await advance("2027-03-02T20:00:00.000Z")).filter(([, kind]) => kind === "reminder")
  expect(reminders).toEqual([
    ["2027-03-02T16:00:00.000Z", "reminder", "sent"],
    ["2027-03-02T16:00:00.000Z", "reminder", "sent"],
  ])
  const reminded = (await mailed()).filter(([, subject]) => !String(subject).startsWith("Booked"))
  expect(reminded.map(([to]) => to).sort()).toEqual([
    "ann@customer.example",
    "ann@customer.example",
    "ben@customer.example",
  ])
  expect(server.received).toEqual([])
})

it("ML-01 sends the digest of each day at six of the test clock, when something is booked", async () => {
  await trial("PUT", `/providers/${providerId}`, { digest_email: "ana@home.example" })
  await book("Ann", "2027-03-03T16:00:00.000Z")
  expect(await advance("2027-03-04T18:00:00.000Z")).toEqual(
    expect.arrayContaining([
      ["2027-03-02T12:00:00.000Z", "text", "skipped"],
      ["2027-03-03T12:00:00.000Z", "text", "sent"],
      ["2027-03-04T12:00:00.000Z", "text", "skipped"],
    ]),
  )
  expect(await mailed()).toEqual([["ana@home.example", "Wednesday, March 3: one appointment"]])
  expect(server.received).toEqual([])
})
