/** The table of attacks: what one company, its keys, its visitors or strangers may send at once, each as crowds of clients. */
import { hostileTexts } from "../support/hostile-texts.ts"
import type { Crowd } from "./clients-process.ts"
import { dearRows } from "./dear-rows.ts"
import {
  addresses,
  api,
  keySearch,
  many,
  ofEachProvider,
  pages,
  reports,
  signIn,
  text,
  visitorSearch,
} from "./requests.ts"
import { clinicSlug, range, type Scene } from "./scene.ts"

export interface Row {
  name: string
  /** The operations that it asks for, of those whose cost grows by a product. */
  operations?: readonly string[]
  crowds(scene: Scene): Crowd[]
}

export const rows: readonly Row[] = [
  {
    name: "hostile-strings",
    crowds: (scene) => [
      api(scene, 4, [
        ...Object.values(hostileTexts).flatMap((make) => [
          signIn(make(15_000), "203.0.113.7"),
          text({
            method: "POST",
            path: "/api/v1/imports/appointments",
            key: scene.clinic.key,
            body: { dry_run: true, rows: many(25, () => ({ start_time: make(9_900), name: make(9_900) })) },
          }),
          text({
            method: "PUT",
            path: "/api/v1/company",
            key: scene.clinic.key,
            body: { name: make(300_000) },
          }),
        ]),
        signIn(`a@${"a.".repeat(60_000)}@`, "203.0.113.8"),
        text({
          method: "PUT",
          path: "/api/v1/company",
          key: scene.clinic.key,
          body: Object.fromEntries(many(50_000, (i) => [`k${i}`, 1])),
        }),
      ]),
    ],
  },
  {
    name: "anonymous-searches",
    crowds: (scene) => [
      pages(scene, 30, [visitorSearch(scene, "203.0.113.7")]),
      pages(
        scene,
        30,
        addresses(500).map((from) => visitorSearch(scene, from)),
      ),
    ],
  },
  {
    name: "key-searches",
    operations: ["find_slots"],
    crowds: (scene) => [api(scene, 30, [keySearch(scene), keySearch(scene, scene.clinic.key, "br")])],
  },
  {
    name: "twin-companies",
    crowds: (scene) => [
      api(
        scene,
        32,
        [scene.clinic.key, ...scene.clinic.twinKeys].map((key) => keySearch(scene, key)),
      ),
    ],
  },
  {
    name: "boards",
    operations: ["read_board"],
    crowds: (scene) => [
      api(scene, 30, [
        text({ method: "GET", path: "/api/v1/board?date=2027-03-01&days=7", key: scene.clinic.key }),
      ]),
    ],
  },
  {
    name: "reports",
    operations: [
      "read_utilisation_report",
      "read_bookings_report",
      "read_no_shows_report",
      "read_classes_report",
      "read_lead_time_report",
      "read_requests_report",
      "read_texts_report",
    ],
    crowds: (scene) => [
      api(
        scene,
        40,
        reports.map((path) => text({ method: "GET", path, key: scene.clinic.key })),
      ),
    ],
  },
  {
    name: "explanations",
    operations: ["explain_slots"],
    crowds: (scene) => [api(scene, 30, ofEachProvider(scene, "/slots/explain", { date: "2027-03-02" }))],
  },
  {
    name: "explained-ranges",
    operations: ["explain_range"],
    crowds: (scene) => [api(scene, 30, ofEachProvider(scene, "/slots/explain-range", range))],
  },
  {
    name: "board-starts",
    operations: ["find_board_starts"],
    crowds: (scene) => [
      api(scene, 30, [
        text({
          method: "POST",
          path: "/api/v1/board/starts",
          key: scene.clinic.key,
          body: { appointment_type_id: scene.clinic.typeId, ...range, all_starts: true },
        }),
      ]),
    ],
  },
  {
    name: "series",
    operations: ["book_series"],
    crowds: (scene) => [
      api(
        scene,
        30,
        ofEachProvider(scene, "/series", {
          ...{ customer_id: scene.clinic.customerId, start_time: "2027-03-02T15:00:00.000Z" },
          ...{ every: { days: 1 }, count: 104, preview: true },
        }),
      ),
    ],
  },
  {
    name: "disruptions",
    operations: ["create_disruption"],
    crowds: (scene) => [
      api(
        scene,
        20,
        many(10, (i) =>
          text({
            method: "POST",
            path: "/api/v1/disruptions",
            key: scene.clinic.key,
            body: {
              location_id: scene.clinic.locationId,
              from: `2027-03-${10 + i}T00:00:00.000Z`,
              to: `2027-03-${11 + i}T00:00:00.000Z`,
              reason: "storm",
            },
          }),
        ),
      ),
    ],
  },
  {
    name: "waiting-gaps",
    operations: ["find_waited_for_gaps"],
    crowds: (scene) => [
      api(scene, 30, [
        text({
          method: "POST",
          path: "/api/v1/waiting-list/gaps",
          key: scene.clinic.key,
          body: { start_time: "2027-03-16T06:00:00.000Z", end_time: "2027-03-17T06:00:00.000Z" },
        }),
      ]),
    ],
  },
  {
    name: "streams",
    crowds: (scene) => [
      api(
        scene,
        1_500,
        [scene.clinic.key, ...scene.clinic.twinKeys].map((key) =>
          text({ method: "GET", path: "/api/v1/events/stream", key }),
        ),
        { way: "stream" },
      ),
    ],
  },
  {
    name: "slow-readers",
    crowds: (scene) => [
      api(scene, 30, [keySearch(scene)], { way: "none" }),
      pages(
        scene,
        30,
        addresses(30).map((from) => visitorSearch(scene, from)),
        { way: "none" },
      ),
    ],
  },
  {
    name: "slow-senders",
    crowds: (scene) => [
      api(scene, 600, [keySearch(scene)], { way: "half" }),
      pages(
        scene,
        600,
        addresses(40).map((from) => visitorSearch(scene, from)),
        { way: "half" },
      ),
    ],
  },
  {
    name: "imports",
    crowds: (scene) => [
      api(scene, 10, [
        text({
          method: "POST",
          path: "/api/v1/imports/customers",
          key: scene.clinic.key,
          body: {
            dry_run: true,
            rows: many(500, (i) => ({
              external_ref: `r${i}`,
              name: `Sam ${"Long ".repeat(30)}${i}`,
              email: `sam${i}@example.com`,
              phone: `(512) 555-${String(1_000 + i)}`,
              line1: "1 Main St",
              city: "Austin",
              state: "TX",
              postal_code: "78701",
            })),
          },
        }),
      ]),
    ],
  },
  {
    name: "embed-checks",
    crowds: (scene) => [
      api(scene, 20, [
        text({
          method: "POST",
          path: "/api/v1/embedding/check",
          key: scene.clinic.key,
          body: { url: `http://127.0.0.1:${scene.hostilePort}/` },
        }),
      ]),
    ],
  },
  {
    name: "feeds",
    crowds: (scene) => [
      api(
        scene,
        8,
        many(40, (i) =>
          text({
            method: "POST",
            path: `/api/v1/providers/${scene.clinic.providerIds[i]}/calendars`,
            key: scene.clinic.key,
            body: { kind: "ics", url: `http://127.0.0.1:${scene.hostilePort}/feeds/${i}` },
          }),
        ),
      ),
    ],
  },
  {
    name: "swagger-files",
    crowds: (scene) => [
      api(
        scene,
        50,
        ["/docs/swagger-ui-bundle.js", "/openapi.json", "/docs/swagger-ui.css"].flatMap((path) =>
          ["br", "gzip"].map((encoding) => text({ method: "GET", path, from: "203.0.113.7", encoding })),
        ),
      ),
    ],
  },
  {
    name: "sign-ins",
    crowds: (scene) => [
      api(
        scene,
        30,
        addresses(300).map((from, i) =>
          text({
            method: "POST",
            path: "/api/v1/sessions",
            from,
            body: { email: `who${i}@example.com`, password: "wrong horse" },
          }),
        ),
      ),
    ],
  },
  {
    name: "unknown-keys",
    crowds: (scene) => [
      api(
        scene,
        30,
        many(500, (i) =>
          text({ method: "GET", path: "/api/v1/company", key: `sk_unknown_${i}`, from: "203.0.113.7" }),
        ),
      ),
    ],
  },
  {
    name: "pages-and-404s",
    crowds: (scene) => [
      pages(
        scene,
        30,
        addresses(100).flatMap((from) => [
          text({ method: "GET", path: `/${clinicSlug}`, from }),
          text({ method: "GET", path: "/r/AAAAAAAAAAAAAAAAAAAAAAAA", from }),
          text({ method: "GET", path: "/api/clocks?zone=Europe/Berlin", from }),
          text({ method: "POST", path: `/api/pages/${clinicSlug}/slots`, from, body: "{" }),
        ]),
      ),
    ],
  },
  ...dearRows,
]
