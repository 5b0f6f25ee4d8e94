/** Random schedules whose reasons are judged by lifting them: `tried` are starts, `lost` the wrong answers. */
import { reasonCodes } from "../../domain/model/slot-reasons.ts"
import { tryReasons } from "../domain/rules/availability/reasons-trial.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "reasons"

/** The schedules of this trial hold none of their causes: each has tests of its own. */
const elsewhere: ReadonlySet<string> = new Set([
  ...["window_full", "pending", "hold"],
  ...["session", "no_session", "session_full"],
])

export async function run(scale: Scale): Promise<Outcome[]> {
  const { schedules, starts, offered, given, wrong } = tryReasons(scale === "few" ? 200 : 10_000, 20270318)
  const missing = reasonCodes.filter((code) => !given.has(code) && !elsewhere.has(code))
  const note = [`${schedules} schedules, ${offered} starts offered`, ...wrong.slice(0, 3)]
  if (missing.length > 0) note.push(`never given: ${missing.join(", ")}`)
  return [{ name, tried: starts, lost: wrong.length + missing.length, note: note.join("; ") }]
}
