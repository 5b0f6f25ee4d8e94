import { readdirSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Figure } from "./figure.ts"

/** What each file of this folder that measures something exports. `figures` names all that it may return. */
type Benchmark = {
  figures: readonly string[]
  run(only: (figure: string) => boolean): Promise<Figure[]>
}

/**
 * Measures and prints a table. `--only <prefix>` narrows it to the figures of that name; `--json` prints an
 * array as the last thing on standard output. Exits with 1 when a goal is missed.
 */
const { values } = parseArgs({ options: { only: { type: "string" }, json: { type: "boolean" } } })
const isWanted = (figure: string) => figure.startsWith(values.only ?? "")
const benchmarks = (await loadBenchmarks()).filter(({ figures }) => figures.some(isWanted))
if (benchmarks.length === 0)
  throw new Error(`There is no figure whose name starts with "${values.only ?? ""}"`)

const measured: Figure[] = []
for (const benchmark of benchmarks) {
  for (const figure of await benchmark.run(isWanted)) {
    if (!isWanted(figure.name)) continue
    measured.push(figure)
    process.stdout.write(`${tableRow(figure)}\n`)
  }
}
if (values.json) process.stdout.write(`${JSON.stringify(measured)}\n`)
if (measured.some(({ met }) => !met)) process.exitCode = 1

async function loadBenchmarks(): Promise<Benchmark[]> {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".ts") && file !== "run.ts")
  const modules = await Promise.all(
    files.sort().map((file) => import(join(import.meta.dirname, file)) as Promise<Partial<Benchmark>>),
  )
  return modules.filter(
    (module): module is Benchmark => module.figures !== undefined && module.run !== undefined,
  )
}

function tableRow({ name, value, unit, goal, met, against }: Figure): string {
  const rounded = Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3)
  const verdict = met ? "met   " : "MISSED"
  return `${name.padEnd(34)} ${rounded.padStart(9)} ${unit.padEnd(10)} ${goal.padEnd(9)} ${verdict} ${against}`
}
