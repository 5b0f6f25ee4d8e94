/** The questions whose cost is estimated, as the large clinic of the table of attacks is asked them. */
import { vansDate } from "../attack-table/large-clinic.ts"
import { clinicSlug, range } from "../attack-table/scene.ts"

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
}

export interface AskedClinic {
  typeId: number
  serviceIds: readonly number[]
  providerIds: readonly number[]
  depotId: number
}

/** From a Tuesday at 10 in New York. */
const start_time = "2027-03-02T15:00:00.000Z"

export function questionsTo({ typeId, serviceIds, providerIds, depotId }: AskedClinic): Asked[] {
  const api = (operation: string, name: string, path: string, body: object): Asked => ({
    ...{ operation, name, host: "api", method: "POST", path: `/api/v1${path}`, body },
  })
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
    {
      ...api("preview_plan", "390 visits of 30 vans", `/plans/${vansDate}/preview`, { location_id: depotId }),
      isOnThread: true,
    },
  ]
}
