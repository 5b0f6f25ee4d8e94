/** A process of its own that follows a company's events over many connections, and keeps when each event arrived. */
import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"

interface Opening {
  base: string
  apiKey: string
  /** How many streams more; answered when each has begun. */
  count: number
}

export type Question = Opening | "arrivals"

/** By the appointment's id: when its event arrived at each stream since the last question, by the machine's clock. */
export type Arrivals = Record<number, number[]>

let arrivals: Arrivals = {}

let opened = 0

/** Each client comes from an address of its own. */
function nextAddress(): string {
  opened += 1
  return `10.9.${opened >> 8}.${opened & 255}`
}

async function follow({ base, apiKey }: Opening): Promise<void> {
  const sent = request(`${base}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${apiKey}`, "x-forwarded-for": nextAddress() },
    agent: false,
  })
  sent.end()
  const [answer] = (await once(sent, "response")) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`The stream was answered ${answer.statusCode}`)
  let text = ""
  answer.setEncoding("utf8").on("data", (chunk: string) => {
    const blocks = (text + chunk).split("\n\n")
    text = blocks.pop()!
    const at = performance.timeOrigin + performance.now()
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data === undefined) continue
      const id: number = JSON.parse(data).data.appointment.id
      arrivals[id] ??= []
      arrivals[id].push(at)
    }
  })
}

if (import.meta.main) {
  process.on("message", async (question: Question) => {
    if (question !== "arrivals") for (let i = 0; i < question.count; i += 1) await follow(question)
    process.send!(arrivals)
    arrivals = {}
  })
}
