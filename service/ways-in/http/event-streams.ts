/**
 * Server-sent events. A stream has no end of its own: it ends when the client leaves or stops reading, when the credential
 * ends, and when the server closes. The client comes back by itself and names the last event that it has.
 */
import { once } from "node:events"
import type { ServerResponse } from "node:http"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { envelopeOf, eventId, type StoredEvent } from "../../../domain/model/event.ts"
import type { Log } from "../../platform/ports.ts"
import type { EventStream } from "../../webhooks/read-events.ts"
import { leaveOpen, openAt } from "./connections.ts"
import { asRefusal } from "./errors.ts"
import type { StreamOwner } from "./stream-counts.ts"

interface StreamRequest {
  request: FastifyRequest
  reply: FastifyReply
  companyId: number
  /** The account that is charged for the stream. */
  owner: StreamOwner
  /** Throws once the credential has ended. */
  authenticate(): Promise<unknown>
}

export interface Streams {
  /** Begins the answer and returns. Throws `rate_limited` when its family or its network has too many streams open. */
  send(stream: EventStream, to: StreamRequest): void
}

const reconnectMs = 2_000
/** A revoked key's stream gets no more events at once, and is closed within this time. */
const checkEveryMs = 5_000
/** Every third check sends a comment, so that proxies between see that the connection is in use. */
const checksPerComment = 3
/** A client that has taken nothing for so many checks is gone or stuck. */
const mostStuckChecks = 18

/** A comment, which readers of events pass over: something has changed of which there is no event. */
const changed = ": changed\n\n"

/** The streams of one server, which end when it closes. */
export function openStreams(app: FastifyInstance, log: Log): Streams {
  const open = new Set<AbortController>()
  const { streams } = openAt(app)
  let isClosing = false

  app.addHook("preClose", async () => {
    isClosing = true
    for (const ending of open) ending.abort()
  })

  async function run(stream: EventStream, ending: AbortController, to: StreamRequest): Promise<void> {
    const response = to.reply.raw
    const isPermitted = () => isStillPermitted(to, log)
    const checking = setInterval(watch(response, ending, isPermitted), checkEveryMs)
    try {
      for await (const events of stream.follow(ending.signal)) {
        if (!(await isPermitted()) || ending.signal.aborted) break
        const frame = events.map((event) => frameOf(to.companyId, event)).join("") || changed
        if (!response.write(frame)) {
          await once(response, "drain", { signal: ending.signal }).catch(() => undefined)
        }
      }
    } catch (error) {
      log.error({ err: error, request_id: to.request.id }, "a stream of events broke off")
    } finally {
      clearInterval(checking)
      ending.abort()
      response.end()
    }
  }

  return {
    send(stream, to) {
      const uncount = streams.begin(to.owner)
      const response = begin(to.reply, stream.beginsAfter)
      const ending = new AbortController()
      response.once("close", () => ending.abort())
      response.on("error", () => ending.abort())
      // A request that came before the server began to close may reach its stream afterwards.
      if (isClosing || response.destroyed) ending.abort()
      open.add(ending)
      void run(stream, ending, to).finally(() => {
        open.delete(ending)
        uncount()
      })
    },
  }
}

/** Sends the head, and the id that a client without any event yet comes back with. */
function begin(reply: FastifyReply, beginsAfter: string): ServerResponse {
  const response = reply.raw
  reply.hijack()
  leaveOpen(response)
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // Some proxies gather an answer before they pass it on.
    "x-accel-buffering": "no",
  })
  response.write(`retry: ${reconnectMs}\nid: ${beginsAfter}\n\n`)
  return response
}

/** Runs the checks of a stream. */
function watch(response: ServerResponse, ending: AbortController, isPermitted: () => Promise<boolean>) {
  let checks = 0
  let stuckChecks = 0
  let sentBytes = 0
  return async () => {
    checks += 1
    const isStuck = response.writableNeedDrain && response.socket?.bytesWritten === sentBytes
    sentBytes = response.socket?.bytesWritten ?? 0
    stuckChecks = isStuck ? stuckChecks + 1 : 0
    if (stuckChecks >= mostStuckChecks) response.destroy()
    else if (!(await isPermitted())) ending.abort()
    else if (checks % checksPerComment === 0 && !response.writableNeedDrain && !ending.signal.aborted) {
      response.write(":\n\n")
    }
  }
}

/** False once the credential has ended. While the database is away it counts as it did before: no event comes either. */
async function isStillPermitted({ authenticate, request }: StreamRequest, log: Log): Promise<boolean> {
  try {
    await authenticate()
    return true
  } catch (error) {
    const status = asRefusal(error)?.status
    if (status === undefined) {
      log.error({ err: error, request_id: request.id }, "a stream's credential could not be read")
      return false
    }
    return status >= 500
  }
}

/** Many streams send the same event, which so becomes text once. */
const frames = new WeakMap<StoredEvent, string>()

function frameOf(companyId: number, event: StoredEvent): string {
  const known = frames.get(event)
  if (known !== undefined) return known
  const data = JSON.stringify(envelopeOf(companyId, event))
  const frame = `id: ${eventId(event.id)}\nevent: ${event.type}\ndata: ${data}\n\n`
  frames.set(event, frame)
  return frame
}
