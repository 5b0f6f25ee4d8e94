/** Both hosts under raw bytes: what each batch of streams has to leave whole. */

import { setTimeout as sleep } from "node:timers/promises"
import { type Dice, diceFrom } from "../../service/host/demo/dice.ts"
import { usualLimits } from "../../service/ways-in/http/connections.ts"
import { type RawStream, type RawTarget, rawStream } from "../fuzz/raw.ts"
import { makeLink } from "./link.ts"
import type { TestDatabase } from "./postgres.ts"
import { openPublicPage, slug } from "./public-page.ts"
import { countOn } from "./rate-counters.ts"
import { openRaw, statusesIn } from "./raw-client.ts"
import { startService, type TestService } from "./service.ts"
import { makeCustomer, type Story, tellStory } from "./story.ts"

/** A minute, by docs/operations.md. */
const linkViews = 300
const pageViews = 60
/**
 * Counted before the streams: the link's are about to come to their limit. Other requests to the public page take from its
 * limit too, in any order, so that its views are left room to be seen.
 */
const plainLinkViews = linkViews - 10
const plainPageViews = pageViews - 40
const atOnce = 40
const limits = {
  ...usualLimits,
  headMs: 1_000,
  requestMs: 2_000,
  fileMs: 2_000,
  answerMs: 4_000,
  keptMs: 2_000,
  most: 500,
}
/** After its last byte a connection must be closed within the longest of the limits; the rest is for a busy machine. */
const endsWithinMs = 20_000

export interface Aftermath {
  /** The faults, each in a sentence. */
  wrong: string[]
  /** How many of the streams were shown the link's view within the minute, and the public page's. */
  shown: { link: number; page: number }
}

export interface RawHosts {
  service: TestService
  /** Sends so many streams to each host. */
  attack(streams: number, seed: number): Promise<Aftermath>
}

export async function openRawHosts(database?: TestDatabase): Promise<RawHosts> {
  const failures: string[] = []
  const log = {
    info() {},
    warn() {},
    error(fields: object, message: string) {
      const { err } = fields as { err?: Error & { code?: string } }
      failures.push(`${message}: ${JSON.stringify(fields)} ${err?.code} ${err?.stack}`)
    },
  }
  const options = { book: true, connectionLimits: limits, log, ...(database ? { database } : {}) }
  const service = await startService(options)
  const story = await tellStory(service)
  const link = await makeLink(service, { ...story, customerId: await makeCustomer(service) })
  await openPublicPage(service, story)
  return {
    service,
    async attack(streams, seed) {
      const dice = diceFrom(seed)
      // Another minute, in which nothing is counted yet.
      service.clock.advanceMs(600_000)
      await view(`${service.bookUrl}/r/${link.token}`)
      await countOn(service, "link_view", plainLinkViews - 1)
      await view(`${service.bookUrl}/${slug}`)
      await countOn(service, "page", plainPageViews - 1)
      const headers = `x-booking-token: ${link.token}\r\n`
      const customers = await flood(
        service.bookUrl!,
        dice,
        customersTargets(story, link.token),
        headers,
        streams,
      )
      const key = `authorization: Bearer ${service.key}\r\n`
      const api = await flood(service.apiUrl, dice, apiTargets(story), key, streams)
      const wrong = [...customers.wrong, ...api.wrong, ...failures.splice(0)]
      const shown = {
        link: count(customers.received, '"firstName":"'),
        page: count(customers.received, '"botCheck":{'),
      }
      if (shown.link > linkViews - plainLinkViews)
        wrong.push(`${shown.link} more views of a link in a minute`)
      if (shown.page > pageViews - plainPageViews)
        wrong.push(`${shown.page} more views of the public page in a minute`)
      for (const url of [service.apiUrl, `${service.bookUrl}/embed.js`]) {
        const { status } = await fetch(url.endsWith(".js") ? url : `${url}/healthz`)
        if (status !== 200) wrong.push(`${url} answers ${status} afterwards`)
      }
      return { wrong, shown }
    },
  }
}

async function view(url: string): Promise<void> {
  const { status } = await fetch(url)
  if (status !== 200) throw new Error(`${url} answers ${status} before the streams`)
}

const count = (texts: readonly string[], marker: string) =>
  texts.reduce((sum, text) => sum + text.split(marker).length - 1, 0)

function customersTargets({ typeId, benId, locationId }: Story, token: string): RawTarget[] {
  const get = (path: string): RawTarget => ({ method: "GET", path, body: null })
  const post = (path: string, body: object): RawTarget => ({
    method: "POST",
    path,
    body: JSON.stringify(body),
  })
  const dates = { startDate: "2027-03-02", endDate: "2027-03-09" }
  return [
    ...[`/r/${token}`, `/a/${token}`, "/api/link", `/${slug}`, `/api/pages/${slug}`].map(get),
    ...["/embed.js", "/api/clocks?zone=Europe/Paris", "/api/link/appointment.ics", "/"].map(get),
    post("/api/link/slots", dates),
    post("/api/link/appointment", { providerId: benId, locationId, startTime: "2027-03-04T17:00:00.000Z" }),
    post(`/api/pages/${slug}/slots`, { typeId, ...dates }),
    post(`/api/pages/${slug}/codes`, { phone: "+15125550123", botCheck: "x" }),
    post(`/api/pages/${slug}/codes/verify`, { verificationId: "x", code: "123456" }),
    post(`/api/pages/${slug}/customers`, { firstName: "Rosa" }),
    post(`/api/pages/${slug}/appointments`, { typeId }),
  ]
}

function apiTargets({ typeId }: Story): RawTarget[] {
  const dates = { start_date: "2027-03-02", end_date: "2027-03-09" }
  return [
    ...["/healthz", "/api/v1/company", "/api/v1/customers?limit=3", "/openapi.json", "/docs", "/metrics"].map(
      (path) => ({ method: "GET", path, body: null }),
    ),
    {
      method: "POST",
      path: "/api/v1/slots",
      body: JSON.stringify({ appointment_type_id: typeId, ...dates }),
    },
    { method: "POST", path: "/api/v1/sessions", body: '{"email":"sam@example.com","password":"x"}' },
    { method: "POST", path: "/api/v1/customers", body: '{"first_name":"Rosa"}' },
    { method: "POST", path: "/api/v1/agent/sessions", body: "{}" },
    { method: "POST", path: "/api/v1/agent/mcp", body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' },
  ]
}

interface Flood {
  received: string[]
  wrong: string[]
}

async function flood(
  url: string,
  dice: Dice,
  targets: RawTarget[],
  headers: string,
  streams: number,
): Promise<Flood> {
  const received: string[] = []
  const wrong: string[] = []
  // Drawn before the first is sent, so that the seed alone decides what is sent, whichever client is quicker.
  const waiting = Array.from({ length: streams }, () => rawStream(dice, targets, headers))
  const client = async () => {
    for (let stream = waiting.shift(); stream; stream = waiting.shift()) {
      const text = await exchange(url, stream)
      if (text === null) wrong.push(`never closed: ${startOf(stream)}`)
      else received.push(text)
      if (text && statusesIn(text).some((status) => status >= 500))
        wrong.push(`${startOf(stream)} → ${text.slice(0, 600)}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return { received, wrong }
}

/** The bytes that were received until the connection closed; null when the server left it open. */
async function exchange(url: string, { bytes, halfCloses }: RawStream): Promise<string | null> {
  const client = openRaw(url, bytes)
  if (halfCloses) client.socket.end()
  const ended = new AbortController()
  const late = sleep(endsWithinMs, null, { signal: ended.signal }).catch(() => null)
  const text = await Promise.race([client.closed, late])
  ended.abort()
  client.socket.destroy()
  return text
}

const startOf = ({ bytes }: RawStream) => JSON.stringify(bytes.toString("latin1").slice(0, 800))
