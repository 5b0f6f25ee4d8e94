/** BK-06: one Idempotency-Key sent many times at once, to two processes, has one effect and one answer. */
import type { Outcome } from "../chaos/trial.ts"
import { type Arena, bookingOf, codeOf, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

const atOnce = 16

export async function sameKey(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("same-key")
  for (let round = 0; round < rounds; round += 1) {
    const customerId = arena.customerIds[round % arena.customerIds.length]!
    const body = bookingOf(arena, customerId, arena.nextStart())
    const headers = { "idempotency-key": `race ${round} of ${customerId}` }
    const send = (i: number) => arena.apis[i % 2]!("POST", "/appointments", body, { headers })
    const answers = await Promise.all(Array.from({ length: atOnce }, (_, i) => send(i)))
    const repeat = await send(0)
    const booked = [...answers.filter(({ status }) => status === 201), repeat]
    const running = answers.filter((answer) => codeOf(answer) === "idempotency_key_running")
    const isOne = booked.every(({ body: each }) => JSON.stringify(each) === JSON.stringify(repeat.body))
    const isAnswered = booked.length > 1 && booked.length - 1 + running.length === atOnce && isOne
    tally.check(isAnswered && repeat.status === 201, () => summary([...answers, repeat]))
    const made = await countOf(arena, customerId, body.start_time)
    tally.check(made === "1 1", () => `appointments and events made: ${made}`)
  }
  return tally.outcome()
}

/** The same of a write that takes no lock: nothing but the key makes the second wait for the first. */
export async function sameKeyWithoutLocks(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("same-key-without-locks")
  for (let round = 0; round < rounds; round += 1) {
    const name = `Twin ${round}`
    const headers = { "idempotency-key": name }
    const send = (i: number) => arena.apis[i % 2]!("POST", "/customers", { name }, { headers })
    const answers = await Promise.all(Array.from({ length: atOnce }, (_, i) => send(i)))
    const repeat = await send(0)
    const made = [...answers.filter(({ status }) => status === 201), repeat].map(({ body }) => body.data.id)
    const running = answers.filter((answer) => codeOf(answer) === "idempotency_key_running")
    const isAnswered = made.length > 1 && made.length - 1 + running.length === atOnce
    tally.check(isAnswered && new Set(made).size === 1, () => summary([...answers, repeat]))
    const [row] = await arena.service.context.db.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM customer WHERE first_name || ' ' || last_name = $1",
      [name],
    )
    tally.check(row!.count === 1, () => `customers made: ${row!.count}`)
  }
  return tally.outcome()
}

/** Appointments at that time, and their events. */
async function countOf(arena: Arena, customerId: number, start: string): Promise<string> {
  const [row] = await arena.service.context.db.query<{ made: number; told: number }>(
    `SELECT count(DISTINCT a.id)::int AS made, count(e.id)::int AS told FROM appointment a
     LEFT JOIN event e ON e.company_id = a.company_id AND e.appointment_id = a.id
     WHERE a.customer_id = $1 AND a.start_at = $2`,
    [customerId, new Date(start)],
  )
  return `${row!.made} ${row!.told}`
}
