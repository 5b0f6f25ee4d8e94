/** The state after a kill: every answered write is there and whole, and a repeat finds it. */
import { openCluster } from "../../service/host/database/cluster.ts"
import { connectTo } from "../../service/platform/pg/servers.ts"
import type { Tally } from "../races/tally.ts"
import { type Attempt, type Shop, send } from "./clients.ts"

/** Each counts what is half. None of them may find anything. */
const halves: Record<string, string> = {
  "appointments without all their blocks": `
    SELECT count(*)::int AS count FROM appointment a WHERE status = 'scheduled' AND jsonb_array_length(a.blocks) <>
      (SELECT count(*) FROM allocation b WHERE b.appointment_id = a.id AND b.active AND b.lead)`,
  "appointments without exactly one created event": `
    SELECT count(*)::int AS count FROM appointment a WHERE 1 <>
      (SELECT count(*) FROM event e WHERE e.appointment_id = a.id AND e.type = 'appointment.created')`,
  "appointments without exactly one audit row": `
    SELECT count(*)::int AS count FROM appointment a WHERE 1 <>
      (SELECT count(*) FROM audit u WHERE u.target_id = a.id AND u.operation = 'book_appointment')`,
  "events without their appointment": `
    SELECT count(*)::int AS count FROM event e WHERE e.appointment_id IS NOT NULL AND NOT EXISTS
      (SELECT FROM appointment a WHERE a.company_id = e.company_id AND a.id = e.appointment_id)`,
  "requests whose status does not fit their appointments": `
    SELECT count(*)::int AS count FROM scheduling_request r WHERE (r.status = 'scheduled') <> EXISTS
      (SELECT FROM appointment a WHERE a.scheduling_request_id = r.id AND a.status <> 'cancelled')`,
  "customers with more than one appointment": `
    SELECT count(*)::int AS count FROM
      (SELECT FROM appointment GROUP BY customer_id HAVING count(*) > 1) AS twice`,
  "overlapping blocks": `
    SELECT count(*)::int AS count FROM allocation a JOIN allocation b ON b.id > a.id AND a.active
      AND b.active AND b.resource_id = a.resource_id
      AND b.start_minute < a.end_minute AND a.start_minute < b.end_minute`,
}

/** Asks the embedded database itself, beside the running service. */
export async function checkDataDir(
  dataDir: string,
  attempts: readonly Attempt[],
  tally: Tally,
): Promise<void> {
  const cluster = await openCluster({ dataDir })
  try {
    await checkRows(cluster.url, attempts, tally)
  } finally {
    await cluster.stop()
  }
}

/** Asks the database at `url`. */
export async function checkRows(url: string, attempts: readonly Attempt[], tally: Tally): Promise<void> {
  const client = await connectTo(url)
  try {
    for (const [what, sql] of Object.entries(halves)) {
      const { rows } = await client.query<{ count: number }>(sql)
      tally.check(rows[0]!.count === 0, () => `${rows[0]!.count} ${what}`)
    }
    const { rows } = await client.query<{ id: number }>("SELECT id::int FROM appointment")
    const there = new Set(rows.map(({ id }) => id))
    for (const { key, answer } of attempts) {
      if (answer !== null)
        tally.check(there.has(JSON.parse(answer).data.id), () => `${key} was answered and is gone`)
    }
  } finally {
    await client.end()
  }
}

/** Every client asks again with its key: the first answer, or now the booking that was never answered. */
export async function checkRepeats(
  baseUrl: string,
  shop: Shop,
  attempts: readonly Attempt[],
  tally: Tally,
): Promise<void> {
  for (const { key, body, answer } of attempts) {
    const { status, text } = await send(baseUrl, shop, "POST", "/appointments", body, key)
    const isFirst = answer === null || text === answer
    tally.check(status === 201 && isFirst, () => `${key} again: ${status} ${text} instead of ${answer}`)
  }
}
