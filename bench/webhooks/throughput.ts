/** The worker at full load, and the bare loop that it is held against. */
import { setTimeout as sleep } from "node:timers/promises"
import { testEvent } from "../../domain/model/event-schemas.ts"
import { createAddressGuard, machineNames } from "../../service/host/adapters/outbound/address-guard.ts"
import { createPost } from "../../service/host/adapters/webhooks/post.ts"
import type { AppContext } from "../../service/platform/context.ts"
import type { Post } from "../../service/platform/ports.ts"
import { startDeliveries } from "../../service/webhooks/deliver-webhooks.worker.ts"
import { readOutcomes } from "../../service/webhooks/delivery-results.sql.ts"
import { median } from "../figure.ts"
import { postLoop } from "../peers/post-loop.ts"
import { makeCompanies, raiseEvents } from "./load.ts"
import type { Sink } from "./sink-process.ts"

const endpoints = 16
export const perRound = 5_000
const rounds = 5

export interface Throughput {
  /** Deliveries a second by the worker, over those of the bare loop. */
  ratio: number
  /** Microseconds of PostgreSQL's time per delivery. */
  databaseMicroseconds: number
}

export function benchPost(ca: string): Post {
  return createPost({ guard: createAddressGuard({ resolve: machineNames, allowPrivate: true }), ca })
}

export async function measureThroughput(context: AppContext, sink: Sink): Promise<Throughput> {
  const companyIds = await makeCompanies(context, endpoints, sink.urlOf("/hook"))
  await context.db.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
  const post = benchPost(sink.ca)
  // Both send through this one, so that connections are made once; the worker may let go of it only at the end.
  const shared: Post = { send: post.send, close() {} }
  const request = { url: sink.urlOf("/hook"), body: sampleBody(context) }
  const ratios: number[] = []
  const databaseTimes: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const bare = await postLoop(shared, request, perRound, endpoints * 4)
    await raiseEvents(context, companyIds, perRound)
    await context.db.query("SELECT pg_stat_statements_reset()")
    const own = await drain(context, shared)
    if ((await sink.arrivals()).size !== perRound * 2)
      throw new Error("The sink did not get every event once")
    if (round === 0) continue
    ratios.push(own / bare)
    databaseTimes.push(await databaseMicroseconds(context))
  }
  post.close()
  return { ratio: median(ratios), databaseMicroseconds: median(databaseTimes) }
}

/** As long as what the worker sends. */
const sampleBody = (context: AppContext) =>
  JSON.stringify(testEvent(1, 1, { kind: "system" }, context.clock.now()))

/** Deliveries a second, from the worker's start until the last result is written. */
export async function drain(context: AppContext, post: Post): Promise<number> {
  const wanted = (await written(context)) + perRound
  const startedAt = performance.now()
  const worker = startDeliveries(context, post)
  while ((await written(context)) < wanted) await sleep(20)
  const seconds = (performance.now() - startedAt) / 1_000
  await worker.stop()
  return perRound / seconds
}

/** How many results were ever written. A look at the queue itself would take the worker's time away. */
async function written(context: AppContext): Promise<number> {
  return (await readOutcomes(context.db)).reduce((sum, { count }) => sum + count, 0)
}

/** The time of everything that the worker asks; without this benchmark's own look at the outcomes. */
async function databaseMicroseconds(context: AppContext): Promise<number> {
  const [row] = await context.db.query<{ total: number }>(
    `SELECT sum(total_exec_time) AS total FROM pg_stat_statements
     WHERE query NOT LIKE 'SELECT outcome%' AND query NOT LIKE '%pg_stat_statements%'`,
  )
  return (row!.total * 1_000) / perRound
}
