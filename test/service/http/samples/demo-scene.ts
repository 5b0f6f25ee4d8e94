/** The demo, with what its readers would have made by then where a sample needs it: pending appointments, an outreach, a file. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { MailSender } from "../../../../service/ports/mails.ts"
import type { TestDatabase } from "../../../support/postgres.ts"
import { lastCode } from "../../../support/read-texts.ts"
import { startService, type TestService } from "../../../support/service.ts"
import { make } from "../../../support/story.ts"
import { totpCode } from "../../../support/totp.ts"

/** What a reader has beside the document: a key, and the variables that samples name. */
export interface Reader {
  apiUrl: string
  now: number
  key: string
  variables: Readonly<Record<string, string>>
}

export interface Scene {
  service: TestService
  /** The reader of this operation's sample; what is used up by one call is made anew for each. */
  readerOf(operationId: string, path: string): Promise<Reader>
}

const companyNumber = "+15125550100"
const password = "correct horse battery"

const takesAll: MailSender = {
  from: "bookings@host.example",
  staysHere: false,
  send: async () => ({ kind: "sent", carrierId: null }),
}

/** Late on a Monday morning in Texas: some work has begun, some is ahead. */
export async function openScene(database: TestDatabase, demoDir: string): Promise<Scene> {
  const now = "2027-03-01T17:00:00.000Z"
  const service = await startService({ database, demoDir, now, files: true, mails: takesAll })
  const { user } = JSON.parse(readFileSync(join(demoDir, "demo.json"), "utf8"))
  await askForConfirmation(service)
  await promiseWindow(service)
  const test = await make(service, "/test-company", {})
  const session = await beginConversation(service)
  const sessionUsers = signIns(service)
  return {
    service,
    async readerOf(operationId, path) {
      const reader = { apiUrl: service.apiUrl, now: service.clock.now(), key: service.key }
      const own = { session, password: user.password as string }
      if (path.startsWith("/test-clock") || path === "/test-outbox")
        return { ...reader, key: String(test.api_key), variables: own }
      if (path.startsWith("/users/me") || operationId === "end_session")
        return { ...reader, ...(await sessionUsers(operationId)) }
      if (operationId === "agent_confirm_contact")
        return { ...reader, variables: { ...own, ...(await askForCode(service, session)) } }
      if (operationId === "read_file")
        return { ...reader, variables: { ...own, file: await uploadFile(service) } }
      return { ...reader, variables: own }
    },
  }
}

/** Five appointments that wait for staff's yes. */
async function askForConfirmation(service: TestService): Promise<void> {
  const type = await make(service, "/appointment-types", {
    name: "Home survey",
    duration_minutes: 60,
    confirmation: "staff",
  })
  const weekly_hours = [1, 2, 3, 4, 5].map((weekday) => ({
    location_id: 1,
    weekday,
    start: "09:00",
    end: "17:00",
  }))
  const provider = await make(service, "/providers", {
    name: "Ida Moss",
    appointment_type_ids: [type.id],
    weekly_hours,
  })
  for (const day of [8, 9, 10, 11, 12]) {
    await make(service, "/appointments", {
      ...{ customer_id: 20 + day, appointment_type_id: type.id, provider_id: provider.id, location_id: 1 },
      start_time: `2027-03-${String(day).padStart(2, "0")}T16:00:00.000Z`,
    })
  }
}

/** A visit of tomorrow whose customer was promised a window. */
async function promiseWindow(service: TestService): Promise<void> {
  const type = await make(service, "/appointment-types", {
    ...{ name: "Tap repair", duration_minutes: 60, place: "at_customer", location_ids: [1] },
    promise: { kind: "window", minutes: 120 },
  })
  const provider = await make(service, "/providers", {
    ...{ name: "Jon Vale", appointment_type_ids: [type.id] },
    weekly_hours: [1, 2, 3, 4, 5].map((weekday) => ({
      location_id: 1,
      weekday,
      start: "08:00",
      end: "18:00",
    })),
  })
  const customer = await make(service, "/customers", {
    ...{ name: "Lea Moor", phone: "+12105550111" },
    address: { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
  })
  const wish = { customer_id: customer.id, appointment_type_id: type.id }
  const days = { start_date: "2027-03-02", end_date: "2027-03-03" }
  const found = await service.api("POST", "/slots", { ...wish, ...days })
  const { start_time, location_id } = found.body.data.recommended[0]
  await make(service, "/appointments", { ...wish, provider_id: provider.id, location_id, start_time })
}

async function beginConversation(service: TestService): Promise<string> {
  const begun = await service.api("POST", "/agent/conversation-init", {
    caller_id: "+12105550177",
    called_number: companyNumber,
    call_sid: "CA1",
  })
  return begun.body.dynamic_variables.session_id
}

let otherNumbers = 130

async function askForCode(service: TestService, session_id: string) {
  otherNumbers += 1
  const sent = { session_id, contact_number: `+12105550${otherNumbers}` }
  const started = await make(service, "/agent/contacts", sent)
  return { verification: started.verification_id as string, code: await lastCode(service) }
}

async function uploadFile(service: TestService): Promise<string> {
  const upload = await make(service, "/files", { name: "boiler.txt" })
  await fetch(String(upload.upload_url), { method: "PUT", body: "hello" })
  return String(upload.id)
}

/** For each call a user of its own who has just signed in, with a second factor where the call needs one. */
function signIns(service: TestService) {
  let users = 0
  const withFactor = new Set(["renew_recovery_codes", "remove_second_factor"])
  return async (operationId: string) => {
    users += 1
    const email = `user${users}@cedar.example`
    const user = await make(service, "/users", { email, name: "Uma Reed", role: "member" })
    const { token } = await make(service, `/users/${user.id}/reset-link`, {})
    await service.api("POST", "/password-resets", { token, new_password: password }, { key: null })
    const signedIn = await service.api("POST", "/sessions", { email, password }, { key: null })
    const { token: key } = signedIn.body.data
    const own = { key }
    const isFactors = operationId === "confirm_second_factor" || withFactor.has(operationId)
    if (!isFactors) return { key, variables: { password } }
    const begun = await service.api("POST", "/users/me/second-factor", { password }, own)
    const { secret } = begun.body.data
    const code = () => totpCode(secret, service.clock.now())
    if (withFactor.has(operationId)) {
      await service.api("POST", "/users/me/second-factor/confirm", { code: code() }, own)
      service.clock.advanceMs(30_000)
    }
    return { key, variables: { password, code: code() } }
  }
}
