import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { parseArgs } from "node:util"
import { type Figure, median } from "./figure.ts"
import type { Measured } from "./measure-one.ts"

/**
 * Measures and prints a table, each file of this folder in a process of its own, which ends when it takes too long. `--only <prefix>`
 * narrows it to the figures of that name; `--runs 3` measures each three times, and says of a figure whose values differ by more
 * than a fifth that it varies; `--json` prints an array as the last thing on standard output.
 *
 * Exits with 1 when a goal is missed or a measurement fails, with 2 when all that was measured is met and a figure's set-up is
 * missing on this machine.
 */
const { values } = parseArgs({
  options: { only: { type: "string" }, json: { type: "boolean" }, runs: { type: "string", default: "1" } },
})
const only = values.only ?? ""
const runs = Number(values.runs)
if (!Number.isSafeInteger(runs) || runs < 1) throw new Error("--runs: expected a whole number from 1")

/** Longer than any of them takes on a slow machine. */
const mostMinutes = 20

const own = new Set(["run.ts", "measure-one.ts"])
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".ts") && !own.has(file))

const measured: Figure[] = []
const lacking: string[] = []
const failed: string[] = []
let known = 0
for (const file of files.sort()) {
  const outcomes: Measured[] = []
  for (let nth = 0; nth < runs; nth += 1) {
    const outcome = await measure(file)
    if (outcome === null) break
    outcomes.push(outcome)
    if (outcome.state !== "measured") break
  }
  const last = outcomes.at(-1)
  if (last === undefined || last.names.length === 0) continue
  known += last.names.length
  if (last.state === "measured") for (const figure of middleOf(outcomes)) note(figure)
  else for (const name of last.names) noteMissing(name, last)
}
if (known === 0) throw new Error(`There is no figure whose name starts with "${only}"`)
if (values.json) process.stdout.write(`${JSON.stringify(measured)}\n`)
if (failed.length > 0 || measured.some(({ met }) => !met)) process.exitCode = 1
else if (lacking.length > 0) process.exitCode = 2

function note(figure: Figure): void {
  measured.push(figure)
  process.stdout.write(`${tableRow(figure)}\n`)
}

function noteMissing(name: string, { state, why = "" }: Measured): void {
  const isLacking = state === "lacking"
  ;(isLacking ? lacking : failed).push(name)
  process.stdout.write(`${name.padEnd(34)} ${isLacking ? "not measured" : "FAILED"}: ${why}\n`)
}

/** Null for a file that measures nothing by itself. */
async function measure(file: string): Promise<Measured | null> {
  const program = ["--expose-gc", join(import.meta.dirname, "measure-one.ts"), file, only]
  const child = spawn(process.execPath, program, {
    stdio: ["ignore", "inherit", "inherit", "pipe"],
    detached: true,
  })
  const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), mostMinutes * 60_000)
  const endAll = () => process.kill(-child.pid!, "SIGKILL")
  process.once("exit", endAll)
  const [said, [status]] = await Promise.all([
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, "close"),
  ])
  process.off("exit", endAll)
  clearTimeout(timer)
  if (said === "") return null
  const lines = said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Measured)
  const last = lines.at(-1)!
  if (last.state !== "begun") return last
  const why =
    status === null ? `it did not end within ${mostMinutes} minutes` : `its process ended with ${status}`
  return { ...last, state: "failed", why }
}

/** The middle values of several runs. */
function middleOf(outcomes: readonly Measured[]): Figure[] {
  return outcomes[0]!.figures.map((figure) => {
    const all = outcomes.flatMap(({ figures }) => figures.filter(({ name }) => name === figure.name))
    const middle = median(all.map(({ value }) => value))
    const [least, most] = [
      Math.min(...all.map(({ value }) => value)),
      Math.max(...all.map(({ value }) => value)),
    ]
    const varies =
      most - least > middle / 5
        ? `; VARIES over ${all.length} runs: ${rounded(least)} to ${rounded(most)}`
        : ""
    const chosen = all.find(({ value }) => value === middle) ?? figure
    return { ...chosen, against: chosen.against + varies }
  })
}

function rounded(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3)
}

function tableRow({ name, value, unit, goal, met, against }: Figure): string {
  const verdict = met ? "met   " : "MISSED"
  return `${name.padEnd(34)} ${rounded(value).padStart(9)} ${unit.padEnd(10)} ${goal.padEnd(9)} ${verdict} ${against}`
}
