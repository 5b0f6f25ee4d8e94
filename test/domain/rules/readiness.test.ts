/** Readiness's words about a type's hours, about calendars and texts, without a service. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import {
  type ReadinessCalendar,
  type ReadinessFacts,
  readinessCodes,
} from "../../../domain/model/readiness.ts"
import { judgeReadiness } from "../../../domain/rules/readiness/judge-readiness.ts"

/** A Monday noon in UTC, six in the morning in Chicago. */
const now = Date.parse("2027-03-01T12:00:00Z")
const minute = (instant: string) => Date.parse(instant) / 60_000

const company: ReadinessFacts["company"] = {
  updated_at: new Date(now),
  ...{ id: 1, version: 1, name: "Harbour Heating", phone: null, timezone: "America/Chicago", locale: "en" },
  ...{ accent_color: "#1f5fd6", logo_hash: null, logo_width: null, logo_height: null },
  ...{
    distance_unit: null,
    linked_gap_minutes: 15,
    waiting_order: "longest_waiting",
    waiting_automatic: true,
    waiting_per_minute: 3,
    plan_freeze_minute: 1_080,
    planner: "own",
    public_slug: null,
    public_booking_enabled: false,
    public_daily_code_cap: 200,
    embed_origins: [],
    thank_you_url: null,
    thank_you_text: null,
  },
  ...{ booking_links_enabled: true, new_customers: "allowed", provider_assignment: "none" },
  ...{
    sms_confirmations: true,
    reminder_hours: [],
    unanswered_reminder_hours: [],
    agent_takes_texts: false,
    quiet_start_minute: 540,
    quiet_end_minute: 1_200,
  },
  ...{
    travel: null,
    require_second_factor: false,
    admin_idle_minutes: null,
    admin_longest_hours: null,
    agent_refusals_as_200: false,
    agent_languages: [],
    mail_enabled: false,
    mail_reply_to: null,
    mail_from: null,
    agent_transfer_phone: null,
  },
}
const location: ReadinessFacts["locations"][number] = {
  ...{
    id: 1,
    name: "Downtown",
    timezone: "America/Chicago",
    point: null,
    service_area: { kind: "anywhere" },
  },
}
const type: ReadinessFacts["types"][number] = {
  ...{ id: 2, name: "Boiler service", kind: "open", place: "at_location", public_booking: false },
  ...{ block_minutes: [60], duration_options: [], min_notice_minutes: 120, booking_window_days: 60 },
  location_ids: null,
  needs: null,
}
const ana: ReadinessFacts["providers"][number] = {
  ...{ id: 3, name: "Ana Ruiz", appointment_type_ids: [2], overrides: [], timeOff: new Int32Array() },
  hours: [{ locationId: 1, weekday: 2, startMinute: 540, endMinute: 600 }],
}
const sound: ReadinessFacts = {
  now,
  host: { bookUrl: "https://book.example", hasBotCheck: true, sendsTexts: true, sendsMails: true },
  company,
  textingNumber: null,
  locations: [location],
  types: [type],
  resources: [],
  providers: [ana],
  closed: [],
  calendars: [],
  endpoints: [],
  latestTexts: [],
  latestMails: [],
  mailServer: null,
  unreachableEmails: 0,
}

const failingIn = (facts: Partial<ReadinessFacts>) =>
  judgeReadiness({ ...sound, ...facts })
    .filter(({ ok }) => !ok)
    .map(({ code, target_id, message }) => ({ code, target_id, message }))

describe("readiness", () => {
  it("finds a sound company ready, with an item for each thing that was looked at", () => {
    expect(judgeReadiness(sound).map(({ code, ok }) => [code, ok])).toEqual(
      ["location", "appointment_type", "provider", "type_hours", "link_host", "public_page"].map((code) => [
        code,
        true,
      ]),
    )
  })

  it("judges hours as they are: long enough, late enough, and not taken away by dates or time off", () => {
    const withType = (fields: Partial<typeof type>) => failingIn({ types: [{ ...type, ...fields }] })
    const withAna = (fields: Partial<typeof ana>) => failingIn({ providers: [{ ...ana, ...fields }] })
    const tooLong = `Nobody who offers Boiler service has hours for its 61 minutes in the next 60 days.`
    expect(withType({ block_minutes: [61] })).toEqual([
      { code: "type_hours", target_id: 2, message: tooLong },
    ])
    expect(
      withType({ block_minutes: [61], duration_options: [{ id: 1, label: "Short", minutes: 30 }] }),
    ).toEqual([])
    expect(withType({ booking_window_days: 1 })).toEqual([])
    expect(withType({ booking_window_days: 1, min_notice_minutes: 2_880 })).toHaveLength(1)
    expect(withType({ location_ids: [9] })).toMatchObject([{ code: "type_locations" }])
    expect(withAna({ appointment_type_ids: [] })).toMatchObject([{ code: "type_providers" }])
    expect(withAna({ hours: [] })).toMatchObject([{ code: "type_hours" }])
    expect(withType({ needs: { providers: 2, resources: [] } })).toMatchObject([
      {
        code: "type_needs",
        message: "Boiler service takes 2 providers at once, but of those who offer it only 1 is active.",
      },
    ])
    const onOneDate = { locationId: 1, day: minute("2027-03-20T00:00Z") / 1_440 }
    expect(
      withAna({ hours: [], overrides: [{ ...onOneDate, intervals: [{ startMinute: 0, endMinute: 90 }] }] }),
    ).toEqual([])
    const off = Int32Array.of(minute("2027-03-01T00:00Z"), minute("2027-05-04T00:00Z"))
    expect(withAna({ timeOff: off })).toHaveLength(1)
  })

  it("CL-01 a type whose rooms no location has in the number that it needs", () => {
    const rooms = { providers: 1, resources: [{ group: "Rooms", count: 2 }] }
    const withRooms = (...locationIds: number[]) =>
      failingIn({
        types: [{ ...type, needs: rooms }],
        resources: locationIds.map((location_id) => ({ group: "Rooms", location_id })),
      })
    const lacking = [
      {
        code: "type_needs",
        target_id: 2,
        message: "None of the locations of Boiler service has what it needs: 2 of Rooms.",
      },
    ]
    expect(withRooms()).toEqual(lacking)
    expect(withRooms(1)).toEqual(lacking)
    expect(withRooms(1, 9)).toEqual(lacking)
    expect(withRooms(1, 1)).toEqual([])
  })

  it("ML-01 says that mails fail, and how many addresses take none", () => {
    const refused = (error: string) => ({ at: new Date(now), failed: true, error })
    const withMail = (facts: Partial<ReadinessFacts>) =>
      judgeReadiness({ ...sound, company: { ...company, mail_enabled: true }, ...facts }).filter(
        ({ code }) => code === "mails",
      )
    const latestMails = [refused("smtp_554"), refused("smtp_550"), refused("smtp_550")]
    expect(judgeReadiness({ ...sound, latestMails }).filter(({ code }) => code === "mails")).toEqual([])
    expect(withMail({ unreachableEmails: 2 })).toMatchObject([
      { ok: true, message: "Mails go out. 2 customers' addresses take no mail." },
    ])
    expect(withMail({ latestMails })).toMatchObject([
      {
        ok: false,
        message: `The latest 3 mails all failed, the last at ${new Date(now).toISOString()} (smtp_554).`,
      },
    ])
    expect(withMail({ latestMails: latestMails.slice(1) })).toMatchObject([{ ok: true }])
    expect(withMail({ host: { ...sound.host, sendsMails: false } })).toMatchObject([{ ok: false }])
  })

  it("says of a calendar how it fails, and whether its provider is still offered", () => {
    const ago = (minutes: number) => new Date(now - minutes * 60_000)
    const calendar: ReadinessCalendar = {
      ...{ id: 7, provider_id: 3, provider_name: "Ana Ruiz", address: "dav.example.com", problem: null },
      ...{ last_read_at: ago(1), failing_since: null, created_at: ago(900) },
    }
    const withCalendar = (fields: Partial<ReadinessCalendar>) =>
      failingIn({ calendars: [{ ...calendar, ...fields }] }).map(({ code, message }) => `${code}: ${message}`)
    expect(withCalendar({})).toEqual([])
    const denied = { problem: "credentials", failing_since: ago(10) } as const
    expect(withCalendar(denied)).toEqual([
      "provider_calendar: The calendar dav.example.com of Ana Ruiz has failed since 2027-03-01T11:50:00.000Z. " +
        "The calendar's server does not accept the user name, password or token. Its last reading still counts.",
    ])
    expect(withCalendar({ ...denied, last_read_at: ago(16) })).toEqual([
      expect.stringMatching(/^type_hours: Each provider who offers Boiler service has a calendar/),
      expect.stringMatching(/Ana Ruiz is not offered meanwhile\.$/),
    ])
    expect(withCalendar({ last_read_at: null, created_at: ago(1) })[1]).toBe(undefined)
    expect(withCalendar({ last_read_at: ago(16) })[1]).toMatch(/has not been read for a quarter of an hour/)
  })

  it("says that texts fail only when the latest all did", () => {
    const failed = { at: new Date(now), failed: true, error: "30034" }
    const withTexts = (...latestTexts: ReadinessFacts["latestTexts"]) =>
      failingIn({ textingNumber: "+15125550190", latestTexts }).map(({ message }) => message)
    expect(withTexts(failed, failed)).toEqual([])
    expect(withTexts(failed, failed, { ...failed, failed: false })).toEqual([])
    expect(withTexts(failed, failed, failed)).toEqual([
      "The latest 3 texts from +15125550190 all failed, the last at 2027-03-01T12:00:00.000Z (30034).",
    ])
  })

  it("names what the host lacks for what the company has switched on", () => {
    const codes = (host: Partial<ReadinessFacts["host"]>, fields: Partial<typeof company>) =>
      failingIn({
        host: { ...sound.host, ...host },
        company: { ...company, ...fields },
        types: [{ ...type, public_booking: true }],
        textingNumber: "+15125550190",
      }).map(({ code }) => code)
    const page = { public_booking_enabled: true, public_slug: "harbour" }
    expect(codes({}, page)).toEqual([])
    expect(codes({ bookUrl: null }, {})).toEqual(["link_host"])
    expect(codes({ bookUrl: null }, { booking_links_enabled: false })).toEqual([])
    expect(codes({ hasBotCheck: false, sendsTexts: false }, page)).toEqual(["public_page", "codes_by_text"])
    expect(codes({}, { embed_origins: ["https://a.example"], booking_links_enabled: false })).toEqual([
      "embedding",
    ])
  })

  it("TQ-02 says what keeps a public page that is on from being booked", () => {
    const said = (fields: Partial<typeof company>, types: Partial<typeof type>[]) =>
      failingIn({
        company: { ...company, public_booking_enabled: true, public_slug: "harbour", ...fields },
        types: types.map((each) => ({ ...type, ...each })),
        textingNumber: "+15125550190",
      }).map(({ code, message }) => `${code}: ${message}`)
    const open = { public_booking: true }
    expect(said({}, [open])).toEqual([])
    expect(said({ public_slug: null }, [open])).toEqual([
      "public_page: The public page is on, but has no address.",
    ])
    const noneToBook = ["public_page: The public page is on, but no active type can be booked there."]
    expect(said({}, [{}])).toEqual(noneToBook)
    expect(said({}, [{ ...open, kind: "by_request" }])).toEqual(noneToBook)
    // One that can be booked is enough.
    expect(said({}, [{}, open])).toEqual([])
    const untexted = failingIn({
      company: { ...company, public_booking_enabled: true, public_slug: "harbour" },
    })
    expect(untexted.map(({ code }) => code)).toEqual(["public_page", "codes_by_text"])
  })

  it("misses a radius's middle only where visits are booked", () => {
    const locations = [{ ...location, service_area: { kind: "radius", km: 30 } as const }]
    expect(failingIn({ locations })).toEqual([])
    const types = [{ ...type, place: "at_customer" as const }]
    expect(failingIn({ locations, types })).toMatchObject([{ code: "service_area", target_id: 1 }])
    const located = locations.map((one) => ({ ...one, point: { latitude: 30, longitude: -97 } }))
    expect(failingIn({ locations: located, types })).toEqual([])
  })
})

it("docs/developers.md names every code", () => {
  const docs = readFileSync(join(import.meta.dirname, "../../../docs/developers.md"), "utf8")
  expect(Object.keys(readinessCodes).filter((code) => !docs.includes(`\`${code}\``))).toEqual([])
})
