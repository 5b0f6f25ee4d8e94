/** Sends one request after another and judges each answer and what it did to the database. */
import type { z } from "zod"
import { changedTables, checksumOf } from "./checksum.ts"
import { wrongAnswer } from "./judge.ts"
import { openWire, type Received, type Sending } from "./wire.ts"
import type { World } from "./world.ts"

export interface Counts {
  sent: number
  succeeded: number
  /** The last refusal, to see why nothing succeeded. */
  refusal: string
}

export const noCounts = (): Counts => ({ sent: 0, succeeded: 0, refusal: "" })

interface Declared {
  result: z.ZodType
  list: boolean
  /** Tables whose rows count refusals too. */
  countedIn?: readonly string[]
}

export interface Probe {
  /** Throws when the answer is none that is declared, or when a refusal or a read has changed a row. */
  send(sending: Sending, declared: Declared, counts: Counts): Promise<void>
  close(): void
}

export async function openProbe(world: World, baseUrl: string): Promise<Probe> {
  const wire = openWire(baseUrl)
  const checksum = await checksumOf(world.service.context.db)
  let before = await checksum()

  return {
    async send(sending, declared, counts) {
      const answer = await wire.send(sending).catch((error: unknown) => fail(sending, String(error)))
      const after = await checksum()
      const isWrite = answer.status < 300 && sending.method !== "GET"
      const { countedIn = [] } = declared
      const changed = isWrite ? [] : changedTables(before, after).filter((name) => !countedIn.includes(name))
      before = after
      if (isWrite) await world.refresh()
      count(counts, sending, answer)
      const wrong = wrongAnswer(answer, declared)
      if (wrong) fail(sending, wrong)
      if (changed.length > 0) fail(sending, `${answer.status} changed ${changed.join(", ")}`)
    },
    close: () => wire.close(),
  }
}

function count(counts: Counts, sending: Sending, answer: Received): void {
  counts.sent += 1
  if (answer.status < 300) counts.succeeded += 1
  else counts.refusal = `${shown(sending)} → ${answer.text}`
}

function fail(sending: Sending, what: string): never {
  throw new Error(`${shown(sending)} → ${what}`)
}

function shown({ method, path, headers, body }: Sending): string {
  const { authorization: _secret, ...told } = headers
  return `${method} ${path} ${JSON.stringify(told)} ${String(body ?? "").slice(0, 1_000)}`
}
