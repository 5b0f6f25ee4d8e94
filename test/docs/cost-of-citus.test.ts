import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { figures, goals, run } from "../../bench/citus.ts"
import { NotMeasured } from "../../bench/not-measured.ts"

const read = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8")

it("SC-03 the bench measures a search and a booking on Citus beside plain PostgreSQL, by the goals of 1.5 and 2 times", async () => {
  expect(goals).toEqual({ search: 1.5, booking: 2 })
  // Without servers it measures nothing instead of something else.
  await expect(run()).rejects.toThrow(NotMeasured)
  const guide = read("docs/scale.md")
  expect(guide).toContain("BENCH_PLAIN_URL=… BENCH_CITUS_URL=… npm run bench -- --only citus")
  const decision = read("docs/decisions/0055-what-citus-costs.md")
  for (const figure of figures.filter((name) => !name.endsWith("_p50"))) expect(decision).toContain(figure)
})
