/** The questions whose cost is estimated, as the large clinic of the table of attacks is asked them. */
import { vansDate } from "../attack-table/large-clinic.ts"
import { clinicSlug, range } from "../attack-table/scene.ts"
import type { Kind } from "./kinds.ts"

export interface Asked {
  name: string
  /** The operation's name; that of a page's endpoint is its own. */
  operation: string
  host: "api" | "pages"
  method: "GET" | "POST"
  path: string
  body?: object
  /** Another thread does the work, so what all threads take is measured. */
  isOnThread?: true
  /** Asked where costs are judged; elsewhere its like shows that there is an estimate. */
  isOneOfMany?: true
}

export interface AskedClinic {
  typeId: number
  serviceIds: readonly number[]
  providerIds: readonly number[]
  depotId: number
  locationId: number
  customerId: number
  kindIds: Readonly<Record<Kind, number>>
  /** The type of the vans, which promise windows. */
  windowTypeId: number
}

/** From a Tuesday at 10 in New York. */
const start_time = "2027-03-02T15:00:00.000Z"

export function questionsTo(clinic: AskedClinic): Asked[] {
  return [...questionsOfPlainTypes(clinic), ...questionsOfKinds(clinic), ...questionsOfDays(clinic)]
}

const api = (operation: string, name: string, path: string, body?: object): Asked => ({
  ...{ operation, name, host: "api", method: body ? "POST" : "GET", path: `/api/v1${path}` },
  ...(body ? { body } : {}),
})

function questionsOfPlainTypes({ typeId, serviceIds, providerIds }: AskedClinic): Asked[] {
  const page = (name: string, body: object): Asked => ({
    ...{ operation: "page_slots", name, host: "pages", method: "POST" },
    ...{ path: `/api/pages/${clinicSlug}/slots`, body },
  })
  const dates = { startDate: range.start_date, endDate: range.end_date }
  const [first, ...rest] = serviceIds
  const named = (count: number) => `${count} services`
  return [
    api("find_slots", "a month", "/slots", { appointment_type_id: typeId, ...range }),
    api("find_slots", "a month of 5-minute starts", "/slots", { appointment_type_id: first, ...range }),
    page("a month", { typeId, ...dates }),
    api("find_slots", "the same type twice", "/slots", { appointment_type_ids: [typeId, typeId], ...range }),
    ...[2, 3, 5].map((count) =>
      api("find_slots", named(count), "/slots", {
        ...{ appointment_type_ids: serviceIds.slice(0, count), ...range },
      }),
    ),
    page(named(5), { typeId: first, thenTypeIds: rest, ...dates }),
    api("explain_range", "a month", "/slots/explain-range", { appointment_type_id: typeId, ...range }),
    api("explain_range", named(3), "/slots/explain-range", {
      ...{ appointment_type_ids: serviceIds.slice(0, 3), ...range },
    }),
    api("explain_slots", named(3), "/slots/explain", {
      ...{ appointment_type_ids: serviceIds.slice(0, 3), provider_id: providerIds[0], start_time },
    }),
  ]
}

/** A customer's address near the location; only visits there are judged by it. */
const at = (latitude: number, longitude: number) => ({
  ...{ latitude, longitude },
  address: { line1: "1 Main St", city: "Austin", state: "TX", postal_code: "78701", country: "US" },
})

function questionsOfKinds({ kindIds, windowTypeId }: AskedClinic): Asked[] {
  const ofKinds = Object.entries(kindIds).map(([kind, id]) => ({
    kind,
    body: { appointment_type_id: id, ...range, ...(kind === "drives" ? at(40.75, -73.95) : {}) },
  }))
  const windows = { appointment_type_id: windowTypeId, ...range, ...at(30.3, -97.7) }
  return [...ofKinds, { kind: "windows", body: windows }].flatMap(({ kind, body }): Asked[] => [
    { ...api("find_slots", kind, "/slots", body), isOneOfMany: true },
    { ...api("explain_range", kind, "/slots/explain-range", body), isOneOfMany: true },
  ])
}

function questionsOfDays({ typeId, depotId, locationId }: AskedClinic): Asked[] {
  const day = { from: "2027-03-10T00:00:00.000Z", to: "2027-03-11T00:00:00.000Z" }
  const starts = { appointment_type_id: typeId, ...range, all_starts: true }
  return [
    api("read_board", "a week", "/board?date=2027-03-01&days=7"),
    api("find_board_starts", "a month", "/board/starts", starts),
    api("create_disruption", "a day", "/disruptions", { location_id: locationId, ...day, reason: "storm" }),
    {
      ...api("preview_plan", "390 visits of 30 vans", `/plans/${vansDate}/preview`, { location_id: depotId }),
      isOnThread: true,
    },
    { ...api("read_plan", "390 visits", `/plans/${vansDate}?location_id=${depotId}`), isOnThread: true },
  ]
}
