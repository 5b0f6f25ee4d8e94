/** The expected cost of a question beside the measured one: of the serving thread, or of all threads. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { Spending } from "../../service/platform/spending.ts"
import type { Question, Told } from "./asking-process.ts"
import type { Asked } from "./questions.ts"

export interface Cost extends Told {
  /** Null where nothing was granted. */
  estimatedMs: number | null
  tookMs: number
}

export interface Asker {
  /** The median of so many, after one that warms up. */
  costOf(asked: Asked, times: number): Promise<Cost>
  stop(): void
}

/** `urls` are those of this process's servers. */
export function openAsker(urls: Record<Asked["host"], string>, key: string): Asker {
  const child = fork(join(import.meta.dirname, "asking-process.ts"), { execArgv: [] })
  return {
    async costOf(asked, times) {
      const all: Cost[] = []
      for (let i = 0; i <= times; i += 1) all.push(await askOnce(child, urls[asked.host], key, asked))
      const [warm, ...counted] = all
      const sorted = counted.sort((a, b) => a.tookMs - b.tookMs)
      return sorted[Math.floor(sorted.length / 2)] ?? warm!
    },
    stop: () => child.disconnect(),
  }
}

async function askOnce(
  child: ChildProcess,
  url: string,
  key: string,
  { method, path, body, isOnThread }: Asked,
): Promise<Cost> {
  const estimates = noteEstimates()
  const usage = (before?: NodeJS.CpuUsage) =>
    isOnThread ? process.cpuUsage(before) : process.threadCpuUsage(before)
  const before = usage()
  const answered = once(child, "message") as Promise<[Told]>
  const question = { url: url + path, method, key, body: body ? JSON.stringify(body) : null }
  child.send(question satisfies Question)
  const [told] = await answered
  const { user, system } = usage(before)
  return { ...told, estimatedMs: estimates.sum(), tookMs: (user + system) / 1_000 }
}

/** Notes the grants that are asked for from now on, until they are summed up. */
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
