/** The document of the customer host's JSON endpoints against the host itself: what is mounted, and what it answers. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { createCustomerHost } from "../../service/ways-in/customer-host/server.ts"
import type { Metrics } from "../../service/ways-in/health/metrics.ts"
import { makeLink } from "../support/link.ts"
import { openPublicPage, slug, solved } from "../support/public-page.ts"
import { lastCode } from "../support/read-texts.ts"
import { quiet, startService, type TestService, webRoot } from "../support/service.ts"
import { make, nextNumber, type Story, tellStory } from "../support/story.ts"
import { customerHostDocument, type Endpoint, endpoints, forms } from "./document.ts"

let service: TestService
let story: Story

beforeAll(async () => {
  service = await startService({ book: true, files: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
})
afterAll(() => service.stop())

const nameOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`

it("FX-22 the document names every JSON endpoint that the customer host mounts, and no other", async () => {
  const mounted: string[] = []
  const metrics = {
    watch: (app: { addHook(name: "onRoute", hook: (route: Mounted) => void): void }) =>
      app.addHook("onRoute", ({ url, method }) => {
        if (!url.startsWith("/api/")) return
        for (const each of [method].flat())
          if (each !== "HEAD") mounted.push(`${each} ${url.replaceAll(/:(\w+)/g, "{$1}")}`)
      }),
  } as unknown as Metrics
  const app = await createCustomerHost(service.context, {
    ...{ log: quiet, trustProxyHops: 0, bookUrl: service.bookUrl!, webRoot, metrics },
  })
  await app.ready()
  await app.close()
  expect(mounted.length).toBeGreaterThan(25)
  expect([...new Set(mounted)].sort()).toEqual([...endpoints.map(nameOf), ...forms].sort())
})

interface Mounted {
  url: string
  method: string | string[]
}

it("FX-22 the document is OpenAPI that describes what each endpoint takes and answers", () => {
  const { openapi, paths } = customerHostDocument()
  expect(openapi).toBe("3.1.0")
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(endpoints.map(nameOf).sort())
  const text = JSON.stringify(paths)
  expect(text).not.toContain('"schema":{}')
  expect(paths["/api/pages/{slug}/codes"]).toMatchObject({
    post: {
      requestBody: { content: { "application/json": { schema: { required: ["phone", "botCheck"] } } } },
    },
  })
})

/** Asks as a page does; the answer has to be what the document says. */
async function asks<Data = Record<string, never>>(
  name: string,
  body?: object,
  token = "",
  path = "",
): Promise<Data> {
  const endpoint = endpoints.find((each) => nameOf(each) === name)!
  const { method, credential, status, answers } = endpoint
  const at = path || endpoint.path.replace("{slug}", slug)
  const answer = await fetch(service.bookUrl + at, {
    method,
    headers: {
      "x-forwarded-for": "203.0.113.5",
      ...(token === "" ? {} : { [credential ?? "x-visit-token"]: token }),
      ...(body === undefined ? {} : { "content-type": "application/json", "x-draft-token": "d".repeat(24) }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect([name, answer.status, text.slice(0, 300)]).toEqual([name, status, text.slice(0, 300)])
  if (answers === null) return text as Data
  if (body !== undefined) expect(endpoint.takes?.safeParse(body).success ?? true, name).toBe(true)
  const { data } = JSON.parse(text)
  const read = answers.safeParse(data)
  expect([name, read.error?.issues ?? []]).toEqual([name, []])
  return data
}

it("FX-22 what a visitor of the public page gets is what the document says, from the first look to the booking", async () => {
  await asks("GET /api/clocks", undefined, "", "/api/clocks?zone=Europe/Berlin")
  await asks("GET /api/pages/{slug}")
  await asks("POST /api/pages/{slug}/slots", {
    typeId: story.typeId,
    ...{ startDate: "2027-03-02", endDate: "2027-03-05" },
  })
  const challenge = await asks<Parameters<typeof solved>[0]>("GET /api/pages/{slug}/bot-check")
  const code = { phone: nextNumber(), botCheck: await solved(challenge) }
  const { verificationId } = await asks<{ verificationId: string }>("POST /api/pages/{slug}/codes", code)
  const time = {
    startTime: "2027-03-04T17:00:00.000Z",
    providerId: story.benId,
    locationId: story.locationId,
  }
  const choice = { typeId: story.typeId, ...time }
  await asks("POST /api/pages/{slug}/holds", { ...choice, verificationId })
  const typed = { verificationId, code: await lastCode(service) }
  const { visitToken } = await asks<{ visitToken: string }>("POST /api/pages/{slug}/codes/verify", typed)
  await asks("GET /api/pages/{slug}/visit", undefined, visitToken)
  const person = { firstName: "Rosa", lastName: "Lind", textUpdates: true }
  await asks("POST /api/pages/{slug}/customers", person, visitToken)
  await asks("POST /api/pages/{slug}/files", { name: "a.pdf" }, visitToken)
  const entry = { typeId: story.typeId, latestDate: "2027-03-20" }
  await asks("POST /api/pages/{slug}/waiting-entries", entry, visitToken)
  await asks("POST /api/pages/{slug}/appointments", choice, visitToken)
  await asks("POST /api/pages/{slug}/appointment-links", undefined, visitToken)
  const [booked] = await service.context.db.query<{ id: number }>("SELECT max(id) AS id FROM appointment")
  const path = `/api/pages/${slug}/appointments/${booked!.id}/calendar.ics`
  const calendar = "GET /api/pages/{slug}/appointments/{id}/calendar.ics"
  expect(String(await asks(calendar, undefined, visitToken, path))).toContain("BEGIN:VCALENDAR")
})

it("FX-22 what the holder of a link gets is what the document says", async () => {
  const { token } = await makeLink(service, story)
  await asks("GET /api/link", undefined, token)
  await asks("POST /api/link/slots", { startDate: "2027-03-02", endDate: "2027-03-05" }, token)
  await asks("POST /api/link/files", { name: "a.pdf" }, token)
  await asks("POST /api/link/waiting-entry", { latestDate: "2027-03-20", textOffers: true }, token)
  const time = {
    startTime: "2027-03-05T17:00:00.000Z",
    providerId: story.benId,
    locationId: story.locationId,
  }
  await asks("POST /api/link/appointment", time, token)
  await asks("GET /api/link/changes", undefined, token)
  await asks("PUT /api/link/appointment", { startTime: "2027-03-05T19:00:00.000Z" }, token)
  expect(String(await asks("GET /api/link/appointment.ics", undefined, token))).toContain("BEGIN:VCALENDAR")
  await asks("DELETE /api/link/appointment", {}, token)
})

it("FX-22 what somebody who waits gets is what the document says", async () => {
  const wish = { customer_id: story.customerId, appointment_type_id: story.typeId, latest_date: "2027-04-10" }
  const { wait_url } = await make(service, "/waiting-entries", wish)
  const token = String(wait_url).split("/").at(-1)!
  await asks("GET /api/waiting", undefined, token)
  await asks("GET /api/waiting/changes", undefined, token)
  await asks("PUT /api/waiting", { latestDate: "2027-04-20" }, token)
  await asks("DELETE /api/waiting", undefined, token)
})
