import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { nextNetwork, openPublicPage, type Visitor, visitorOf } from "../../../test/support/public-page.ts"
import { lastCode, textsOf } from "../../../test/support/read-texts.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { put, type Story, tellStory } from "../../../test/support/story.ts"

let service: TestService
let story: Story
let visitor: Visitor

beforeEach(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
  visitor = visitorOf(service)
})
afterEach(() => service.stop())

const known = "+15125550123"
const unknown = "+15125550177"
const minute = 60_000
const hour = 60 * minute

const wrong = (code: string) => (code === "000000" ? "000001" : "000000")
const codeOf = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code]
/** An answer's text, but for the id of its request. */
const worded = (text: string) => text.replace(/req_[\w-]+/, "req")

describe("codes", () => {
  it("VC-01 six digits open a visit, once", async () => {
    const { data } = await visitor.code(known)
    const code = await lastCode(service)
    const verified = await visitor.verify(data.verificationId, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(verified.status).toBe(200)
    expect(verified.data.visitToken).toMatch(/^[\w-]{22}$/)
    expect(codeOf(await visitor.verify(data.verificationId, code))).toEqual([400, "code_expired"])
  })

  it("VC-01 expired, tried out, unknown, used and another company's ids answer alike", async () => {
    const ids: [string, string][] = [["AAAAAAAAAAAAAAAAAAAAAA", "123456"]]
    const ask = async (phone: string) => {
      const { data } = await visitor.code(phone)
      return { id: data.verificationId, code: await lastCode(service) }
    }
    const old = await ask("+15125550131")
    service.clock.advanceMs(10 * minute)
    ids.push([old.id, old.code])
    const used = await ask("+15125550132")
    await visitor.verify(used.id, used.code)
    ids.push([used.id, used.code])
    const triedOut = await ask("+15125550133")
    const tries = []
    for (let tried = 0; tried < 5; tried += 1) {
      tries.push((await visitor.verify(triedOut.id, wrong(triedOut.code))).error.code)
    }
    expect(tries).toEqual([...Array(4).fill("wrong_code"), "code_expired"])
    ids.push([triedOut.id, triedOut.code])
    const foreign = await ask("+15125550134")
    const other = await service.anotherCompany()
    const open = { public_slug: "elsewhere", public_booking_enabled: true }
    await service.api("PUT", "/company", open, { key: other.key })
    const answers = []
    for (const [id, code] of ids) answers.push(await visitor.verify(id, code))
    answers.push(await visitorOf(service, "elsewhere").verify(foreign.id, foreign.code))
    for (const answer of answers) {
      expect([answer.status, answer.error.message]).toEqual([400, "Code expired"])
      expect(worded(answer.text)).toBe(worded(answers[0]!.text))
    }
  })

  it("VC-01 guesses that come at once are counted one by one", async () => {
    const { data } = await visitor.code(known)
    const code = await lastCode(service)
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => visitor.verify(data.verificationId, wrong(code))),
    )
    expect(guesses.filter(({ error }) => error.code === "wrong_code").length).toBe(4)
    expect(codeOf(await visitor.verify(data.verificationId, code))).toEqual([400, "code_expired"])
  })

  it("VC-02 three an hour and ten a day to a number, whoever asks and whichever company is asked", async () => {
    const other = await service.anotherCompany()
    const open = { public_slug: "elsewhere", public_booking_enabled: true }
    await service.api("PUT", "/company", open, { key: other.key })
    await service.api("POST", "/channels", { kind: "sms", phone: "+15125550188" }, { key: other.key })
    const ask = (slug?: string) => visitorOf(service, slug).code(unknown)
    const inAnHour = [await ask(), await ask("elsewhere"), await ask(), await ask("elsewhere")]
    expect(inAnHour.map(({ status }) => status)).toEqual([201, 201, 201, 429])
    expect(inAnHour[3]!.headers.get("retry-after")).toBe("3600")
    service.clock.advanceMs(hour - 1_000)
    expect((await ask()).status).toBe(429)
    service.clock.advanceMs(1_000)
    let sent = 3
    while (sent < 10) {
      expect((await ask()).status).toBe(201)
      sent += 1
      if (sent % 3 === 0) service.clock.advanceMs(hour)
    }
    service.clock.advanceMs(2 * hour)
    const eleventh = await ask()
    expect(eleventh.status).toBe(429)
    service.clock.advanceMs(Number(eleventh.headers.get("retry-after")) * 1_000)
    expect((await ask()).status).toBe(201)
  })

  it("VC-02 ten an hour from a network, an IPv6 /64 being one", async () => {
    for (let asked = 0; asked < 10; asked += 1) {
      const from = `2001:db8:1:2::${asked + 1}`
      const answer = await visitorOf(service, undefined, from).code(`+1512555${2000 + asked}`)
      expect(answer.status).toBe(201)
    }
    const next = (from: string) => visitorOf(service, undefined, from).code("+15125552999")
    const refused = await next("2001:db8:1:2:ffff::1")
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"])
    expect((await next("2001:db8:1:3::1")).status).toBe(201)
  })

  it("VC-02 as many a day as the company allows; none at 0, and then without Retry-After", async () => {
    await put(service, "/company", { public_daily_code_cap: 2 })
    const ask = (phone: string) => visitorOf(service).code(phone)
    expect((await ask("+15125550141")).status).toBe(201)
    service.clock.advanceMs(hour)
    expect((await ask("+15125550142")).status).toBe(201)
    const third = await ask("+15125550143")
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, String(23 * 3_600)])
    service.clock.advanceMs(23 * hour)
    expect((await ask("+15125550143")).status).toBe(201)
    await put(service, "/company", { public_daily_code_cap: 0 })
    const stopped = await ask("+15125550144")
    expect(codeOf(stopped)).toEqual([429, "codes_stopped"])
    expect(stopped.headers.get("retry-after")).toBeNull()
    expect(stopped.error.details).toEqual({ companyPhone: "+15125550100" })
  })

  it("VC-02 the same codes asked for at once get no further", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => visitorOf(service).code(unknown)))
    expect(answers.filter(({ status }) => status === 201).length).toBe(3)
    expect((await textsOf(service)).length).toBe(3)
  })

  it("VC-03 a visit lasts 30 minutes, is the company's own, and needs no cookie", async () => {
    const visit = await visitor.proves(known)
    expect(visit.expiresAt).toBe("2027-03-01T12:30:00.000Z")
    const shown = await visitor.visit()
    expect([shown.status, shown.headers.get("set-cookie")]).toEqual([200, null])
    expect(shown.data.visitToken).toBeUndefined()
    const other = await service.anotherCompany()
    const open = { public_slug: "elsewhere", public_booking_enabled: true }
    await service.api("PUT", "/company", open, { key: other.key })
    const elsewhere = visitorOf(service, "elsewhere")
    elsewhere.token = visitor.token
    expect(codeOf(await elsewhere.visit())).toEqual([401, "visit_expired"])
    service.clock.advanceMs(30 * minute - 1)
    expect((await visitor.visit()).status).toBe(200)
    service.clock.advanceMs(1)
    expect(codeOf(await visitor.visit())).toEqual([401, "visit_expired"])
  })

  it("VC-04 keeps codes, numbers and tokens as hashes or sealed, nowhere readable", async () => {
    await visitor.proves(unknown)
    const code = await lastCode(service)
    for (const table of [
      "verification_code",
      "verified_visit",
      "code_ledger",
      "text_message",
      "audit",
      "rate_counter",
    ]) {
      const rows = await service.context.db.query<{ row: string }>(
        `SELECT row_to_json(t)::text AS row FROM ${table} t`,
      )
      for (const { row } of rows) {
        for (const secret of [`"${code}"`, unknown, unknown.slice(2), visitor.token!])
          expect(row).not.toContain(secret)
      }
    }
  })
})

describe("before a code goes", () => {
  it("PB-05 the bot check has to pass, each answer once", async () => {
    const ask = (botCheck: string) =>
      visitor.send<{ verificationId: string }>("POST", "/codes", { phone: known, botCheck })
    expect(codeOf(await ask("bm90aGluZw=="))).toEqual([400, "bot_check_failed"])
    const answer = await visitor.solve()
    expect((await ask(answer)).status).toBe(201)
    expect(codeOf(await ask(answer))).toEqual([400, "bot_check_failed"])
    const late = await visitor.solve()
    service.clock.advanceMs(20 * minute)
    expect(codeOf(await ask(late))).toEqual([400, "bot_check_failed"])
    expect((await textsOf(service)).length).toBe(1)
  })

  it("PB-05 only ordinary numbers of the US and Canada", async () => {
    const refused = [
      "+18005550123",
      "+19005550123",
      "+18765550123",
      "+12425550123",
      "+447911123456",
      "+15005550006",
      "12345",
      "abc",
    ]
    for (const phone of refused) {
      const answer = await visitorOf(service).code(phone)
      expect([phone, ...codeOf(answer)]).toEqual([phone, 400, "phone_not_supported"])
      expect(answer.error.details).toEqual({ companyPhone: "+15125550100" })
    }
    for (const phone of ["512-555-0150", "+1 416 555 0123"]) {
      expect([phone, (await visitorOf(service).code(phone)).status]).toEqual([phone, 201])
    }
    expect((await textsOf(service)).map(({ to }) => to)).toEqual(["+15125550150", "+14165550123"])
  })

  it("asks to call where the company has no number to text from", async () => {
    const { body } = await service.api("GET", "/channels")
    for (const { id } of body.data) await service.api("DELETE", `/channels/${id}`)
    const answer = await visitor.code(known)
    expect(codeOf(answer)).toEqual([503, "texts_unavailable"])
    expect(answer.error.details).toEqual({ companyPhone: "+15125550100" })
  })

  it("PB-06 says the same of numbers that are known and numbers that are not", async () => {
    const seen = []
    for (const phone of [known, unknown, known, unknown]) {
      const one = visitorOf(service, undefined, nextNetwork())
      const answer = await one.code(phone)
      const headers = [...answer.headers]
        .filter(([name]) => name !== "date")
        .map(([name, value]) => `${name}: ${name === "x-request-id" ? "" : value}`)
      const { verificationId, ...rest } = answer.data
      seen.push(
        JSON.stringify({
          status: answer.status,
          headers,
          rest,
          length: answer.text.length,
          id: verificationId.length,
        }),
      )
    }
    expect(new Set(seen).size).toBe(1)
  })
})

describe("OP-02 a host without a bot-check secret", () => {
  it("answers 503 on every public address", async () => {
    const closed = await startService({ book: true, trustProxyHops: 1, botCheck: null })
    await openPublicPage(closed, await tellStory(closed))
    const one = visitorOf(closed)
    const answers = [
      await one.page(),
      await one.slots({}),
      await one.send("GET", "/bot-check"),
      await one.send("POST", "/codes", {}),
      await one.visit(),
    ]
    for (const answer of answers) expect(codeOf(answer)).toEqual([503, "bot_check_not_configured"])
    expect((await fetch(`${closed.bookUrl}/harbour`)).status).toBe(503)
    await closed.stop()
  })
})
