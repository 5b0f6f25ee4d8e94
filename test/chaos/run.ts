import { readdirSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Outcome, Scale, Trial, Wish } from "./trial.ts"

/**
 * Runs every trial of this folder: all rounds, or with `--few` just enough to see that it works.
 * `--only <prefix>` narrows it; `--corpus <folder>` gives calendar files; `--beside` leaves out those that must run alone, `--alone` takes no others. Prints one line per outcome; exits with 1 when anything was lost.
 */
const OWN_FILES = new Set(["run.ts", "trial.ts"])

const { values } = parseArgs({
  options: {
    few: { type: "boolean" },
    only: { type: "string" },
    corpus: { type: "string" },
    beside: { type: "boolean" },
    alone: { type: "boolean" },
  },
})
const wish: Wish = values.corpus === undefined ? {} : { corpus: values.corpus }
const scale: Scale = values.few ? "few" : "full"
const trials = (await loadTrials())
  .filter(({ name }) => name.startsWith(values.only ?? ""))
  .filter(({ onlyFull }) => scale === "full" || !onlyFull)
  .filter(({ isAlone }) => !(isAlone ? values.beside : values.alone))
if (trials.length === 0) throw new Error(`There is no trial whose name starts with "${values.only ?? ""}"`)

for (const trial of trials) {
  try {
    const outcomes = await trial.run(scale, wish)
    for (const outcome of outcomes) print(outcome)
    if (outcomes.length === 0 || outcomes.some(({ tried, lost }) => lost > 0 || tried === 0))
      process.exitCode = 1
  } catch (error) {
    process.stderr.write(`${trial.name} did not finish: ${(error as Error).stack}\n`)
    process.exitCode = 1
  }
}

async function loadTrials(): Promise<Trial[]> {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith(".ts") && !OWN_FILES.has(file),
  )
  return Promise.all(files.sort().map((file) => import(join(import.meta.dirname, file)) as Promise<Trial>))
}

function print({ name, tried, lost, note }: Outcome): void {
  process.stdout.write(`${name}: tried ${tried}, lost ${lost}${note ? ` (${note})` : ""}\n`)
}
