/** A company full of bookings, and workers that are killed while they end them. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect } from "vitest"
import type { TestDatabase } from "../support/postgres.ts"
import type { TestService } from "../support/service.ts"
import { make, makeCustomer, type Story } from "../support/story.ts"

/** Eight a working day from Wednesday, each of a customer of its own. Returns their ids. */
export async function bookWorkingDays(service: TestService, story: Story, count: number): Promise<number[]> {
  const ids: number[] = []
  const day = Date.parse("2027-03-03T00:00:00.000Z")
  for (let at = 0; ids.length < count; at += 1) {
    const begins = new Date(day + Math.floor(at / 8) * 86_400_000 + (15 + (at % 8)) * 3_600_000)
    if (begins.getUTCDay() === 0 || begins.getUTCDay() === 6) continue
    const booking = {
      customer_id: await makeCustomer(service),
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      start_time: begins.toISOString(),
    }
    ids.push((await make(service, "/appointments", booking)).id)
  }
  return ids
}

/** A queue that a worker of `due-worker.ts` works off. */
export type DueQueue = "unanswered" | "cancels" | "changes" | "freed"

/** Starts a worker of the queue, whose clock begins at `startsAt`, and waits until it works. */
export async function startWorker(
  queue: DueQueue,
  database: TestDatabase,
  startsAt: number,
): Promise<ChildProcess> {
  const path = join(import.meta.dirname, "due-worker.ts")
  const worker = spawn(process.execPath, [path, database.url, new Date(startsAt).toISOString(), queue], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(worker.stdout!, "data")
  return worker
}

const cancelled = "SELECT count(*) AS count FROM appointment WHERE company_id = $1 AND status = 'cancelled'"

/** Kills three workers while they end appointments, and one behind the last, when `counted` counts as many as are `wanted`. */
export async function endThroughKills(
  { context, companyId }: TestService,
  wanted: number,
  startNext: (round: number) => Promise<ChildProcess>,
  counted = cancelled,
): Promise<void> {
  const ended = async () => (await context.db.first<{ count: number }>(counted, [companyId]))!.count
  let worker = await startNext(0)
  for (let round = 1; round <= 3; round += 1) {
    while ((await ended()) < (wanted * round) / 4) await sleep(1)
    await kill(worker)
    worker = await startNext(round)
  }
  await expect.poll(ended, { timeout: 60_000 }).toBe(wanted)
  await kill(worker)
}

async function kill(worker: ChildProcess): Promise<void> {
  const gone = once(worker, "exit")
  worker.kill("SIGKILL")
  await gone
}
