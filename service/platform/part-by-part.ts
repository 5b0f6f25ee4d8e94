/**
 * Runs what a job does for all companies in parts, one for each company: a part that fails is logged and noted for the doctor,
 * and stops none of the others.
 */
import type { AppContext } from "./context.ts"
import { type JobFailure, noteJobFailures } from "./job-failures.sql.ts"

/** Company 0 is the host: what concerns all companies. */
export const host = 0

/** Runs one part. Null when it failed. */
export type RunPart = <Result>(
  of: { companyId: number; part?: string },
  work: () => Promise<Result>,
) => Promise<Result | null>

type PartsContext = Pick<AppContext, "db" | "log" | "clock">

export async function partByPart(
  { db, log, clock }: PartsContext,
  job: string,
  run: (runPart: RunPart) => Promise<unknown>,
): Promise<void> {
  const failures: JobFailure[] = []
  await run(async ({ companyId, part = "" }, work) => {
    try {
      return await work()
    } catch (error) {
      const where = { ...(part && { part }), ...(companyId !== host && { company_id: companyId }) }
      log.error({ err: error, job, ...where }, "job failed")
      failures.push({ job, part, companyId, reason: reasonOf(error) })
      return null
    }
  })
  await noteJobFailures(db, job, failures, clock.now())
}

/** One part for each item, and what they return. Items are rows that name their company, or ids of companies. */
export async function forEachPart<Item extends number | { companyId: number }, Result>(
  context: PartsContext,
  job: string,
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  await partByPart(context, job, async (runPart) => {
    for (const item of items) {
      const companyId = typeof item === "number" ? item : item.companyId
      await runPart({ companyId }, async () => results.push(await work(item)))
    }
  })
  return results
}

/** The error's name and code, and the law that it met. A message may hold values of rows. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return [error.name, code, constraint].filter((each) => typeof each === "string" && each !== "").join(" ")
}
