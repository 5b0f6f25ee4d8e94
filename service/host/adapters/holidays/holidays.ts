/**
 * Public holidays of countries. Their rules are large and rarely asked for, so each question is answered on a thread of its own,
 * which ends with it: the serving thread neither waits for them nor keeps them.
 */
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import type { Holiday } from "../../../../domain/model/company-time-off.ts"
import type { Holidays } from "../../../platform/ports.ts"
import type { HolidaysAsked } from "./holidays-thread.ts"

/** Answers that are kept; the oldest goes first. */
const mostKept = 200

export function createHolidays(): Holidays {
  const kept = new Map<string, Promise<Holiday[] | null>>()
  return {
    ofYear(country, year, language) {
      const key = `${country} ${year} ${language}`
      const known = kept.get(key)
      if (known) return known
      const answer = ask({ country, year, language })
      kept.set(key, answer)
      answer.catch(() => kept.delete(key))
      if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
      return answer
    },
  }
}

/** One after the other, since each thread takes some 50 MB while it answers. */
let latest: Promise<unknown> = Promise.resolve()

function ask(workerData: HolidaysAsked): Promise<Holiday[] | null> {
  const answer = latest.then(async () => {
    const worker = new Worker(new URL("holidays-thread.ts", import.meta.url), {
      name: "holidays",
      workerData,
      env: {},
      execArgv: [],
    })
    const [holidays] = (await once(worker, "message")) as [Holiday[] | null]
    return holidays
  })
  latest = answer.catch(() => undefined)
  return answer
}
