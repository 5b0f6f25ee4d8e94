import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { HeldView } from "../../../domain/contracts/public-page.ts"
import { nextNetwork, openPublicPage, type Visitor, visitorOf } from "../../../test/support/public-page.ts"
import { lastCode, textsOf } from "../../../test/support/read-texts.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import {
  makeCustomer,
  makeProvider,
  makeType,
  nextNumber,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../../../test/support/story.ts"
import { holdGroup } from "../../holds/hold-group.ts"
import { hold as holdDirectly } from "../../holds/hold-time.ts"

let service: TestService
let story: Story

beforeEach(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
})
afterEach(() => service.stop())

const noon = "2027-03-02T18:00:00.000Z"
const one = "2027-03-02T19:00:00.000Z"
const two = "2027-03-02T20:00:00.000Z"
const march2 = { startDate: "2027-03-02", endDate: "2027-03-03" }
const known = "+15125550123"

const at = (startTime: string, providerId = story.anaId) => ({
  typeId: story.typeId,
  providerId,
  locationId: story.locationId,
  startTime,
})
const draftOf = (n: number) => `draft-${String(n).padStart(24, "0")}`
const hold = (visitor: Visitor, draft: number | null, body: object) =>
  visitor.send<HeldView>("POST", "/holds", body, draft === null ? {} : { "x-draft-token": draftOf(draft) })
const codeOf = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code]

async function startsOf(visitor: Visitor, draft: number | null = null): Promise<string[]> {
  const headers: Record<string, string> = draft === null ? {} : { "x-draft-token": draftOf(draft) }
  const { data } = await visitor.send<{
    providers: { providerId: number; slots: { startTime: string }[] }[]
  }>("POST", "/slots", { typeId: story.typeId, providerId: story.anaId, ...march2 }, headers)
  return data.providers.flatMap(({ slots }) => slots.map(({ startTime }) => startTime))
}

/** A visitor to whom a code was texted, with its verification id. */
async function asked(from?: string): Promise<{ visitor: Visitor; verificationId: string }> {
  const visitor = visitorOf(service, undefined, from)
  const { data } = await visitor.code(nextNumber())
  return { visitor, verificationId: data.verificationId }
}

describe("a visitor", () => {
  it("CL-08 holds the chosen time for five minutes once a code was sent, and books it when the number is proved", async () => {
    const visitor = visitorOf(service)
    const code = await visitor.code(known)
    const { verificationId } = code.data
    const held = await hold(visitor, 1, { ...at(noon), verificationId })
    expect([held.status, held.data]).toEqual([201, { expiresAt: "2027-03-01T12:05:00.000Z", seconds: 300 }])
    const other = visitorOf(service)
    expect(await startsOf(other)).not.toContain(noon)
    expect(await startsOf(visitor, 1)).toContain(noon)
    expect(await startsOf(visitor, 2)).not.toContain(noon)
    await other.proves(nextNumber())
    await other.register({ firstName: "Ruth", lastName: "Hale" })
    expect(codeOf(await other.book(at(noon)))).toEqual([409, "slot_taken"])

    await visitor.proves(known)
    const booked = await visitor.send("POST", "/appointments", at(noon), { "x-draft-token": draftOf(1) })
    expect(booked.status).toBe(201)
    expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
  })

  it("CL-08 holds by a code that was entered before the hold arrived, as the number that it proved", async () => {
    const visitor = visitorOf(service)
    const { data } = await visitor.code(known)
    await visitor.verify(data.verificationId, await lastCode(service))
    const late = await hold(visitor, 1, { ...at(noon), verificationId: data.verificationId })
    expect(late.status).toBe(201)
    // In another browser it is the same visitor, so this hold takes the place of the late one.
    const other = visitorOf(service)
    await other.proves(known)
    expect((await hold(other, 2, at(two))).status).toBe(201)
    const starts = await startsOf(visitorOf(service))
    expect([starts.includes(noon), starts.includes(two)]).toEqual([true, false])
  })

  it("CL-08 has one hold at a time, which follows the choice", async () => {
    const { visitor, verificationId } = await asked()
    await hold(visitor, 1, { ...at(noon), verificationId })
    expect((await hold(visitor, 1, { ...at(two), verificationId })).status).toBe(201)
    const starts = await startsOf(visitorOf(service))
    expect([starts.includes(noon), starts.includes(two)]).toEqual([true, false])
    // Part of the same time: one's own hold hides nothing from oneself.
    expect((await hold(visitor, 1, { ...at("2027-03-02T20:30:00.000Z"), verificationId })).status).toBe(201)
  })

  it("CL-08 holds nothing without a code that was sent, a verified visit or a token of their browser", async () => {
    const { visitor, verificationId } = await asked()
    expect(codeOf(await hold(visitor, 1, at(noon)))).toEqual([400, "code_expired"])
    expect(codeOf(await hold(visitor, 1, { ...at(noon), verificationId: "nothing" }))).toEqual([
      400,
      "code_expired",
    ])
    expect(codeOf(await hold(visitor, null, { ...at(noon), verificationId }))).toEqual([400, "invalid_input"])
    const short = { "x-draft-token": "short" }
    expect(codeOf(await visitor.send("POST", "/holds", { ...at(noon), verificationId }, short))).toEqual([
      400,
      "invalid_input",
    ])
    service.clock.advanceMs(10 * 60_000)
    expect(codeOf(await hold(visitor, 1, { ...at(noon), verificationId }))).toEqual([400, "code_expired"])
    await put(service, `/appointment-types/${story.typeId}`, { public_booking: false })
    const again = await asked()
    expect(
      codeOf(await hold(again.visitor, 1, { ...at(noon), verificationId: again.verificationId })),
    ).toEqual([404, "not_found"])
  })

  it("CL-08 who is verified holds as they choose, and hears at once that a time is gone", async () => {
    const first = visitorOf(service)
    await first.proves(known)
    expect((await hold(first, 1, at(noon))).status).toBe(201)
    const second = await asked()
    const gone = await hold(second.visitor, 2, { ...at(noon), verificationId: second.verificationId })
    expect(codeOf(gone)).toEqual([409, "slot_taken"])
    expect(gone.error?.details?.alternatives).toHaveLength(3)
  })

  it("CL-08 is one of at most three of a network address, and books without a hold beyond that", async () => {
    const network = nextNetwork()
    const starts = [noon, one, two]
    const held = await Promise.all(
      starts.map(async (start, i) => {
        const { visitor, verificationId } = await asked(network)
        return hold(visitor, i, { ...at(start), verificationId })
      }),
    )
    expect(held.map(({ status }) => status)).toEqual([201, 201, 201])
    const fourth = await asked(network)
    const body = { ...at(noon, story.benId), verificationId: fourth.verificationId }
    const refused = await hold(fourth.visitor, 4, body)
    expect(codeOf(refused)).toEqual([429, "rate_limited"])
    expect(refused.headers.get("retry-after")).toBe("300")
    // One who holds already may choose another time.
    expect(
      (await hold(fourth.visitor, 0, { ...at(noon, story.benId), verificationId: fourth.verificationId }))
        .status,
    ).toBe(201)
    service.clock.advanceMs(5 * 60_000)
    const code = await fourth.visitor.code(nextNumber())
    expect(
      (await hold(fourth.visitor, 4, { ...body, verificationId: code.data.verificationId })).status,
    ).toBe(201)
  })
})

describe("one visitor in several browsers and at several addresses", () => {
  const ofSite = (n: number) => `2001:db8:48:${n.toString(16)}::1`
  const held = () =>
    service.context.db.query<{ start_at: Date }>("SELECT start_at FROM hold ORDER BY start_at")
  const heldStarts = async () => (await held()).map(({ start_at }) => start_at.toISOString())

  it("FX-16 holds one time by one code, whatever browsers and addresses of a /48 it is sent from", async () => {
    const { verificationId } = await asked(ofSite(0))
    const starts = [noon, one, two, "2027-03-03T18:00:00.000Z", "2027-03-03T19:00:00.000Z"]
    for (const [n, start] of starts.entries()) {
      const elsewhere = visitorOf(service, undefined, ofSite(n))
      expect((await hold(elsewhere, n, { ...at(start), verificationId })).status).toBe(201)
      expect(await heldStarts()).toEqual([start])
    }
  })

  it("FX-16 holds one time by one verified number, and by the code that proved it before", async () => {
    const phone = nextNumber()
    const visitor = visitorOf(service, undefined, ofSite(1))
    const code = await visitor.code(phone)
    await hold(visitor, 1, { ...at(noon), verificationId: code.data.verificationId })
    const { data } = await visitor.verify(code.data.verificationId, await lastCode(service))
    // The visit goes on in another browser, and the same number is proved in a third.
    const second = visitorOf(service, undefined, ofSite(2))
    second.token = data.visitToken!
    expect((await hold(second, 2, at(one))).status).toBe(201)
    expect(await heldStarts()).toEqual([one])
    const third = visitorOf(service, undefined, ofSite(3))
    service.clock.advanceMs(61_000)
    await third.proves(phone)
    expect((await hold(third, 3, at(two))).status).toBe(201)
    expect(await heldStarts()).toEqual([two])
  })

  it("FX-16 is hidden nothing by their own hold in another browser, and books it there", async () => {
    const phone = nextNumber()
    const visitor = visitorOf(service, undefined, ofSite(1))
    await visitor.proves(phone)
    await visitor.register({ firstName: "Ruth", lastName: "Hale" })
    await hold(visitor, 1, at(noon))
    const second = visitorOf(service, undefined, ofSite(2))
    service.clock.advanceMs(61_000)
    await second.proves(phone)
    expect(await startsOf(visitorOf(service))).not.toContain(noon)
    expect(await startsOf(second)).toContain(noon)
    expect((await second.book(at(noon))).status).toBe(201)
    expect(await held()).toEqual([])
  })

  it("FX-16 ends the one of another browser that a number proved meanwhile shows to be theirs", async () => {
    const phone = nextNumber()
    const visitor = visitorOf(service)
    await visitor.proves(phone)
    await hold(visitor, 1, at(noon))
    // Another browser holds by a code to another number, before the same number is proved in it too.
    const { visitor: second, verificationId } = await asked()
    await hold(second, 2, { ...at(one), verificationId })
    expect(await heldStarts()).toEqual([noon, one])
    service.clock.advanceMs(61_000)
    await second.proves(phone)
    expect((await hold(second, 2, at(two))).status).toBe(201)
    expect(await heldStarts()).toEqual([two])
  })

  it("FX-16 loses no hold to a stranger who has a code sent to their number and never types it back", async () => {
    const phone = nextNumber()
    const visitor = visitorOf(service)
    await visitor.proves(phone)
    await hold(visitor, 1, at(noon))
    service.clock.advanceMs(61_000)
    const stranger = visitorOf(service)
    const { verificationId } = (await stranger.code(phone)).data
    expect((await hold(stranger, 2, { ...at(one), verificationId })).status).toBe(201)
    expect(await heldStarts()).toEqual([noon, one])
  })

  it("FX-16 holds one of two times that two browsers ask for at once, and the other is told to try again", async () => {
    const phone = nextNumber()
    const first = visitorOf(service, undefined, ofSite(1))
    await first.proves(phone)
    const second = visitorOf(service, undefined, ofSite(2))
    second.token = first.token
    const statuses = await Promise.all([hold(first, 1, at(noon)), hold(second, 2, at(noon, story.benId))])
    for (const { status } of statuses) expect([201, 503]).toContain(status)
    expect(await held()).toHaveLength(1)
  })
})

describe("two hundred phones of one carrier's /48", () => {
  it("FX-16 hold and book at once, each by a code of its own, and none is told to wait", async () => {
    await put(service, "/company", { public_daily_code_cap: 400 })
    const cleo = { appointment_type_ids: [story.typeId], weekly_hours: weekdays(story.locationId) }
    const more = await Promise.all(
      ["Cleo Marsh", "Dan Fox"].map((name) => makeProvider(service, { name, ...cleo })),
    )
    const days = ["02", "03", "04", "05", "08", "09", "10"]
    const wishes = days.flatMap((day) =>
      [15, 16, 17, 18, 19, 20, 21, 22].flatMap((hour) =>
        [story.anaId, story.benId, ...more].map((id) => at(`2027-03-${day}T${hour}:00:00.000Z`, id)),
      ),
    )
    const { waited, refused } = service.context.budget.use().visitors
    const phones = Array.from({ length: 200 }, (_, n) => ({
      phone: nextNumber(),
      visitor: visitorOf(service, undefined, `2001:db8:64:${n.toString(16)}::1`),
      draft: n,
      wish: wishes[n]!,
      verificationId: "",
    }))
    const all = (work: (one: (typeof phones)[number]) => Promise<{ status: number }>) =>
      Promise.all(phones.map(work)).then((answers) => [...new Set(answers.map(({ status }) => status))])

    const sent = await all(async (one) => {
      const code = await one.visitor.code(one.phone)
      one.verificationId = code.data.verificationId
      return code
    })
    expect(sent).toEqual([201])
    const held = await all((one) =>
      hold(one.visitor, one.draft, { ...one.wish, verificationId: one.verificationId }),
    )
    expect(held).toEqual([201])
    const texts = new Map((await textsOf(service)).map(({ to, body }) => [to, /\d{6}/.exec(body)![0]]))
    const proved = await all(async ({ visitor, phone, verificationId }) => {
      const answer = await visitor.verify(verificationId, texts.get(phone)!)
      visitor.token = answer.data.visitToken!
      return answer
    })
    expect(proved).toEqual([200])
    expect(await all(({ visitor }) => visitor.register({ firstName: "Ruth", lastName: "Hale" }))).toEqual([
      201,
    ])
    const booked = await all(({ visitor, wish, draft }) =>
      visitor.send("POST", "/appointments", wish, { "x-draft-token": draftOf(draft) }),
    )
    expect(booked).toEqual([201])
    const uses = service.context.budget.use()
    expect([uses.visitors.refused - refused, uses.network.refused]).toEqual([0, 0])
    expect(uses.visitors.waited).toBeGreaterThan(waited)
  })
})

describe("a visitor who wants two services", () => {
  const both = { thenTypeIds: [] as number[] }
  const parts = () => [
    { providerId: story.anaId, startTime: noon },
    { providerId: story.anaId, startTime: one },
  ]
  beforeEach(async () => {
    const colourId = await makeType(service, { name: "Colour", public_booking: true })
    for (const id of [story.anaId, story.benId])
      await put(service, `/providers/${id}`, { appointment_type_ids: [story.typeId, colourId] })
    both.thenTypeIds = [colourId]
  })

  it("CL-06 CL-08 holds all of one visit while the code is typed, and books it", async () => {
    const visitor = visitorOf(service)
    const { verificationId } = (await visitor.code(known)).data
    const wish = { ...at(noon), ...both, parts: parts() }
    const held = await hold(visitor, 1, { ...wish, verificationId })
    expect([held.status, held.data]).toEqual([201, { expiresAt: "2027-03-01T12:05:00.000Z", seconds: 300 }])
    const others = await startsOf(visitorOf(service))
    expect([noon, one].filter((start) => others.includes(start))).toEqual([])
    expect(await startsOf(visitor, 1)).toContain(one)
    await visitor.proves(known)
    const booked = await visitor.send("POST", "/appointments", wish, { "x-draft-token": draftOf(1) })
    expect(booked.status).toBe(201)
    expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
  })

  it("CL-06 CL-08 has one hold of it, which follows the choice and counts as one of the network's three", async () => {
    const network = nextNetwork()
    const { visitor, verificationId } = await asked(network)
    const body = { ...at(noon), ...both, parts: parts(), verificationId }
    expect((await hold(visitor, 1, body)).status).toBe(201)
    expect((await hold(visitor, 1, { ...at(two), verificationId })).status).toBe(201)
    expect(await startsOf(visitorOf(service))).toContain(noon)
    const ofBen = { ...at(noon, story.benId), ...both }
    const starts = [noon, two]
    for (const [i, start] of starts.entries()) {
      const other = await asked(network)
      const theirs = i === 0 ? ofBen : at(start, story.benId)
      expect(
        (await hold(other.visitor, 2 + i, { ...theirs, verificationId: other.verificationId })).status,
      ).toBe(201)
    }
    const fourth = await asked(network)
    const more = { ...at(noon), ...both, parts: parts(), verificationId: fourth.verificationId }
    expect(codeOf(await hold(fourth.visitor, 4, more))).toEqual([429, "rate_limited"])
  })

  it("RE-02 CL-06 reads that a time has just been taken, and nothing of the own appointment that is in the way", async () => {
    const visitor = visitorOf(service)
    await visitor.proves(known)
    const other = visitorOf(service)
    const phone = nextNumber()
    await makeCustomer(service, { phone })
    await other.proves(phone)
    const taken = await other.send("POST", "/appointments", { ...at(noon), ...both, parts: parts() })
    expect(taken.status).toBe(201)
    for (const wish of [
      { ...at(noon), ...both, parts: parts() },
      { ...at(noon), ...both },
    ]) {
      const refused = await visitor.send("POST", "/appointments", wish)
      expect(codeOf(refused)).toEqual([409, "slot_taken"])
    }
    const own = await visitor.send("POST", "/appointments", at(two))
    expect(own.status).toBe(201)
    const busy = { ...at(two, story.benId), ...both }
    const refused = await visitor.send("POST", "/appointments", busy)
    expect(codeOf(refused)).toEqual([409, "customer_busy"])
    expect(JSON.stringify(refused.error)).not.toMatch(/appointment_?id/i)
  })

  it("CL-06 CL-08 holds no type that the page does not offer, and no length beside others", async () => {
    const { visitor, verificationId } = await asked()
    const hidden = await makeType(service, { name: "Hidden", public_booking: false })
    const of = (more: object) => hold(visitor, 1, { ...at(noon), ...both, verificationId, ...more })
    expect(codeOf(await of({ thenTypeIds: [hidden] }))).toEqual([404, "not_found"])
    expect(codeOf(await of({ durationOptionId: 1 }))).toEqual([400, "invalid_input"])
  })
})

describe("an attack", () => {
  it("CL-08 1,000 holds from 50 addresses keep at most 150 times, and others book on", async () => {
    const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      location_id: story.locationId,
      weekday,
      start: "06:00",
      end: "23:00",
    }))
    const providerId = await makeProvider(service, {
      name: "Cleo Marsh",
      appointment_type_ids: [story.typeId],
      weekly_hours: everyDay,
    })
    const { context, companyId } = service
    const first = Date.parse("2027-03-02T12:00:00.000Z") / 60_000
    const call = {
      companyId,
      actor: { kind: "public", visitId: null, customerId: null },
      requestId: "attack",
      now: context.clock.now(),
    } as const
    // The requests of a page are limited before this; here each gets as far as it can.
    let held = 0
    const attacker = async (n: number) => {
      const wish = {
        ...{ now: call.now, customerId: null, typeId: story.typeId, providerId },
        ...{
          locationId: story.locationId,
          startMinute: first + Math.floor(n / 17) * 1_440 + (n % 17) * 60,
          endMs: null,
          requestId: null,
        },
        ...{ durationOptionId: null, overrideEligibility: false },
        ...{ minutes: 5, holder: `draft:${n}`, networks: [`network ${n % 50}`] },
      }
      const start = { providerId, startTime: new Date(wish.startMinute * 60_000).toISOString() }
      const coming = { typeIds: [story.typeId, story.typeId], sameProvider: true, parts: undefined, ...start }
      // Every fourth tries to take two hours at once.
      const holding =
        n % 4 === 0 ? holdGroup(context, call, { ...wish, ...coming }) : holdDirectly(context, call, wish)
      await holding.then(
        () => (held += 1),
        () => undefined,
      )
    }
    for (let from = 0; from < 1_000; from += 25)
      await Promise.all(Array.from({ length: 25 }, (_, i) => attacker(from + i)))
    expect(held).toBeLessThanOrEqual(150)
    expect(held).toBeGreaterThan(100)
    const booked = await service.api("POST", "/appointments", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.benId,
      location_id: story.locationId,
      start_time: noon,
    })
    expect(booked.status).toBe(201)
  })
})
