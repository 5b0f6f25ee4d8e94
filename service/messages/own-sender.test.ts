/** A company's own address and its own mail server: a real server with STARTTLS and a sign-in, and a real name server. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type Authority, createAuthority } from "../../test/support/authority.ts"
import { smtpTo, startMailServer, type TestMailServer, testSender } from "../../test/support/mail-server.ts"
import { startNameServer, type TestNameServer } from "../../test/support/name-server.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, type Story, tellStory } from "../../test/support/story.ts"
import { domainTexts } from "../host/adapters/mails/domain-texts.ts"
import { createOwnMailServers } from "../host/adapters/mails/own-servers.ts"
import type { SmtpSender } from "../host/adapters/mails/smtp.ts"
import { createAddressGuard } from "../host/adapters/outbound/address-guard.ts"
import { mailPasswordLink } from "../outbox/queue-staff-mail.ts"
import { assignMailDomain } from "../people/operator.ts"
import { checkMailDomains } from "./check-mail-domains.worker.ts"
import { sendTexts } from "./messages.worker.ts"

const serverName = "smtp.harbour.example"
const username = "harbour"
const password = "own secret of the server"
const from = "desk@harbour.example"
const day = 86_400_000

let authority: Authority
let names: TestNameServer
let hosts: TestMailServer
let own: TestMailServer
let mails: SmtpSender
let service: TestService
let story: Story
beforeAll(async () => {
  authority = createAuthority()
  names = await startNameServer()
})
afterAll(() => names.stop())
beforeEach(async () => {
  names.texts.clear()
  names.isSilent = false
  hosts = await startMailServer()
  own = await startOwn()
  mails = smtpTo(hosts)
  service = await startService({
    mails,
    ownMailServers: serversAt(),
    readDomainTexts: domainTexts([names.address]),
    now: "2027-03-01T18:00:00.000Z",
  })
  story = await tellStory(service)
  await service.api("PUT", `/customers/${story.customerId}`, { email: "sam@customer.example" })
})
afterEach(async () => {
  await service.stop()
  mails.close()
  await Promise.all([hosts.stop(), own.stop()])
})

const startOwn = (port = 0) =>
  startMailServer(port, { certificate: authority.issue(`DNS:${serverName}`), username, password })

/** Every name is this machine, which is allowed. */
const serversAt = () =>
  createOwnMailServers({
    guard: createAddressGuard({
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
      allowPrivate: true,
    }),
    ca: authority.ca,
  })

const mailSettings = (mail: Record<string, unknown> | null) => service.api("PUT", "/company", { mail })
const smtp = (fields: Record<string, unknown> = {}) => ({
  ...{ host: serverName, port: own.port, username, password },
  ...fields,
})
const assign = (domain = "harbour.example") => assignMailDomain(service.context, service.companyId, domain)
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof mailSettings>>) => [
  status,
  body.error?.code,
  body.error?.field,
]
const foreign = [400, "invalid_input", "mail.from"]

const book = (start_time = "2027-03-03T16:00:00.000Z") =>
  make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time,
  })
const fromOf = ({ received }: TestMailServer) =>
  received.map(({ mail, envelopeFrom }) => [mail.from?.address, envelopeFrom])

describe("a company's own address", () => {
  it("FX-22 is in no public ending, no public mail provider's domain and no address of a machine", async () => {
    for (const domain of ["gmail.com", "mail.gmail.com", "yahoo.co.uk", "co.uk", "com", "127.0.0.1"]) {
      const { status, body } = await service.api("POST", "/mail-domains", { domain })
      expect([status, body.error.field], domain).toEqual([400, "domain"])
    }
    expect((await service.api("GET", "/mail-domains")).body.data).toEqual([])
  })

  it("ML-08 is refused until DNS proves the domain, and given up when the record has been gone for three days", async () => {
    expect(refusalOf(await mailSettings({ from }))).toEqual(foreign)
    const domain = (await service.api("POST", "/mail-domains", { domain: "Harbour.example" })).body.data
    expect(domain).toMatchObject({ domain: "harbour.example", proven_by: null })
    expect((await make(service, "/mail-domains", { domain: "harbour.example" })).id).toBe(domain.id)
    const check = async () => (await service.api("POST", `/mail-domains/${domain.id}/check`)).body.data
    names.texts.set(domain.record.name, ["v=spf1 -all", `${domain.record.value}x`])
    expect(await check()).toMatchObject({ proven_by: null, checked_at: "2027-03-01T18:00:00.000Z" })
    expect(refusalOf(await mailSettings({ from }))).toEqual(foreign)

    names.texts.set(domain.record.name, ["v=spf1 -all", domain.record.value])
    expect(await check()).toMatchObject({ proven_by: "dns", proven_at: "2027-03-01T18:00:00.000Z" })
    expect((await mailSettings({ from })).body.data.mail).toMatchObject({ from, own_from: from })

    const readFrom = async () => (await service.api("GET", "/company")).body.data.mail.from
    const later = async (days: number) => {
      service.clock.advanceMs(days * day)
      await checkMailDomains(service.context)
      return readFrom()
    }
    names.isSilent = true
    expect(await later(1.1)).toBe(from)
    names.isSilent = false
    names.texts.clear()
    expect(await later(1.1)).toBe(from)
    expect((await service.api("GET", "/mail-domains")).body.data).toMatchObject([
      { proven_by: "dns", missing_since: "2027-03-03T22:48:00.000Z" },
    ])
    expect(await later(2)).toBe(from)
    expect(await later(1.1)).toBe(testSender)
    expect(refusalOf(await mailSettings({ from }))).toEqual(foreign)
  }, 20_000)

  it("ML-08 is free in a domain that the operator has assigned and below it, in no domain that only looks like it", async () => {
    const id = await assign()
    for (const address of [from, "a@mail.harbour.example"])
      expect((await mailSettings({ from: address })).body.data.mail.from).toBe(address)
    for (const address of ["a@evilharbour.example", "a@harbour.example.org", testSender])
      expect(refusalOf(await mailSettings({ from: address }))).toEqual(foreign)
    const { status, body } = await service.api("DELETE", `/mail-domains/${id}`)
    expect([status, body.error.field]).toEqual([400, "id"])
    const other = await service.anotherCompany()
    const asked = await service.api("PUT", "/company", { mail: { from } }, { key: other.key })
    expect(asked.body.error.field).toBe("mail.from")
    await mailSettings({ from: null })
    expect((await service.api("DELETE", `/mail-domains/${id}`)).status).toBe(200)
    expect(refusalOf(await mailSettings({ from }))).toEqual(foreign)
  })

  it("ML-01 goes by the host's server with the host's envelope, so that reports come back, and organizes the invitation", async () => {
    await assign()
    await mailSettings({})
    const { id } = await book()
    await sendTexts(service.context)
    await mailSettings({ from })
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-03T18:00:00.000Z" })
    await sendTexts(service.context)
    expect(fromOf(hosts)).toEqual([
      [testSender, testSender],
      [from, testSender],
    ])
    const said = hosts.received.map(({ mail }) => {
      const text = String(mail.attachments[0]?.content ?? "")
      const bytes = mail.attachments[0]?.content
      const ics = typeof bytes === "string" ? text : Buffer.from(bytes as ArrayBuffer).toString("utf8")
      const unfolded = ics.replace(/\r\n /g, "")
      return [/^UID:(.*)$/m.exec(unfolded)?.[1]?.trim(), /ORGANIZER.*mailto:(\S+)/i.exec(unfolded)?.[1]]
    })
    expect(said.map(([, organizer]) => organizer)).toEqual([testSender, from])
    expect(said[0]![0]).toBe(said[1]![0])
  })
})

describe("a company's own mail server", () => {
  it("ML-01 takes its mails to customers, encrypted and signed in to, and the host's takes those to its people", async () => {
    await assign()
    const set = await mailSettings({ from, smtp: smtp(), reply_to: "front@harbour.example" })
    expect(set.body.data.mail).toEqual({
      from,
      own_from: from,
      reply_to: "front@harbour.example",
      smtp: { host: serverName, port: own.port, username, failing_since: null, last_error: null },
    })
    const user = await make(service, "/users", { email: "ana@desk.example", name: "Ana", role: "member" })
    const link = {
      purpose: "user_invitation",
      userId: user.id,
      url: "https://api.example/console/password#pr_x",
    }
    const expiresAt = service.clock.now() + day
    await service.context.db.transaction((tx) =>
      mailPasswordLink(
        tx,
        service.context,
        service.companyId,
        { ...link, purpose: "user_invitation", expiresAt },
        service.clock.now(),
      ),
    )
    await book()
    await sendTexts(service.context)
    expect(fromOf(own)).toEqual([[from, from]])
    expect(fromOf(hosts)).toEqual([[testSender, testSender]])
    expect(own.received[0]!.mail.messageId).toMatch(/@mail\.example>$/)
    const { data } = (await service.api("GET", "/mails?purpose=confirmation")).body
    expect(data).toMatchObject([{ outcome: "sent", from_email: from, attempts: 1 }])

    await mailSettings(null)
    expect((await service.api("GET", "/company")).body.data.mail).toBeNull()
    expect((await mailSettings({})).body.data.mail).toMatchObject({ from: testSender, smtp: null })
  })

  it("ML-01 is tried before it is saved, and refused without a `from`, encryption, its certificate or the password", async () => {
    await assign()
    const wish = (fields: Record<string, unknown>, address: string | null = from) =>
      mailSettings({ from: address, smtp: smtp(fields) }).then(refusalOf)
    expect(await wish({}, null)).toEqual(foreign)
    expect(await wish({ password: "guessed" })).toEqual([400, "invalid_input", "mail.smtp.password"])
    expect(await wish({ password: undefined })).toEqual([400, "invalid_input", "mail.smtp.password"])
    expect(await wish({ host: "smtp.other.example" })).toEqual([400, "invalid_input", "mail.smtp.host"])
    expect(await wish({ port: hosts.port })).toEqual([400, "invalid_input", "mail.smtp.port"])
    const gone = await startMailServer()
    await gone.stop()
    expect(await wish({ port: gone.port })).toEqual([400, "invalid_input", "mail.smtp.host"])
    expect(hosts.received).toEqual([])
  })

  it("ML-08 is at no private address, no other port and no name that turns to one", async () => {
    const guard = createAddressGuard({
      resolve: async (name) => [{ address: name === "turned.example" ? "10.0.0.8" : "192.0.2.1", family: 4 }],
      allowPrivate: false,
    })
    const servers = createOwnMailServers({ guard })
    const refused = (host: string, port = 587) => servers.refuse({ host, port })
    const isPrivate = "expected a public address, not a private or local one"
    for (const host of [
      "127.0.0.1",
      "10.1.2.3",
      "8.8.8.8",
      "mail.internal",
      "printer.local",
      "turned.example",
    ])
      expect([host, await refused(host)]).toEqual([host, isPrivate])
    expect(await refused("smtp.example.com", 6379)).toBe("expected one of the ports 25, 465, 587, 2525")
    const fault = await servers.examine({ host: "turned.example", port: 587, username, password })
    expect(fault).toBe("blocked_address")
  })

  it("ML-08 its password is sealed, shown nowhere, and sent to no other host", async () => {
    await assign()
    await mailSettings({ from, smtp: smtp() })
    const kept = await service.context.db.query<{ row: string }>(
      "SELECT m::text AS row FROM mail_server m",
      [],
    )
    expect(kept[0]!.row).toContain("v1.")
    const shown = JSON.stringify((await service.api("GET", "/company")).body)
    for (const text of [kept[0]!.row, shown]) expect(text).not.toContain(password)
    // The same server needs it no second time, another one does.
    const again = await mailSettings({ from, smtp: smtp({ password: undefined }) })
    expect(again.status).toBe(200)
    const other = await mailSettings({
      from,
      smtp: smtp({ host: "smtp.thief.example", password: undefined }),
    })
    expect(refusalOf(other)).toEqual([400, "invalid_input", "mail.smtp.password"])
  })

  it("ML-01 is left alone for a while when it fails, says so in readiness, and loses no mail", async () => {
    await assign()
    await mailSettings({ from, smtp: smtp() })
    const { port } = own
    await own.stop()
    await book()
    await sendTexts(service.context)
    const log = async () => (await service.api("GET", "/mails")).body.data
    expect(await log()).toMatchObject([{ outcome: "waiting", reason: "unreachable", attempts: 1 }])
    // The next one is not tried while the server is known to fail.
    await book("2027-03-04T16:00:00.000Z")
    await sendTexts(service.context)
    expect((await log())[0]).toMatchObject({ outcome: "waiting", attempts: 0 })
    const readiness = (await service.api("GET", "/company/readiness")).body.data.items
    expect(readiness.find(({ code }: { code: string }) => code === "mails")).toMatchObject({
      ok: false,
      message: `Your mail server ${serverName} has taken no mails since 2027-03-01T18:00:00.000Z (unreachable).`,
    })
    own = await startOwn(port)
    service.clock.advanceMs(61_000)
    await sendTexts(service.context)
    expect(own.received).toHaveLength(2)
    expect((await service.api("GET", "/company")).body.data.mail.smtp.failing_since).toBeNull()
    expect(hosts.received).toEqual([])
  })

  it("ML-01 takes nothing of a test company", async () => {
    await assign()
    await mailSettings({ from, smtp: smtp() })
    const twin = (await service.api("POST", "/test-company")).body.data
    const company = await service.api("GET", "/company", undefined, { key: twin.api_key })
    expect(company.body.data.mail).toMatchObject({ own_from: null, smtp: null })
    await assignMailDomain(service.context, twin.company_id, "harbour.example")
    const as = { key: twin.api_key }
    const set = await service.api("PUT", "/company", { mail: { from, smtp: smtp({ port: 1 }) } }, as)
    expect(set.body.data.mail.smtp).toMatchObject({ port: 1 })
    const { data: customer } = (
      await service.api("POST", "/customers", { name: "Sam", email: "s@x.example" }, as)
    ).body
    const [type] = (await service.api("GET", "/appointment-types", undefined, as)).body.data
    const [provider] = (await service.api("GET", "/providers", undefined, as)).body.data
    const booked = await service.api(
      "POST",
      "/appointments",
      {
        customer_id: customer.id,
        appointment_type_id: type.id,
        provider_id: provider.id,
        start_time: "2027-03-03T16:00:00.000Z",
      },
      as,
    )
    expect(booked.status).toBe(201)
    await service.api("POST", "/test-clock/advance", { by_minutes: 1 }, as)
    const outbox = (await service.api("GET", "/test-outbox", undefined, as)).body.data
    expect(outbox).toMatchObject([{ from }])
    expect([...own.received, ...hosts.received]).toEqual([])
  })
})
