/** Fuzzes one mount of the company's door: every answer as declared, and nothing changed by a refusal or a read. */
import fc from "fast-check"
import { companyMounts } from "../../src/http/company/mounts.ts"
import type { Mount } from "../../src/http/mount.ts"
import { changedTables, checksumOf } from "./checksum.ts"
import { wrongAnswer } from "./judge.ts"
import { requestsFor, rightRequest } from "./requests.ts"
import { openWire, type Received, type Sending, type Wire } from "./wire.ts"
import type { World } from "./world.ts"

export interface Fuzzer {
  /** Sends `runs` requests; throws with the seed and the request at the first answer that is wrong. */
  fuzz(mount: Mount, runs: number): Promise<Counts>
  close(): void
}

export interface Counts {
  sent: number
  succeeded: number
  /** The last refusal, to see why nothing succeeded. */
  refusal: string
}

/** `FUZZ_SEED` repeats a run that failed. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_270_301)

export async function openFuzzer(world: World, seed = fuzzSeed): Promise<Fuzzer> {
  const wire = openWire(world.service.apiUrl)
  const checksum = await checksumOf(world.service.house.db)
  let before = await checksum()

  async function judge(mount: Mount, sending: Sending, counts: Counts): Promise<void> {
    const answer = await sendOn(wire, sending)
    const isWrite = answer.status < 300 && mount.method !== "GET"
    const wrong = wrongAnswer(answer, mount.operation)
    const after = await checksum()
    const changed = isWrite ? [] : changedTables(before, after)
    before = after
    if (isWrite) await world.refresh()
    counts.sent += 1
    if (answer.status < 300) counts.succeeded += 1
    else counts.refusal = `${shown(sending)} → ${answer.text}`
    if (wrong) throw new Error(`${shown(sending)} → ${wrong}`)
    if (changed.length > 0) {
      throw new Error(`${shown(sending)} → ${answer.status} changed ${changed.join(", ")}`)
    }
  }

  return {
    async fuzz(mount, runs) {
      const counts = { sent: 0, succeeded: 0, refusal: "" }
      // Not shrunk: what a request meets depends on those before it.
      const parameters = { seed: seed + companyMounts.indexOf(mount), numRuns: runs, endOnFailure: true }
      const right = rightRequest(mount, world)
      const examples: [Sending][] = right === null ? [] : [[right]]
      const property = fc.asyncProperty(requestsFor(mount, world), (sending) => judge(mount, sending, counts))
      await fc.assert(property, { ...parameters, examples })
      return counts
    },
    close: () => wire.close(),
  }
}

function sendOn(wire: Wire, sending: Sending): Promise<Received> {
  return wire.send(sending).catch((error: unknown) => {
    throw new Error(`${shown(sending)} → ${error}`)
  })
}

function shown({ method, path, headers, body }: Sending): string {
  const { authorization: _secret, ...told } = headers
  return `${method} ${path} ${JSON.stringify(told)} ${String(body ?? "").slice(0, 1_000)}`
}
