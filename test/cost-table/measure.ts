/** What a question was expected to take, beside what it took: of the serving thread, or of all threads. */
import type { FastifyInstance } from "fastify"
import { Spending } from "../../service/platform/spending.ts"
import type { Asked } from "./questions.ts"

export interface Cost {
  status: number
  /** Null where nothing was granted. */
  estimatedMs: number | null
  tookMs: number
}

/** `inject` asks without a connection, so that no client takes the same thread. The median of so many, after one that warms up. */
export async function costOf(
  hosts: Record<Asked["host"], FastifyInstance>,
  key: string,
  asked: Asked,
  times: number,
): Promise<Cost> {
  const all: Cost[] = []
  for (let i = 0; i <= times; i += 1) all.push(await askOnce(hosts[asked.host], key, asked))
  const [warm, ...counted] = all
  const sorted = counted.sort((a, b) => a.tookMs - b.tookMs)
  return sorted[Math.floor(sorted.length / 2)] ?? warm!
}

async function askOnce(
  host: FastifyInstance,
  key: string,
  { method, path, body, isOnThread }: Asked,
): Promise<Cost> {
  const estimates = noteEstimates()
  const usage = (before?: NodeJS.CpuUsage) =>
    isOnThread ? process.cpuUsage(before) : process.threadCpuUsage(before)
  const before = usage()
  const { statusCode } = await host.inject({
    ...{ method, url: path, headers: { authorization: `Bearer ${key}` } },
    ...(body ? { payload: body } : {}),
  })
  const { user, system } = usage(before)
  return { status: statusCode, estimatedMs: estimates.sum(), tookMs: (user + system) / 1_000 }
}

/** What is asked to be granted from now on, until it is summed up. */
function noteEstimates(): { sum(): number | null } {
  const { beGranted } = Spending.prototype
  const noted: number[] = []
  Spending.prototype.beGranted = function (this: Spending, costMs: number) {
    noted.push(costMs)
    return beGranted.call(this, costMs)
  }
  return {
    sum() {
      Spending.prototype.beGranted = beGranted
      return noted.length === 0 ? null : noted.reduce((sum, each) => sum + each, 0)
    },
  }
}
