/** Calls every address of every interface with canaries in every field that can carry one. */
import { companyMounts } from "../../service/ways-in/company-api/mounts.ts"
import type { Mount } from "../../service/ways-in/http/mount.ts"
import { linkEndpoints } from "../fuzz/link.ts"
import type { PageStage } from "../fuzz/page.ts"
import { rightRequest, schemaOf } from "../fuzz/requests.ts"
import { openWire, type Sending, type Wire } from "../fuzz/wire.ts"
import { tableForSegment, type World } from "../fuzz/world.ts"
import { agentSendings } from "./agent-sendings.ts"
import { pageSendings } from "./page-sendings.ts"
import { type Canaries, plantedValue } from "./planted.ts"

export interface Driver {
  /** The statuses that were answered, since the last `forget`. */
  statuses: ReadonlySet<number>
  /** How many answers gave back what was planted: proof that it went all the way through. */
  echoes(): number
  forget(): void
  drive(): Promise<void>
  close(): void
}

/** The tokens of links' holders, agents and visitors. */
export interface Tokens {
  links: readonly string[]
  sessions: readonly string[]
  page: PageStage
}

export function openDriver(world: World, tokens: Tokens, canaries: Canaries): Driver {
  const api = openWire(world.service.apiUrl)
  const book = openWire(world.service.bookUrl!)
  const statuses = new Set<number>()
  let echoes = 0

  async function send(wire: Wire, sending: Sending): Promise<void> {
    const headers = { ...plantedHeaders(canaries), ...sending.headers }
    const { status, text } = await wire.send({ ...sending, headers })
    statuses.add(status)
    if (text.includes("canary-")) echoes += 1
    for (const [, secret] of text.matchAll(/"(sk_[^"]+|whsec_[^"]+)"/g)) canaries.keep(secret!)
    for (const [, token] of text.matchAll(/\/[ra]\/([\w-]{24})/g)) canaries.keep(token!)
    for (const [, token] of text.matchAll(/"visitToken":"([^"]+)"/g)) canaries.keep(token!)
    for (const [session] of text.matchAll(/ses_[\w-]{32}/g)) canaries.keep(session)
  }

  return {
    statuses,
    echoes: () => echoes,
    forget: () => statuses.clear(),
    async drive() {
      for (const sending of await pageSendings(tokens.page, world, canaries)) await send(book, sending)
      for (const mount of companyMounts) {
        for (const sending of companySendings(mount, world, canaries)) await send(api, sending)
      }
      for (const sending of agentSendings(tokens.sessions, world, canaries)) await send(api, sending)
      for (const token of [...tokens.links, canaries.plant("token").padEnd(24, "A")]) {
        for (const sending of linkSendings(token, world, canaries)) await send(book, sending)
      }
    },
    close() {
      api.close()
      book.close()
    },
  }
}

/** A private value that rides along with every request. */
let requests = 0
function plantedHeaders(canaries: Canaries): Record<string, string> {
  requests += 1
  return {
    "idempotency-key": canaries.plant("key"),
    "user-agent": canaries.plant("agent"),
    referer: `https://${canaries.plant("referer")}.example.com`,
    cookie: `a=${canaries.plant("cookie")}`,
    "x-forwarded-for": canaries.keep(`203.0.${requests >> 8}.${requests & 255}`),
  }
}

/** Requests that are right where they can be, wrong in a field, wrong in their path and query, and without a name. */
function companySendings(mount: Mount, world: World, canaries: Canaries): Sending[] {
  const { method, operation } = mount
  const id = world.idsOf(tableForSegment(mount.path.split("/")[1]!) ?? "")[0] ?? 1
  const path = `/api/v1${mount.path.replaceAll(/:\w+/g, String(id))}`
  const type = { "content-type": mount.rawBody ? "image/png" : "application/json" }
  const headers = { authorization: `Bearer ${world.service.key}`, ...type }
  const takesBody = operation.body !== undefined && !mount.rawBody
  const body = takesBody ? plantedValue(schemaOf(operation.body!), "", world, canaries) : {}
  const wrong = { ...(body as object), [canaries.plant("field")]: canaries.plant("value") }
  const bodies =
    method === "GET"
      ? []
      : [
          JSON.stringify(body),
          JSON.stringify(wrong),
          `"${canaries.plant("text")}"`,
          `{"${canaries.plant("broken")}`,
        ]
  const right = rightRequest(mount, world)
  return [
    ...(right ? [right] : []),
    ...bodies.map((each) => ({ method, path, headers, body: each })),
    { method, path, headers },
    { method, path: `${path}?${canaries.plant("query")}=${canaries.plant("value")}`, headers },
    { method, path: `${path}/${canaries.plant("path")}`, headers },
    { method, path, headers: { authorization: `Bearer ${canaries.plant("bearer")}` } },
  ]
}

function linkSendings(token: string, world: World, canaries: Canaries): Sending[] {
  const headers = { "x-booking-token": token, "content-type": "application/json" }
  const endpoints = linkEndpoints(world.story.benId, world.story.locationId)
  return [
    ...endpoints.flatMap(({ method, path, body }) => {
      const bodies = body === null ? [undefined] : [JSON.stringify(body), `{"${canaries.plant("broken")}`]
      return bodies.map((each) => ({ method, path, headers, ...(each === undefined ? {} : { body: each }) }))
    }),
    { method: "GET", path: "/api/link/appointment.ics", headers },
    { method: "GET", path: `/r/${token}`, headers: {} },
    { method: "GET", path: `/a/${token}`, headers: {} },
    { method: "GET", path: `/r/${token}/${canaries.plant("below")}`, headers: {} },
  ]
}
