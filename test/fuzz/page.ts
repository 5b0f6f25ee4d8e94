/** Requests for the public page's endpoints: of strangers, of visitors, with foreign tokens, and with other texts. */
import fc, { type Arbitrary } from "fast-check"
import type { z } from "zod"
import { openPublicPage, slug, visitorOf } from "../support/public-page.ts"
import { lastCode } from "../support/read-texts.ts"
import { broken } from "./break.ts"
import { fuzzSeed } from "./company.ts"
import { nastyBody, nastyHeaders, nastyQuery } from "./nasty.ts"
import * as views from "./page-views.ts"
import { type Counts, noCounts, type Probe } from "./probe.ts"
import type { Sending } from "./wire.ts"
import type { World } from "./world.ts"

export interface PageEndpoint {
  method: "GET" | "POST"
  path: string
  /** A right body; null takes none. */
  body: Record<string, unknown> | null
  answer: z.ZodType
  /** The counters in which a refusal counts as a try too. */
  countedIn?: readonly string[]
}

export interface PageStage {
  endpoints: PageEndpoint[]
  /** The tokens of a customer's visit, and of visits of impossible numbers. */
  tokens: string[]
}

/** Switches the page on, opens visits, and makes what a right request needs: it is right once only. */
export async function openPageStage(world: World): Promise<PageStage> {
  const { service, story } = world
  await openPublicPage(service, story)
  const tokens: string[] = []
  for (const phone of ["+15125550123", "+15125550177", "+15125550178"]) {
    const visitor = visitorOf(service)
    await visitor.proves(phone)
    tokens.push(visitor.token!)
  }
  const stranger = visitorOf(service)
  const code = { phone: "+15125550179", botCheck: await stranger.solve() }
  const { verificationId } = (await stranger.code("+15125550180")).data
  const verify = { verificationId, code: await lastCode(service) }
  return { endpoints: pageEndpoints(world, { code, verify }), tokens }
}

/** No request gets past a check without the values that are right once only. */
export const pagePaths = [
  "",
  "/slots",
  "/bot-check",
  "/codes",
  "/codes/verify",
  "/visit",
  "/customers",
  "/appointment-links",
  "/waiting-entries",
  "/holds",
  "/appointments",
]

function pageEndpoints(
  { story }: World,
  { code, verify }: { code: PageEndpoint["body"]; verify: PageEndpoint["body"] },
): PageEndpoint[] {
  const address = { line1: "2 Oak Ave", city: "Austin", state: "TX", postalCode: "78702" }
  const search = { typeId: story.typeId, startDate: "2027-03-02", endDate: "2027-03-09", address }
  const choice = { typeId: story.typeId, providerId: story.benId, locationId: story.locationId }
  const register = { firstName: "Rosa", lastName: "Lind", email: "rosa@example.com", address }
  const at = (path: string) => `/api/pages/${slug}${path}`
  const get = (path: string, answer: z.ZodType): PageEndpoint => ({
    method: "GET",
    path: at(path),
    body: null,
    answer,
  })
  const post = (
    path: string,
    body: PageEndpoint["body"],
    answer: z.ZodType,
    countedIn: readonly string[] = [],
  ) => ({ method: "POST", path: at(path), body, answer, countedIn }) as const
  return [
    get("", views.publicPageView),
    post("/slots", search, views.publicSlotsView),
    get("/bot-check", views.challengeView),
    post("/codes", code, views.codeSentView, ["used_solution"]),
    post("/codes/verify", verify, views.verifiedView, ["verification_code"]),
    get("/visit", views.visitView),
    post("/customers", { ...register, textUpdates: true }, views.registeredView, ["verified_visit"]),
    post("/appointment-links", {}, views.linksTextedView),
    post("/waiting-entries", { typeId: story.typeId, latestDate: "2027-03-20" }, views.waitingJoinedView, [
      "verified_visit",
    ]),
    post("/holds", { ...choice, startTime: "2027-03-05T17:00:00.000Z" }, views.heldView),
    post("/appointments", { ...choice, startTime: "2027-03-04T17:00:00.000Z" }, views.bookedView, [
      "verified_visit",
    ]),
  ]
}

/** Sends `runs` requests, the right one first; throws with the seed and the request at the first answer that is wrong. */
export async function fuzzPage(
  probe: Probe,
  { body, ...endpoint }: PageEndpoint,
  tokens: readonly string[],
  runs: number,
  seed = fuzzSeed,
): Promise<Counts> {
  const counts = noCounts()
  const { answer: result, countedIn = [] } = endpoint
  const right = body === null ? undefined : JSON.stringify(body)
  const examples: [Sending][] = [[sendingOf(endpoint, { token: tokens[0]!, body: right, network: [0, 0] })]]
  const property = fc.asyncProperty(pageRequests({ body, ...endpoint }, tokens), (sending) =>
    probe.send(sending, { result, list: false, countedIn }, counts),
  )
  // Not shrunk: what a request meets depends on those before it.
  await fc.assert(property, { seed, numRuns: runs, examples, endOnFailure: true })
  return counts
}

interface Parts {
  token: string
  body: string | Uint8Array | undefined
  /** The middle of a network address. */
  network: readonly [number, number]
  headers?: Record<string, string>
  query?: string
}

function pageRequests({ body, ...endpoint }: PageEndpoint, tokens: readonly string[]): Arbitrary<Sending> {
  const token = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom("", ...tokens) },
    { weight: 1, arbitrary: fc.constantFrom("x", "A".repeat(22), "%00", "\u00e9", "x".repeat(4_000)) },
  )
  const wrong = fc.oneof(
    broken(fc.constant(body)).map((value) => JSON.stringify(value)),
    nastyBody,
  )
  const bodies: Arbitrary<Parts["body"]> =
    body === null ? fc.constant(undefined) : fc.oneof(fc.constant(JSON.stringify(body)), wrong, wrong)
  return fc
    .record({
      token,
      body: bodies,
      headers: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: nastyHeaders }),
      query: fc.oneof({ weight: 6, arbitrary: fc.constant("") }, { weight: 1, arbitrary: nastyQuery }),
      network: fc.tuple(fc.nat(255), fc.nat(255)),
    })
    .map((parts) => sendingOf(endpoint, parts as Parts))
}

/** From a network of its own, so that no limit answers in the endpoint's place. */
function sendingOf(
  { method, path }: Pick<PageEndpoint, "method" | "path">,
  { token, body, network, headers = {}, query = "" }: Parts,
): Sending {
  return {
    method,
    path: path + (query === "" ? "" : `?${query}`),
    headers: {
      ...(token === "" ? {} : { "x-visit-token": token }),
      "x-draft-token": "fuzz-draft-token-of-a-browser",
      "x-forwarded-for": `10.${network.join(".")}.1`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  }
}
