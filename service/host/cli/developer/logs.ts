import { setTimeout as pause } from "node:timers/promises"
import type { AuditTrail, Client } from "../../../../sdk/src/index.ts"
import { type Command, optionsOf, UsageError } from "../command.ts"
import { clientOf, hostOptions, hostUsage, untilStopped } from "./host.ts"

const followEveryMs = 2_000

/** Out of the audit trail, which admins read. */
export const logs: Command = {
  usage: `${hostUsage} [--request REQUEST_ID] [--limit N] [--follow] [--json]`,
  example: "--follow",
  summary: "Show what was done in the company and by whom, the newest last; of one request, or as it happens",
  async run(args) {
    const { values } = optionsOf(args, {
      ...hostOptions,
      request: { type: "string" },
      limit: { type: "string", default: "25" },
      follow: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    })
    const limit = Number(values.limit)
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      throw new UsageError("--limit: expected 1 to 100")
    const client = await clientOf(values)
    const asked = { limit, request_id: values.request }
    const { data } = await client.readAudit(asked)
    const show = (row: AuditTrail) =>
      process.stdout.write(values.json ? `${JSON.stringify(row)}\n` : wordsOf(row))
    data.reverse().forEach(show)
    if (values.follow) await follow(client, asked, data.at(-1)?.id ?? 0, show)
  },
}

async function follow(
  client: Client,
  asked: { limit: number; request_id: string | undefined },
  newestId: number,
  show: (row: AuditTrail) => void,
): Promise<void> {
  const signal = untilStopped()
  let shownId = newestId
  while (!signal.aborted) {
    await pause(followEveryMs, undefined, { signal }).catch(() => undefined)
    const fresh: AuditTrail[] = []
    for await (const row of client.readAudit({ ...asked, limit: 100 }, { signal })) {
      if (row.id <= shownId) break
      fresh.push(row)
    }
    fresh.reverse().forEach(show)
    shownId = fresh.at(-1)?.id ?? shownId
  }
}

function wordsOf({ at, operation, target_id, fields, actor, request_id }: AuditTrail): string {
  const who = actor.api_key_id ?? actor.user_id ?? actor.session_id ?? actor.customer_id
  const done = [operation, target_id, fields.length > 0 ? `(${fields.join(", ")})` : null]
  return `${at} ${request_id} ${actor.kind}${who === null ? "" : ` ${who}`}: ${done.filter((part) => part !== null).join(" ")}\n`
}
