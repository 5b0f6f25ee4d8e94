/**
 * Every browser test again, once with frames held back until the visitor's next press and once with late answers: a test, or
 * a page, that depends on the pace of the machine fails here and not on somebody's busy one.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { paces } from "../browser/pace.ts"
import { root } from "../support/source-files.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "browser-paces"
export const onlyFull = true

export async function run(_scale: Scale): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const pace of paces) outcomes.push(await browserTests(pace))
  return outcomes
}

async function browserTests(pace: string): Promise<Outcome> {
  const child = spawn(process.execPath, [join(root, "bin/test.js"), "test/browser"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PACE: pace },
  })
  const [said] = await Promise.all([text(child.stdout), once(child, "close")])
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(said) ?? []
  if (!passed || failed !== "0") process.stdout.write(said)
  return {
    name: `${name} ${pace}`,
    tried: Number(passed ?? 0) + Number(failed ?? 0),
    lost: Number(failed ?? 1),
  }
}
