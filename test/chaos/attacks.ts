/**
 * The table of attacks. Beside each, another company's everyday is measured; then the same clients send the same bytes to a
 * server that answers 204, and it is measured again, so that what the clients themselves take of the machine is known.
 * `ATTACK=streams,reports` before the command plays these rows alone.
 */
import { type Beside, besideAttack, besideControl, percentile, warmUp } from "../attack-table/measure.ts"
import { type Row, rows } from "../attack-table/rows.ts"
import { openScene } from "../attack-table/scene.ts"
import { openTally } from "../races/tally.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "attacks"
export const isAlone = true

interface Effort {
  wanted: readonly string[]
  requests: number
  clinicProviders: number
  /** The limit of each crowd of a row. */
  mostClients: number
}

/** With `few`, one attack by few clients and no judgement of times, which a busy machine would fail. */
const efforts: Record<Scale, Effort> = {
  few: { wanted: ["anonymous-searches"], requests: 60, clinicProviders: 60, mostClients: 8 },
  full: {
    wanted: process.env.ATTACK?.split(",") ?? rows.map((row) => row.name),
    requests: 1_000,
    clinicProviders: 200,
    mostClients: Number.POSITIVE_INFINITY,
  },
}
const everyMs = 15
const mostMs = 250
const mostTimesControl = 5
const mostGrownMb = 100

export async function run(scale: Scale): Promise<Outcome[]> {
  const { wanted, requests, clinicProviders, mostClients } = efforts[scale]
  const scene = await openScene(clinicProviders)
  const outcomes: Outcome[] = []
  try {
    await warmUp(scene, requests, everyMs)
    for (const whole of rows.filter((each) => wanted.includes(each.name))) {
      const row = thinned(whole, mostClients)
      const attacked = await besideAttack(scene, row, requests, everyMs)
      // Without times to compare, the control only says whether a refusal was the machine's.
      const hasControl = scale === "full" || attacked.refused.length > 0
      const control = hasControl ? await besideControl(scene, row, requests, everyMs) : null
      outcomes.push(outcomeOf(row, scale, attacked, control))
      process.stderr.write(`${row.name}: ${noteOf(attacked, control)}\n`)
    }
    return outcomes
  } finally {
    await scene.close()
  }
}

const thinned = (row: Row, mostClients: number): Row => ({
  ...row,
  crowds: (scene) =>
    row.crowds(scene).map((crowd) => ({ ...crowd, clients: Math.min(crowd.clients, mostClients) })),
})

function outcomeOf(row: Row, scale: Scale, attacked: Beside, control: Beside | null): Outcome {
  const tally = openTally(`attacks, ${row.name}`)
  const p99 = percentile(attacked.milliseconds, 99)
  const controlP99 = control ? percentile(control.milliseconds, 99) : Number.POSITIVE_INFINITY
  // On a machine that is busy otherwise the control is refused too: it then says nothing of the attack.
  const isJudged = scale === "full" || !control?.refused.length
  tally.check(
    !isJudged || attacked.refused.length === 0,
    () => `${attacked.refused.length} refused, as ${attacked.refused[0]}`,
  )
  tally.check(
    scale === "few" || (p99 <= mostMs && p99 <= mostTimesControl * controlP99),
    () => `p99 ${p99.toFixed(1)} ms against ${controlP99.toFixed(1)} ms`,
  )
  tally.check(
    scale === "few" || attacked.grownMb <= mostGrownMb,
    () => `grew by ${attacked.grownMb.toFixed(0)} MB`,
  )
  return tally.outcome(noteOf(attacked, control))
}

const noteOf = (attacked: Beside, control: Beside | null) =>
  control ? `${said(attacked)}; control ${said(control)}` : said(attacked)

const said = ({ milliseconds, sent, refused, grownMb }: Beside) =>
  `p50 ${percentile(milliseconds, 50).toFixed(1)} ms, p99 ${percentile(milliseconds, 99).toFixed(1)} ms, ` +
  `${refused.length} refused, beside ${sent} requests, ${grownMb.toFixed(0)} MB more`
