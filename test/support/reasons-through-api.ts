/**
 * Reasons against the service itself: random days on the road, whose reasons are lifted record by record by calls of the API (the
 * time off removed, the appointment cancelled, the hours extended, the setting changed). A search must offer the start when all
 * is lifted, and must not when one record is not.
 */
import { diceFrom } from "../../service/host/demo/dice.ts"
import type { TestService } from "./service.ts"
import { make, makeCustomer, makeLocation, makeProvider, makeType } from "./story.ts"

type Fields = Record<string, unknown>
type Dice = ReturnType<typeof diceFrom>

interface Cause {
  kind: string
  id?: number
  from?: string
  to?: string
  leg?: string
}
interface ShownReason {
  code: string
  causes: Cause[]
}

export interface TriedThroughApi {
  starts: number
  offered: number
  lifted: number
  /** A sentence for each wrong answer. */
  wrong: string[]
}

const office = { latitude: 30.27, longitude: -97.74 }
const date = "2027-03-03"
const opensDefault: Interval = ["15:00", "23:00"]

/** UTC's hours and minutes. */
type Interval = [string, string]

interface BookedJob {
  id: number
  customerId: number
  start: string
}

/** One company's type, provider and customers, which each schedule sets anew. */
interface Stage {
  service: TestService
  locationId: number
  typeId: number
  visitTypeId: number
  providerId: number
  otherId: number
  customers: { id: number; latitude: number; longitude: number }[]
}

/** The record that a lift changes, so that it can be changed back. */
interface Record_ {
  lift(): Promise<void>
  /** False where it can't be. */
  putBack(): Promise<boolean>
}

export async function tryThroughApi(
  service: TestService,
  schedules: number,
  seed: number,
): Promise<TriedThroughApi> {
  const dice = diceFrom(seed)
  const stage = await setStage(service, dice)
  const tried: TriedThroughApi = { starts: 0, offered: 0, lifted: 0, wrong: [] }
  for (let i = 0; i < schedules; i++) await tryOne(stage, dice, tried)
  return tried
}

async function setStage(service: TestService, dice: Dice): Promise<Stage> {
  const locationId = await makeLocation(service, { timezone: "UTC", ...office })
  const typeId = await makeType(service, { name: "Repair", place: "at_customer" })
  const visitTypeId = await makeType(service, {
    name: "Visit",
    place: "at_customer",
    slot_interval_minutes: 5,
  })
  const provider = {
    appointment_type_ids: [typeId, visitTypeId],
    weekly_hours: hoursOf(locationId, opensDefault),
  }
  const providerId = await makeProvider(service, { name: "Gil Novak", ...provider })
  const otherId = await makeProvider(service, { name: "Ida Lund", ...provider })
  const customers: Stage["customers"] = []
  for (let i = 0; i < 12; i++) {
    const point = {
      latitude: office.latitude + dice.between(-400, 400) / 1_000,
      longitude: office.longitude + dice.between(-400, 400) / 1_000,
    }
    const address = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
    customers.push({ id: await makeCustomer(service, { address: { ...address, ...point } }), ...point })
  }
  return { service, locationId, typeId, visitTypeId, providerId, otherId, customers }
}

const hoursOf = (locationId: number, [start, end]: Interval) =>
  [1, 2, 3, 4, 5].map((weekday) => ({ location_id: locationId, weekday, start, end }))

async function tryOne(stage: Stage, dice: Dice, tried: TriedThroughApi): Promise<void> {
  const { service, locationId, typeId, visitTypeId, providerId, otherId, customers } = stage
  const put = async (path: string, fields: Fields) => {
    const { status, body } = await service.api("PUT", path, fields)
    if (status !== 200) throw new Error(`${path} ${JSON.stringify(fields)}: ${JSON.stringify(body)}`)
  }
  const opens: Interval = [dice.pick(["14:00", "15:00", "15:20"]), dice.pick(["20:00", "22:30", "23:00"])]
  const type = {
    ...{ duration_minutes: dice.pick([30, 60, 90]), slot_interval_minutes: dice.pick([15, 30, 60]) },
    ...{ buffer_before_minutes: dice.pick([0, 0, 10]), buffer_after_minutes: dice.pick([0, 0, 15]) },
    ...{ starts: dice.pick(["grid", "packed"]), daily_limit: dice.pick([null, null, 1, 2]) },
    ...{
      min_notice_minutes: dice.pick([0, 120, 5_000]),
      booking_window_days: dice.pick([1, 60]),
      active: true,
    },
  }
  const provider = {
    ...{ travel: { speed_kmh: dice.pick([20, 50, 90]), road_factor: 1.3, setup_minutes: 0 } },
    ...{ max_travel_km: dice.pick([null, null, 20]), start_address: null },
    ...{
      active: !dice.chance(0.05),
      appointment_type_ids: [visitTypeId, ...(dice.chance(0.05) ? [] : [typeId])],
    },
  }
  const area = dice.chance(0.1) ? { kind: "radius", km: 15 } : { kind: "anywhere" }
  await put(`/appointment-types/${typeId}`, { ...type, min_notice_minutes: 0 })
  await put(`/locations/${locationId}`, { service_area: area })
  const both = { active: true, appointment_type_ids: [typeId, visitTypeId] }
  await put(`/providers/${providerId}`, { ...provider, ...both })
  const ownHours: Interval[] | null = dice.chance(0.3) ? [[dice.pick(["14:30", "16:00"]), "21:00"]] : null
  const hoursWith = (added: readonly Interval[]) => ({
    weekly_hours: hoursOf(locationId, opens),
    date_overrides:
      ownHours === null && added.length === 0
        ? []
        : [{ location_id: locationId, date, intervals: joined([...(ownHours ?? [opens]), ...added]) }],
  })
  await put(`/providers/${providerId}/hours`, hoursWith([]))

  const visits: BookedJob[] = []
  const bookVisit = async (customerId: number, ofType: number, start: string): Promise<number | null> => {
    const { status, body } = await service.api("POST", "/appointments", {
      ...{
        customer_id: customerId,
        appointment_type_id: ofType,
        provider_id: providerId,
        location_id: locationId,
      },
      ...{ start_time: start, override_eligibility: true },
    })
    return status === 201 ? (body.data as { id: number }).id : null
  }
  const types = new Map<number, number>()
  for (let i = dice.between(0, 4); i > 0; i--) {
    const customerId = customers[dice.between(1, customers.length - 1)]!.id
    const ofType = dice.chance(0.5) ? typeId : visitTypeId
    const start = `${date}T${clockOf(dice.between(14 * 12, 22 * 12) * 5)}:00.000Z`
    const id = await bookVisit(customerId, ofType, start)
    if (id === null) continue
    visits.push({ id, customerId, start })
    types.set(id, ofType)
  }
  const offs: { id: number; start: string; end: string }[] = []
  if (dice.chance(0.4)) {
    const from = dice.between(14 * 12, 22 * 12) * 5
    const off = { start: `${date}T${clockOf(from)}:00.000Z`, end: `${date}T${clockOf(from + 60)}:00.000Z` }
    offs.push({ ...off, id: (await make(service, `/providers/${providerId}/time-off`, off)).id })
  }
  await put(`/appointment-types/${typeId}`, type)
  await put(`/providers/${providerId}`, provider)

  const customer = customers[0]!
  const request = dice.chance(0.3) ? await requestOf(stage, customer.id, dice) : null

  const start_time = `${date}T${clockOf(dice.between(13 * 12, 22 * 12) * 5)}:00.000Z`
  const asked = {
    ...{
      appointment_type_id: typeId,
      provider_id: providerId,
      location_id: locationId,
      customer_id: customer.id,
    },
    ...(request ? { scheduling_request_id: request.id } : {}),
  }
  const isOffered = async () => {
    const { status, body } = await service.api("POST", "/slots", {
      ...{ ...asked, start_date: date, end_date: "2027-03-04", all_starts: true },
    })
    if (status !== 200) return false
    const providers = body.data.providers as { slots: { start_time: string }[] }[]
    return providers.some(({ slots }) => slots.some((slot) => slot.start_time === start_time))
  }
  const explained = await service.api("POST", "/slots/explain", { ...asked, start_time })
  if (explained.status !== 200) throw new Error(JSON.stringify(explained.body))
  const reasons = explained.body.data.starts[0].reasons as ShownReason[]

  const added = new Map<string, Interval>()
  const setHours = () => put(`/providers/${providerId}/hours`, hoursWith([...added.values()]))
  let interval = type.slot_interval_minutes
  const setStep = (minutes: number) => {
    interval = minutes
    return put(`/appointment-types/${typeId}`, { slot_interval_minutes: minutes })
  }
  const setting = (path: string, lifted: Fields, before: Fields): Record_ => ({
    lift: () => put(path, lifted),
    putBack: () => put(path, before).then(() => true),
  })
  const recordOf = (code: string, cause: Cause): Record_ => {
    const { kind, id } = cause
    if (kind === "appointment") {
      const visit = visits.find((each) => each.id === id)!
      let present = visit.id
      return {
        lift: async () => {
          await service.api("POST", `/appointments/${present}/cancel`, {})
        },
        // Longer hours have another grid, on which the visit would not begin: it stands on whole five minutes again.
        putBack: async () => {
          await put(`/appointment-types/${typeId}`, { slot_interval_minutes: 5 })
          const again = await bookVisit(visit.customerId, types.get(visit.id)!, visit.start)
          await put(`/appointment-types/${typeId}`, { slot_interval_minutes: interval })
          if (again === null) return false
          present = again
          visits.push({ ...visit, id: present })
          return true
        },
      }
    }
    if (kind === "time_off") {
      const off = offs.find((each) => each.id === id)!
      let present = off.id
      const path = `/providers/${providerId}/time-off`
      return {
        lift: async () => void (await service.api("DELETE", `${path}/${present}`)),
        putBack: async () => {
          present = (await make(service, path, { start: off.start, end: off.end })).id
          offs.push({ ...off, id: present })
          return true
        },
      }
    }
    if (kind === "weekly_hours" || kind === "date_override") {
      const key = `${cause.from} ${cause.to}`
      return {
        lift: () => {
          added.set(key, [cause.from!.slice(11, 16), cause.to!.slice(11, 16)])
          return setHours()
        },
        putBack: () => {
          added.delete(key)
          return setHours().then(() => true)
        },
      }
    }
    const ofProvider = `/providers/${providerId}`
    const ofType = `/appointment-types/${typeId}`
    const at = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
    switch (code) {
      case "unreachable":
        return setting(
          ofProvider,
          { start_address: { ...at, latitude: customer.latitude, longitude: customer.longitude } },
          { start_address: null },
        )
      case "too_far":
        return setting(ofProvider, { max_travel_km: null }, { max_travel_km: provider.max_travel_km })
      case "provider_inactive":
        return setting(ofProvider, { active: true }, { active: false })
      case "not_offered_by_provider":
        return setting(
          ofProvider,
          { appointment_type_ids: [typeId, visitTypeId] },
          { appointment_type_ids: [visitTypeId] },
        )
      case "out_of_service_area":
        return setting(
          `/locations/${locationId}`,
          { service_area: { kind: "anywhere" } },
          { service_area: area },
        )
      case "off_grid":
        return {
          lift: () => setStep(5),
          putBack: () => setStep(type.slot_interval_minutes).then(() => true),
        }
      case "daily_limit":
        return setting(ofType, { daily_limit: null }, { daily_limit: type.daily_limit })
      case "notice":
        return setting(ofType, { min_notice_minutes: 0 }, { min_notice_minutes: type.min_notice_minutes })
      case "booking_window":
        return setting(ofType, { booking_window_days: 60 }, { booking_window_days: type.booking_window_days })
      case "request_dates":
        return setting(
          `/scheduling-requests/${request!.id}`,
          { earliest_date: null, latest_date: "2027-03-10" },
          { latest_date: request!.latest_date, earliest_date: request!.earliest_date },
        )
      case "request_provider":
        return setting(
          `/scheduling-requests/${request!.id}`,
          { provider_id: providerId },
          { provider_id: otherId },
        )
      default:
        throw new Error(`nothing lifts ${code}`)
    }
  }

  const records = new Map<string, Record_>()
  for (const { code, causes } of reasons) {
    for (const cause of causes) {
      const isRow = ["appointment", "time_off"].includes(cause.kind)
      const isHours = ["weekly_hours", "date_override"].includes(cause.kind)
      const key = isRow ? `${cause.kind} ${cause.id}` : isHours ? `hours ${cause.from} ${cause.to}` : code
      if (!records.has(key)) records.set(key, recordOf(code, cause))
    }
  }
  const say = (problem: string) =>
    tried.wrong.push(`${problem}: ${start_time} ${JSON.stringify({ reasons, type })}`)
  tried.starts += 1
  if (await isOffered()) {
    tried.offered += 1
    if (reasons.length > 0) say("offered with reasons")
  } else if (reasons.length === 0) say("not offered without reasons")
  for (const record of records.values()) await record.lift()
  if (!(await isOffered())) say("not offered with all lifted")
  // The provider's home lies with the customer then, so that how far it is says nothing.
  const movesHome = records.has("unreachable")
  for (const [key, record] of records) {
    if (key === "too_far" && movesHome) continue
    if (!(await record.putBack())) continue
    tried.lifted += 1
    if (await isOffered()) say(`${key} is not needed`)
    await record.lift()
  }
  for (const { id } of visits) await service.api("POST", `/appointments/${id}/cancel`, {})
  for (const { id } of offs) await service.api("DELETE", `/providers/${providerId}/time-off/${id}`)
  if (request) await service.api("POST", `/scheduling-requests/${request.id}/cancel`, {})
}

async function requestOf(stage: Stage, customerId: number, dice: Dice) {
  const dates = dice.chance(0.5)
    ? { earliest_date: null, latest_date: "2027-03-10" }
    : { earliest_date: null, latest_date: "2027-03-02" }
  const provider_id = dice.pick([null, stage.otherId, stage.otherId])
  const made = await make(stage.service, "/scheduling-requests", {
    ...{ customer_id: customerId, appointment_type_id: stage.typeId, provider_id, ...dates },
  })
  return { id: made.id, ...dates }
}

const clockOf = (minuteOfDay: number) =>
  `${String(Math.floor(minuteOfDay / 60)).padStart(2, "0")}:${String(minuteOfDay % 60).padStart(2, "0")}`

/** Intervals that touch or overlap are one. */
function joined(intervals: readonly Interval[]): { start: string; end: string }[] {
  const out: Interval[] = []
  for (const [start, end] of [...intervals].sort(([a], [b]) => a.localeCompare(b))) {
    const last = out.at(-1)
    if (last && start <= last[1]) last[1] = end > last[1] ? end : last[1]
    else out.push([start, end])
  }
  return out.map(([start, end]) => ({ start, end }))
}
