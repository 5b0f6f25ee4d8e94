/** Measures the figures of one file of this folder, `measure-one.ts <file> <prefix>`, and writes the outcome to the file descriptor 3. */
import { writeSync } from "node:fs"
import { join } from "node:path"
import type { Figure } from "./figure.ts"
import { NotMeasured } from "./not-measured.ts"

/** The exports of each file of this folder that measures something. `figures` names all that it may return. */
interface Benchmark {
  figures: readonly string[]
  run(only: (figure: string) => boolean): Promise<Figure[]>
}

export interface Measured {
  state: "begun" | "measured" | "lacking" | "failed"
  /** The figures of the file that are wanted. */
  names: readonly string[]
  figures: readonly Figure[]
  why?: string
}

if (import.meta.main) {
  const [file = "", prefix = ""] = process.argv.slice(2)
  const benchmark = (await import(join(import.meta.dirname, file))) as Partial<Benchmark>
  const isWanted = (figure: string) => figure.startsWith(prefix)
  const names = benchmark.figures?.filter(isWanted) ?? []
  if (benchmark.run && names.length > 0) await measure(benchmark as Benchmark, isWanted, names)
  process.exit()
}

async function measure({ run }: Benchmark, isWanted: (figure: string) => boolean, names: readonly string[]) {
  tell({ state: "begun", names, figures: [] })
  try {
    const figures = (await run(isWanted)).filter(({ name }) => isWanted(name))
    tell({ state: "measured", names, figures })
  } catch (error) {
    const { message, stack } = error as Error
    if (!(error instanceof NotMeasured)) process.stderr.write(`${stack}\n`)
    tell({ state: error instanceof NotMeasured ? "lacking" : "failed", names, figures: [], why: message })
  }
}

function tell(outcome: Measured): void {
  writeSync(3, `${JSON.stringify(outcome)}\n`)
}
