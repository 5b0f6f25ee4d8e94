/** The stream of events over `fetch`, so that it runs wherever the rest does and can carry a key. */
import type { AppointedEvent } from "./api.generated.ts"
import { NoAnswer, Refusal } from "./refusal.ts"
import { type ClientOptions, headersOf, pause, refusalOf } from "./request.ts"

export interface StreamOptions {
  /** Only these; all when left out. */
  types?: readonly AppointedEvent["type"][]
  /** The `id` of the last event that you have, at most 30 days old. Left out: the stream begins now. */
  lastEventId?: string
  signal?: AbortSignal
  /** Called whenever the stream has begun, with the id behind which it goes on: no event is sent to it before. */
  onOpen?: (lastEventId: string) => void
  /** Called when something that staff look at has changed of which there is no event, such as a cancel that waits. */
  onChange?: () => void
}

const changed = ": changed"

/** Three of the service's comments. */
const longestSilenceMs = 45_000

/**
 * Comes back by itself until `signal` aborts, or until the service refuses: a revoked key, an unknown `lastEventId`. Keep
 * the `id` of the last event that you have worked off, to go on behind it after a restart.
 */
export async function* streamEvents(
  options: ClientOptions,
  { types, lastEventId = "", signal, onOpen, onChange }: StreamOptions,
): AsyncGenerator<AppointedEvent, void> {
  const place = { lastEventId, retryMs: 2_000 }
  const query = types ? `?types=${types.join(",")}` : ""
  while (!signal?.aborted) {
    try {
      yield* readOnce(options, query, { place, signal, onOpen, onChange })
    } catch (error) {
      if (signal?.aborted) return
      const isFinal = error instanceof Refusal && error.status < 500 && error.status !== 429
      if (isFinal || !(error instanceof Refusal || error instanceof NoAnswer)) throw error
    }
    await pause(place.retryMs, signal).catch(() => undefined)
  }
}

interface Following {
  signal: AbortSignal | undefined
  onOpen: StreamOptions["onOpen"]
  onChange: StreamOptions["onChange"]
  place: { lastEventId: string; retryMs: number }
}

/** Until the connection ends. Throws `Refusal` and `NoAnswer`. */
async function* readOnce(
  { fetch = globalThis.fetch, ...options }: ClientOptions,
  query: string,
  { place, signal, onOpen, onChange }: Following,
): AsyncGenerator<AppointedEvent, void> {
  const ending = new AbortController()
  const end = () => ending.abort()
  signal?.addEventListener("abort", end)
  const headers: Record<string, string> = {
    ...headersOf(options),
    ...(place.lastEventId === "" ? {} : { "last-event-id": place.lastEventId }),
  }
  let silence = setTimeout(end, longestSilenceMs)
  try {
    const url = `${options.baseUrl.replace(/\/$/, "")}/api/v1/events/stream${query}`
    const answer = await fetch(url, { headers, signal: ending.signal }).catch(noAnswer)
    if (!answer.ok || !answer.body) throw await refusalOf(answer, url)
    const reader = answer.body.getReader()
    const decoder = new TextDecoder()
    let text = ""
    for (;;) {
      const { done, value } = await reader.read().catch(noAnswer)
      if (done) return
      clearTimeout(silence)
      silence = setTimeout(end, longestSilenceMs)
      // The text after the last empty line is not whole yet.
      const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n")
      text = blocks.pop()!
      for (const block of blocks) {
        if (block === changed) onChange?.()
        const fields = new Map(block.split("\n").map((line) => line.split(/: ?(.*)/s) as [string, string]))
        place.retryMs = Number(fields.get("retry") ?? place.retryMs)
        const data = fields.get("data")
        if (data !== undefined) yield JSON.parse(data) as AppointedEvent
        place.lastEventId = fields.get("id") ?? place.lastEventId
        if (fields.has("retry")) onOpen?.(place.lastEventId)
      }
    }
  } finally {
    clearTimeout(silence)
    signal?.removeEventListener("abort", end)
    ending.abort()
  }
}

function noAnswer(cause: unknown): never {
  throw new NoAnswer("The stream of events broke off.", { cause })
}
