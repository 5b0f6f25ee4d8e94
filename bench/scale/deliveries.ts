/** Deliveries by one worker, by the time of a core. */
import type { AppContext } from "../../service/platform/context.ts"
import { median } from "../figure.ts"
import { makeCompanies, raiseEvents } from "../webhooks/load.ts"
import { startSink } from "../webhooks/sink-process.ts"
import { benchPost, drain, perRound } from "../webhooks/throughput.ts"
import { coreSeconds } from "./core-seconds.ts"

const endpoints = 16
const rounds = 3

export async function deliveriesPerCoreSecond(context: AppContext): Promise<number> {
  const sink = await startSink()
  const post = benchPost(sink.ca)
  const shared = { send: post.send, close() {} }
  try {
    const companyIds = await makeCompanies(context, endpoints, sink.urlOf("/hook"))
    const perSecond: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      await raiseEvents(context, companyIds, perRound)
      const before = await coreSeconds(context.db)
      await drain(context, shared)
      const used = (await coreSeconds(context.db)) - before
      if (round > 0) perSecond.push(perRound / used)
    }
    return median(perSecond)
  } finally {
    post.close()
    sink.stop()
  }
}
