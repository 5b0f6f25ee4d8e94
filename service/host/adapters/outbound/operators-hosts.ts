/**
 * Requests to hosts that the operator's settings name: geocoder, carrier, voice platform, bot check, store of files. Most speak JSON. Such a
 * host may be on a private address, since the operator chose it.
 */
import type { IncomingHttpHeaders } from "node:http"
import { createAddressGuard, machineNames, nameServers, type Resolve } from "./address-guard.ts"
import { createOutboundClient, type OutboundRequest } from "./client.ts"
import type { OutboundAnswer } from "./exchange.ts"

export interface HostQuestion extends Omit<OutboundRequest, "reading"> {
  /** A longer answer counts as no JSON: it is taken apart on the thread that serves requests. */
  mostBytes?: number
}

export interface HostAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** The body; undefined when it is no JSON. */
  json: unknown
}

const usualMostBytes = 131_072

const askNameServers = nameServers()
/** A name that only the machine knows, such as localhost, is none that a name server would answer slowly for. */
const anyName: Resolve = (name) => askNameServers(name).catch(() => machineNames(name))

const client = createOutboundClient({
  guard: createAddressGuard({ resolve: anyName, allowPrivate: true }),
  userAgent: "Appointed/1",
})

/** Throws OutboundFailure where no answer comes. A head alone is an answer: a carrier has then taken the text. */
export async function askHost({
  mostBytes = usualMostBytes,
  ...question
}: HostQuestion): Promise<HostAnswer> {
  const { status, headers, body } = await client.ask({
    ...question,
    reading: () => ({ beginning: mostBytes }),
  })
  return { status, headers, json: jsonIn(body) }
}

export type BytesAnswer = Pick<OutboundAnswer, "status" | "body">

/** The same for a host that keeps bytes. A body that is longer than `mostBytes` is a failure. */
export async function askHostForBytes(question: HostQuestion, mostBytes: number): Promise<BytesAnswer> {
  return client.ask({ ...question, reading: () => ({ whole: mostBytes }) })
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"))
  } catch {
    return undefined
  }
}
