/** A process of its own that plays agents, so that what they do does not take the server's time. */
import { Agent, request } from "node:http"

/** So many conversations, one after the other for each caller, all callers at once. */
export interface Talk {
  port: number
  apiKey: string
  line: string
  callers: string[]
  conversations: number
  typeId: number
  dates: { start_date: string; end_date: string }
}

/** Milliseconds of each call, from its first byte sent to the last byte of its answer read. */
export interface TalkResult {
  reads: number[]
  writes: number[]
}

type Data = ReturnType<typeof JSON.parse>
/** Gives the answer's data; when somebody else was faster, the first of the times that can be had as `alternative`. */
type Call = (kind: keyof TalkResult, method: string, path: string, body?: object) => Promise<Data>

const agent = new Agent({ keepAlive: true })

export async function talkAll(talk: Talk): Promise<TalkResult> {
  const result: TalkResult = { reads: [], writes: [] }
  let begun = 0
  const call: Call = async (kind, method, path, body) => {
    const { ms, data } = await exchange(talk, method, path, body)
    result[kind].push(ms)
    return data
  }
  const callOn = async (caller: string, index: number) => {
    while (begun < talk.conversations) {
      begun += 1
      await converse(talk, call, caller, index)
    }
  }
  await Promise.all(talk.callers.map(callOn))
  return result
}

/** Each looks at times of its own; where two want the same nevertheless, the slower one takes what it is offered. */
async function converse(
  { line, typeId, dates }: Talk,
  call: Call,
  caller: string,
  index: number,
): Promise<void> {
  const init = { caller_id: caller, called_number: line, call_sid: "CA1" }
  const { dynamic_variables } = await call("writes", "POST", "/conversation-init", init)
  const { session_id } = dynamic_variables
  const query = `session_id=${session_id}`
  await call("reads", "GET", `/appointment-types?${query}`)
  const found = await call("reads", "POST", "/slots", { session_id, appointment_type_id: typeId, ...dates })
  await call("reads", "GET", `/providers?${query}&appointment_type_id=${typeId}`)
  const { slots } = found.providers[index % found.providers.length]
  const { provider_id, start_time } = slots[Math.floor(index / found.providers.length)]
  const wish = { session_id, appointment_type_id: typeId, provider_id, start_time }
  const { id } = await insist(wish, (slot) => call("writes", "POST", "/appointments", slot))
  await call("reads", "GET", `/appointments?${query}`)
  const other = await call("reads", "POST", "/slots", { session_id, appointment_id: id, ...dates })
  const later = other.providers[0].slots.at(-1 - index)
  const move = { session_id, start_time: later.start_time }
  await insist(move, (slot) => call("writes", "PUT", `/appointments/${id}`, slot))
  await call("writes", "DELETE", `/appointments/${id}?${query}`)
}

/** Again with the time that was offered instead, until one is not taken. */
async function insist<Wish extends object>(wish: Wish, send: (wish: Wish) => Promise<Data>): Promise<Data> {
  const { alternative, ...data } = await send(wish)
  if (!alternative) return data
  const { provider_id, start_time } = alternative
  return insist({ ...wish, ...("provider_id" in wish ? { provider_id } : {}), start_time }, send)
}

function exchange(
  { port, apiKey }: Talk,
  method: string,
  path: string,
  body?: object,
): Promise<{ ms: number; data: Data }> {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" }
  const options = { agent, host: "127.0.0.1", port, path: `/api/v1/agent${path}`, method, headers }
  const { promise, resolve, reject } = Promise.withResolvers<{ ms: number; data: Data }>()
  const begun = performance.now()
  const sending = request(options, (answer) => {
    const parts: Buffer[] = []
    answer.on("data", (part: Buffer) => parts.push(part))
    answer.on("end", () => {
      const ms = performance.now() - begun
      const text = Buffer.concat(parts).toString()
      const answered = JSON.parse(text)
      const alternative = answered.error?.details?.alternatives?.[0]
      if (answer.statusCode! < 300) resolve({ ms, data: answered.data ?? answered })
      else if (alternative) resolve({ ms, data: { alternative } })
      else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`))
    })
  })
  sending.on("error", reject)
  sending.end(sent)
  return promise
}

if (import.meta.main) {
  process.on("message", (talk: Talk) => {
    talkAll(talk).then(
      (result) => process.send!(result),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}
