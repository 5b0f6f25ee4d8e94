/** Rows of the table of attacks for questions whose cost grows by a product of what is asked for. */

import { vansDate } from "./large-clinic.ts"
import { addresses, api, groupSearch, many, ofEachProvider, pages, text } from "./requests.ts"
import type { Row } from "./rows.ts"
import { clinicSlug, range, type Scene } from "./scene.ts"

const week = { start_date: range.start_date, end_date: "2027-03-08" }

/** Five services of half an hour, on a grid of five minutes. */
const fiveServices = ({ clinic }: Scene, from: string) =>
  text({
    method: "POST",
    path: `/api/pages/${clinicSlug}/slots`,
    from,
    body: {
      typeId: clinic.serviceIds[0],
      thenTypeIds: clinic.serviceIds.slice(1),
      startDate: range.start_date,
      endDate: range.end_date,
    },
  })

const asked = ({ clinic }: Scene, method: string, path: string, body?: object) =>
  text({ method, path: `/api/v1${path}`, key: clinic.key, ...(body ? { body } : {}) })

/** From a Tuesday at 10 in New York. */
const start_time = "2027-03-02T15:00:00.000Z"
const someRows = (count: number) =>
  many(count, (i) => ({ external_ref: `x${i}`, start_time, name: `Sam ${i}`, appointment_type: "Visit" }))

const dateAfter = (days: number) =>
  new Date(Date.parse(range.start_date) + days * 86_400_000).toISOString().slice(0, 10)

const hours = ({ clinic }: Scene) =>
  many(200, (i) => ({
    ...{ location_id: clinic.locationId, weekday: 1 + (i % 7) },
    ...{ start: "09:00", end: "10:00" },
  }))

export const dearRows: readonly Row[] = [
  {
    name: "searches-of-groups",
    operations: ["find_slots"],
    crowds: (scene) => [api(scene, 30, [groupSearch(scene)])],
  },
  {
    name: "anonymous-groups-left",
    // The operations for visitors are the page's own, and count under the same limits.
    operations: [
      ...["find_slots", "visitor_find_slots", "visitor_hold_slot"],
      ...["visitor_book", "visitor_join_waiting_list"],
    ],
    crowds: (scene) => [
      pages(
        scene,
        3,
        addresses(3).map((from) => fiveServices(scene, from)),
        { way: "leaves" },
      ),
      pages(scene, 3, [fiveServices(scene, "203.0.113.77")]),
    ],
  },
  {
    name: "explained-groups",
    operations: ["explain_range", "explain_slots"],
    crowds: (scene) => {
      const appointment_type_ids = scene.clinic.serviceIds.slice(0, 3)
      const provider_id = scene.clinic.providerIds[0]
      return [
        api(scene, 10, [
          asked(scene, "POST", "/slots/explain-range", { appointment_type_ids, ...range }),
          asked(scene, "POST", "/slots/explain", { appointment_type_ids, provider_id, start_time }),
        ]),
      ]
    },
  },
  {
    name: "group-bookings",
    operations: ["book_appointment", "hold_time", "preview_booking", "create_waiting_entry"],
    crowds: (scene) => {
      const { serviceIds: appointment_type_ids, customerId: customer_id, providerIds } = scene.clinic
      const wish = { appointment_type_ids, provider_id: providerIds[0], start_time }
      return [
        api(scene, 20, [
          asked(scene, "POST", "/appointments", { customer_id, ...wish }),
          asked(scene, "POST", "/appointments/preview", { customer_id, ...wish }),
          asked(scene, "POST", "/holds", wish),
          asked(scene, "POST", "/waiting-entries", { customer_id, appointment_type_ids, ...week }),
        ]),
      ]
    },
  },
  {
    name: "agent-searches",
    operations: ["agent_find_slots", "agent_join_waiting_list"],
    crowds: (scene) => [
      api(scene, 20, [
        asked(scene, "POST", "/agent/slots", { appointment_type_id: scene.clinic.typeId, ...range }),
        asked(scene, "POST", "/agent/waiting-list", { appointment_type_id: scene.clinic.typeId, ...range }),
      ]),
    ],
  },
  {
    name: "plan-previews",
    operations: ["preview_plan", "read_plan"],
    crowds: (scene) => [
      api(scene, 8, [
        asked(scene, "POST", `/plans/${vansDate}/preview`, { location_id: scene.clinic.depotId }),
        asked(scene, "GET", `/plans/${vansDate}?location_id=${scene.clinic.depotId}`),
      ]),
    ],
  },
  {
    name: "long-lists",
    operations: [
      ...["apply_plan", "update_disruption", "reschedule_appointment", "preview_move"],
      ...["replace_provider_hours", "create_provider", "create_resource", "update_resource"],
    ],
    crowds: (scene) => [
      api(scene, 10, [
        asked(scene, "POST", `/plans/${vansDate}/apply`, {
          location_id: scene.clinic.depotId,
          changes: many(500, (i) => ({
            ...{ appointment_id: i + 1, provider_id: scene.clinic.providerIds[0] },
            planned_start: start_time,
          })),
        }),
        asked(scene, "PUT", "/disruptions/1", {
          choices: many(300, (i) => ({ appointment_id: i + 1, choice: "stay" })),
        }),
        asked(scene, "POST", "/appointments/1/reschedule", { start_time }),
        asked(scene, "POST", "/appointments/1/reschedule/preview", { start_time }),
        asked(scene, "PUT", `/providers/${scene.clinic.providerIds[0]}/hours`, {
          date_overrides: many(1_000, (i) => ({
            date: dateAfter(i),
            location_id: scene.clinic.locationId,
            intervals: [],
          })),
        }),
        asked(scene, "POST", "/providers", { name: "Ana", weekly_hours: hours(scene) }),
        asked(scene, "POST", "/resources", { name: "Room", weekly_hours: hours(scene) }),
        asked(scene, "PUT", "/resources/1", { weekly_hours: hours(scene) }),
      ]),
    ],
  },
  {
    name: "all-imports",
    operations: ["import_appointments", "import_customers", "import_providers"],
    crowds: (scene) => [
      api(
        scene,
        10,
        [
          ["appointments", 100],
          ["customers", 500],
          ["providers", 100],
        ].map(([what, count]) =>
          asked(scene, "POST", `/imports/${what}`, { dry_run: true, rows: someRows(count as number) }),
        ),
      ),
    ],
  },
  {
    name: "customer-bulks",
    operations: ["upsert_customers"],
    crowds: (scene) => [
      api(scene, 10, [
        asked(scene, "PUT", "/customers/bulk", {
          rows: many(500, (i) => ({ external_ref: `crm-${i}`, name: `Pat ${i}` })),
        }),
      ]),
    ],
  },
  {
    name: "audit-export",
    operations: ["export_audit"],
    crowds: (scene) => [api(scene, 10, [asked(scene, "GET", "/audit/export?from=2026-01-01&to=2027-12-31")])],
  },
  {
    name: "waiting-gap",
    operations: ["find_waiting_for_gap", "read_waiting_summary"],
    crowds: (scene) => [
      api(scene, 20, [
        ...ofEachProvider(scene, "/waiting-list/gap", {
          location_id: scene.clinic.locationId,
          start_time: "2027-03-16T13:00:00.000Z",
          end_time: "2027-03-16T21:00:00.000Z",
        }),
        asked(scene, "GET", "/waiting-list/summary?from=2026-01-01&to=2027-12-31"),
      ]),
    ],
  },
]
