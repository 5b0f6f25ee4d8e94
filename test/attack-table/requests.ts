/** Requests of the table of attacks, as the bytes that clients send, and crowds that send them. */
import type { Crowd } from "./clients-process.ts"
import { clinicSlug, range, type Scene } from "./scene.ts"

/** Attackers without an address of their own have this one; the neighbour has another. */
const attackersAddress = "198.51.100.7"

interface Sent {
  method: string
  path: string
  body?: object | string
  key?: string
  from?: string
  encoding?: string
}

export function text({ method, path, body, key, from = attackersAddress, encoding = "gzip" }: Sent): string {
  const payload = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body)
  const headers = [
    "Host: attack",
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
    `X-Forwarded-For: ${from}`,
    ...(body === undefined ? [] : ["Content-Type: application/json"]),
    `Content-Length: ${Buffer.byteLength(payload)}`,
    `Accept-Encoding: ${encoding}`,
  ]
  return `${method} ${path} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${payload}`
}

export const many = <T>(count: number, one: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => one(i))
export const addresses = (count: number) =>
  many(count, (i) => `203.0.${Math.floor(i / 250)}.${1 + (i % 250)}`)

export const api = (scene: Scene, clients: number, requests: string[], more: Partial<Crowd> = {}): Crowd => ({
  port: scene.apiPort,
  clients,
  requests,
  way: "answers",
  pauseMs: 0,
  ...more,
})
export const pages = (scene: Scene, clients: number, requests: string[], more: Partial<Crowd> = {}): Crowd =>
  api(scene, clients, requests, { port: scene.bookPort, ...more })

export const visitorSearch = ({ clinic }: Scene, from: string, encoding = "identity") =>
  text({
    method: "POST",
    path: `/api/pages/${clinicSlug}/slots`,
    body: { typeId: clinic.typeId, startDate: range.start_date, endDate: range.end_date },
    from,
    encoding,
  })

export const keySearch = ({ clinic }: Scene, key = clinic.key, encoding = "identity") =>
  text({
    method: "POST",
    path: "/api/v1/slots",
    body: { appointment_type_id: clinic.typeId, ...range },
    key,
    encoding,
  })

/** One request about each of 30 providers. */
export const ofEachProvider = ({ clinic }: Scene, path: string, body: object): string[] =>
  clinic.providerIds.slice(0, 30).map((provider_id) =>
    text({
      method: "POST",
      path: `/api/v1${path}`,
      key: clinic.key,
      body: { appointment_type_id: clinic.typeId, provider_id, ...body },
    }),
  )

/** A search of two types in one visit, over a month. */
export const groupSearch = ({ clinic }: Scene) =>
  text({
    method: "POST",
    path: "/api/v1/slots",
    key: clinic.key,
    body: { appointment_type_ids: [clinic.typeId, clinic.typeId], ...range },
  })

export const signIn = (email: string, from: string) =>
  text({ method: "POST", path: "/api/v1/sessions", body: { email, password: "x" }, from })

export const reports = [
  "utilisation",
  "bookings",
  "no-shows",
  "classes",
  "lead-time",
  "requests",
  "texts",
].flatMap((name) =>
  ["day", "provider_weekday"].map(
    (by) => `/api/v1/reports/${name}?from=2026-01-01&to=2027-12-31&group_by=${by}`,
  ),
)
