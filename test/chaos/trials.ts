/**
 * Every test that draws what it tries, with all of its trials and from new seeds: `npm test` makes an eighth of them, from the
 * seeds that stand in the tests. `TRIALS_SEED` repeats a run.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { text } from "node:stream/consumers"
import { root, testFiles } from "../support/source-files.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "trials"
export const onlyFull = true

export async function run(_scale: Scale): Promise<Outcome[]> {
  const seed = process.env.TRIALS_SEED ?? String(Date.now() % 1_000_000)
  const child = spawn(process.execPath, [join(root, "bin/test.js"), ...testsThatDraw()], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TRIALS: "1/1", TRIALS_SEED: seed },
  })
  const [said] = await Promise.all([text(child.stdout), once(child, "close")])
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(said) ?? []
  if (!passed || failed !== "0") process.stdout.write(said)
  return [
    {
      name,
      tried: Number(passed ?? 0) + Number(failed ?? 0),
      lost: Number(failed ?? 1),
      note: `TRIALS_SEED=${seed}`,
    },
  ]
}

/** The test files that take the number of their trials from the helper. */
const testsThatDraw = () =>
  testFiles()
    .filter((path) => readFileSync(path, "utf8").includes('support/trials.ts"'))
    .map((path) => relative(root, path))
