/** Checks that a visitor's program has answered the bot check. An answer counts once. */
import { Refusal } from "../../domain/model/errors.ts"
import { useSolution } from "./code-ledger.sql.ts"
import type { Db } from "./pg/database.ts"
import { type BotCheck, BotCheckUnavailable } from "./ports.ts"

/** Throws `bot_check_failed`, and `busy` while the check cannot be decided. */
export async function passBotCheck(
  db: Db,
  check: BotCheck,
  { clientAddress: address, now }: { clientAddress: string; now: number },
  answer: string,
): Promise<void> {
  const verdict = await check.judge(answer, { now, address }).catch((error: unknown) => {
    if (error instanceof BotCheckUnavailable) throw new Refusal("busy", { retryAfterSeconds: 5 })
    throw error
  })
  if (!verdict.passed) throw new Refusal("bot_check_failed", { field: "botCheck" })
  const { once } = verdict
  if (once && !(await useSolution(db, once.key, once.expiresAt)))
    throw new Refusal("bot_check_failed", { field: "botCheck" })
}
