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

/** With `few`, one attack and no judgement of times, which a busy machine would fail. */
const efforts: Record<Scale, { wanted: readonly string[]; requests: number }> = {
  few: { wanted: ["anonymous-searches"], requests: 100 },
  full: { wanted: process.env.ATTACK?.split(",") ?? rows.map((row) => row.name), requests: 1_000 },
}
const everyMs = 15
const mostMs = 250
const mostTimesControl = 5

export async function run(scale: Scale): Promise<Outcome[]> {
  const { wanted, requests } = efforts[scale]
  const scene = await openScene()
  const outcomes: Outcome[] = []
  try {
    await warmUp(scene, requests, everyMs)
    for (const row of rows.filter((each) => wanted.includes(each.name))) {
      const attacked = await besideAttack(scene, row, requests, everyMs)
      const control = await besideControl(scene, row, requests, everyMs)
      outcomes.push(outcomeOf(row, scale, attacked, control))
      process.stderr.write(`${row.name}: ${said(attacked)}; control ${said(control)}\n`)
    }
    return outcomes
  } finally {
    await scene.close()
  }
}

function outcomeOf(row: Row, scale: Scale, attacked: Beside, control: Beside): Outcome {
  const tally = openTally(`attacks, ${row.name}`)
  const [p99, controlP99] = [attacked, control].map(({ milliseconds }) => percentile(milliseconds, 99))
  // On a machine that is busy otherwise the control is refused too: it then says nothing of the attack.
  const isJudged = scale === "full" || control.refused.length === 0
  tally.check(
    !isJudged || attacked.refused.length === 0,
    () => `${attacked.refused.length} refused, as ${attacked.refused[0]}`,
  )
  tally.check(
    scale === "few" || (p99! <= mostMs && p99! <= mostTimesControl * controlP99!),
    () => `p99 ${p99!.toFixed(1)} ms against ${controlP99!.toFixed(1)} ms`,
  )
  return tally.outcome(`${said(attacked)}; control ${said(control)}`)
}

const said = ({ milliseconds, sent, refused }: Beside) =>
  `p50 ${percentile(milliseconds, 50).toFixed(1)} ms, p99 ${percentile(milliseconds, 99).toFixed(1)} ms, ` +
  `${refused.length} refused, beside ${sent} requests`
