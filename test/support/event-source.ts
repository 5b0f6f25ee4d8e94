/** A reader of server-sent events that comes back by itself, as a browser's does. */
import { type ClientRequest, type IncomingMessage, request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

export interface ReceivedEvent {
  id: string
  type: string
  data: ReturnType<typeof JSON.parse>
}

export interface EventSource {
  received: ReceivedEvent[]
  /** The number of hints that something changed without an event. */
  changes(): number
  /** The id that it comes back with. */
  lastEventId(): string
  /** How often it has connected. */
  connections(): number
  /** Milliseconds that the service asked it to wait. */
  retryMs(): number | null
  /** Loses the connection; it comes back by itself. */
  interrupt(): void
  /** Until it is connected and the stream has begun. Throws with the answer when the stream is refused. */
  opened(): Promise<void>
  /** Until the service has ended the stream. */
  ended(): Promise<void>
  until(count: number): Promise<ReceivedEvent[]>
  close(): void
}

export interface EventSourceOptions {
  /** Asked at every connection: the service may have moved. */
  url: () => string
  headers: Record<string, string>
  lastEventId?: string
  /** False: it does not come back. */
  comesBack?: boolean
}

const patienceMs = 30_000

export function openEventSource(options: EventSourceOptions): EventSource {
  const { url, headers, comesBack = true } = options
  const received: ReceivedEvent[] = []
  let lastEventId = options.lastEventId ?? ""
  let retryMs: number | null = null
  let connections = 0
  let changes = 0
  let isClosed = false
  let current: ClientRequest | null = null
  const opened = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  opened.promise.catch(() => {})

  function take(block: string): void {
    if (block === ": changed") changes += 1
    const data: string[] = []
    let type = "message"
    for (const line of block.split("\n")) {
      const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
      if (name === "id") lastEventId = value!
      else if (name === "event") type = value!
      else if (name === "data") data.push(value!)
      else if (name === "retry") retryMs = Number(value)
    }
    if (retryMs !== null) opened.resolve()
    if (data.length > 0) received.push({ id: lastEventId, type, data: JSON.parse(data.join("\n")) })
  }

  async function read(answer: IncomingMessage): Promise<void> {
    let text = ""
    answer.setEncoding("utf8")
    for await (const chunk of answer) {
      text += chunk
      if (answer.statusCode !== 200) continue
      // The text after the last empty line is not whole yet.
      const blocks = text.split("\n\n")
      text = blocks.pop()!
      blocks.forEach(take)
    }
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`)
  }

  const connectOnce = () =>
    new Promise<void>((resolve, reject) => {
      connections += 1
      const resume: Record<string, string> = lastEventId === "" ? {} : { "last-event-id": lastEventId }
      current = request(url(), { headers: { ...headers, ...resume }, agent: false })
      current.on("response", (answer) => read(answer).then(resolve, reject))
      current.on("error", reject)
      current.end()
    })

  async function run(): Promise<void> {
    while (!isClosed) {
      await connectOnce().catch((error: Error) => {
        if (/^4\d\d /.test(error.message)) opened.reject(error)
      })
      ended.resolve()
      if (!comesBack) return
      await sleep(50)
    }
  }

  void run()
  return {
    received,
    changes: () => changes,
    lastEventId: () => lastEventId,
    connections: () => connections,
    retryMs: () => retryMs,
    interrupt: () => current?.destroy(),
    opened: () => opened.promise,
    ended: () => ended.promise,
    async until(count) {
      const deadline = performance.now() + patienceMs
      while (received.length < count) {
        if (performance.now() > deadline) throw new Error(`${received.length} of ${count} events came`)
        await sleep(2)
      }
      return received
    },
    close() {
      isClosed = true
      current?.destroy()
    },
  }
}
