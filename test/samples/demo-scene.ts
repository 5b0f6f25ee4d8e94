/**
 * The demo as readers of the API's document have it, over doubles of what lies outside: mail, other websites, name servers and
 * a provider's calendar. What a sample takes as given is made here.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { sendTexts } from "../../service/messages/messages.worker.ts"
import type { Calendars } from "../../service/platform/ports/calendars.ts"
import type { MailSender } from "../../service/platform/ports/mails.ts"
import type { Websites } from "../../service/platform/ports/websites.ts"
import { sumUpAll } from "../../service/reports/sum-up-reports.ts"
import { makeConnectedApp } from "../support/connected-app.ts"
import { smallPdf, upload } from "../support/files.ts"
import type { TestDatabase } from "../support/postgres.ts"
import { lastCode } from "../support/read-texts.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, put, weekdays } from "../support/story.ts"
import { totpCode } from "../support/totp.ts"

/** A reader's possessions beside the document: a key, and the variables that samples name. */
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
  /** Does what is due by itself: texts and mails go, and reports are summed up. */
  settle(): Promise<void>
}

const companyNumber = "+15125550100"
const password = "correct horse battery"

/** Late on a Monday morning in Texas, on no full minute. */
export const sceneTime = "2027-03-01T17:03:27.000Z"

const takesAll: MailSender = {
  from: "bookings@host.example",
  staysHere: false,
  send: async () => ({ kind: "sent", carrierId: null }),
}

const bareSite: Websites = {
  read: async (url) => ({ url, status: 200, policyHeader: null, html: "<html><body>Book</body></html>" }),
  close() {},
}

const freeCalendar: Calendars = {
  read: async () => ({ busy: new Int32Array(), version: null }),
  put: async (_account, event) => ({ remoteId: event.id, etag: null }),
  remove: async () => {},
  examine: async () => ({ mayWrite: true, serverTime: null }),
  close() {},
}

export async function openScene(database: TestDatabase, demoDir: string): Promise<Scene> {
  const service = await startService({
    ...{ database, demoDir, now: sceneTime, files: true, book: true },
    ...{ mails: takesAll, websites: bareSite, readDomainTexts: async () => [] },
    platformSmsNumber: "+15125550199",
  })
  const { calendars } = service.context
  Object.assign(service.context, { calendars: { ...freeCalendar, close: () => calendars.close() } })
  const { user } = JSON.parse(readFileSync(join(demoDir, "demo.json"), "utf8"))
  await bookByMail(service)
  const [owner] = (await service.api("GET", "/users?limit=1")).body.data
  await makeConnectedApp(service.context, { companyId: service.companyId, userId: owner.id })
  const session = await beginConversation(service)
  const given = { session, password: user.password as string }
  const reader = { apiUrl: service.apiUrl, key: service.key, variables: given }
  const sessionUsers = signIns(service)
  let testKey: string | null = null
  const ownOf = async (operationId: string, path: string): Promise<Partial<Reader>> => {
    if (path.startsWith("/test-clock") || path === "/test-outbox") {
      testKey ??= String((await make(service, "/test-company", {})).api_key)
      return { key: testKey }
    }
    if (path.startsWith("/users/me") || ["end_session", "undo"].includes(operationId))
      return sessionUsers(operationId)
    if (operationId === "agent_confirm_contact")
      return { variables: { ...given, ...(await askForCode(service, session)) } }
    if (operationId === "agent_accept_proposal")
      return { variables: { ...given, ...(await proposeTime(service, session)) } }
    if (operationId === "read_file") return { variables: { ...given, file: await bookWithFile(service) } }
    return {}
  }
  return {
    service,
    async readerOf(operationId, path) {
      const own = await ownOf(operationId, path)
      return { ...reader, now: service.clock.now(), ...own }
    },
    async settle() {
      await sendTexts(service.context)
      await sumUpAll(service.context)
    },
  }
}

/** By a customer without a phone, whose confirmation is a mail. */
async function bookByMail(service: TestService): Promise<void> {
  await put(service, "/company", { mail: {} })
  const customer = await make(service, "/customers", { name: "Lea Moor", email: "lea@example.com" })
  const wish = { customer_id: customer.id, appointment_type_id: 5 }
  const days = { start_date: "2027-03-20", end_date: "2027-03-30" }
  const found = await service.api("POST", "/slots", { ...wish, ...days })
  const { start_time, provider_id, location_id } = found.body.data.recommended[0]
  await make(service, "/appointments", { ...wish, start_time, provider_id, location_id })
}

async function beginConversation(service: TestService): Promise<string> {
  const begun = await service.api("POST", "/agent/conversation-init", {
    caller_id: "+12105550177",
    called_number: companyNumber,
    call_sid: "CA1",
  })
  return begun.body.dynamic_variables.session_id
}

async function askForCode(service: TestService, session_id: string) {
  const started = await make(service, "/agent/contacts", { session_id, contact_number: "+12105550131" })
  return { verification: String(started.verification_id), code: await lastCode(service) }
}

/** To the customer of the conversation, who has asked for another. */
async function proposeTime(service: TestService, session_id: string) {
  const type = await make(service, "/appointment-types", {
    ...{ name: "Kitchen measurement", duration_minutes: 60, confirmation: "staff" },
  })
  const provider = await make(service, "/providers", {
    ...{ name: "Jon Vale", appointment_type_ids: [type.id], weekly_hours: weekdays(1) },
  })
  const asked = await make(service, "/agent/appointments", {
    ...{ session_id, appointment_type_id: type.id, provider_id: provider.id },
    ...{ start_time: "2027-03-11T16:00:00.000Z" },
  })
  const proposed = "2027-03-11T18:00:00.000Z"
  await service.api("POST", `/appointments/${asked.id}/propose`, { times: [{ start_time: proposed }] })
  return { pending: String(asked.id), proposed }
}

/** A file that was uploaded as an answer. */
async function bookWithFile(service: TestService): Promise<string> {
  const type = await make(service, "/appointment-types", {
    ...{ name: "Boiler repair", duration_minutes: 60 },
    questions: [{ key: "plan", label: "A plan of the cellar", kind: "file", required: true }],
  })
  const provider = await make(service, "/providers", {
    ...{ name: "Jon Vale", appointment_type_ids: [type.id], weekly_hours: weekdays(1) },
  })
  const file = await make(service, "/files", { name: "cellar.pdf" })
  await upload(String(file.upload_url), smallPdf, "application/pdf")
  await make(service, "/appointments", {
    ...{ customer_id: 3, appointment_type_id: type.id, provider_id: provider.id, location_id: 1 },
    ...{ start_time: "2027-03-10T16:00:00.000Z", answers: { plan: [file.id] } },
  })
  return String(file.id)
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
