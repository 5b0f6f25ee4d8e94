import type { AppointedEvent, Operations } from "./api.generated.ts"
import type { Page, RequestOptions } from "./call.ts"
import { type StreamOptions, streamEvents } from "./event-stream.ts"
import { pagesOf } from "./pages.ts"
import { wholeAnswer } from "./parts.ts"
import { paths } from "./paths.generated.ts"
import { type ClientOptions, checkOptions, createSend } from "./request.ts"

/** Every operation of the service as a method, and its stream of events. */
export interface Client extends Operations {
  /** The company's events as they happen, in order, none missed and none twice, over lost connections too. */
  streamEvents(options?: StreamOptions): AsyncGenerator<AppointedEvent, void>
}

/** Throws a `TypeError` when an option can't be right, before anything is sent. */
export function createClient(options: ClientOptions): Client {
  checkOptions(options)
  const send = createSend(options)
  const operations = Object.entries(paths).map(([name, place]) => {
    const [kind, path] = place.split(" ") as [string, string]
    const operation = (input: Record<string, unknown> = {}, own: RequestOptions = {}) =>
      kind === "LIST"
        ? pagesOf(
            (cursor = input.cursor as string | undefined) =>
              send("GET", path, { ...input, cursor }, own) as Promise<Page<unknown>>,
          )
        : wholeAnswer((more) => send(kind, path, { ...input, ...more }, own))
    return [name, operation]
  })
  return {
    ...(Object.fromEntries(operations) as Operations),
    streamEvents: (own = {}) => streamEvents(options, own),
  }
}
