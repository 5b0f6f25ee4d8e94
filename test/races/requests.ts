/** RQ-11 and RQ-09: a customer has one open request of a type, under all concurrent calls. */
import type { Outcome } from "../chaos/trial.ts"
import { make, makeCustomer } from "../support/story.ts"
import { type Arena, bookingOf, codeOf, openRequest, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

const atOnce = 8

const requestOf = (arena: Arena, customerId: number) => ({
  customer_id: customerId,
  appointment_type_id: arena.hourTypeId,
  latest_date: "2028-03-01",
})

/** Eight requests for one customer and type at once: one is made, and the other seven answers name it. */
export async function secondOpens(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("second-opens")
  for (let round = 0; round < rounds; round += 1) {
    const body = requestOf(arena, await makeCustomer(arena.service))
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, i) => arena.apis[i % 2]!("POST", "/scheduling-requests", body)),
    )
    const made = answers.filter(({ status }) => status === 201)
    const naming = answers.filter(
      (answer) =>
        codeOf(answer) === "open_request_exists" &&
        answer.body.error.details?.scheduling_request_id === made[0]?.body.data.id,
    )
    tally.check(made.length === 1 && naming.length === atOnce - 1, () => summary(answers))
  }
  return tally.outcome()
}

/**
 * A cancel reopens its request while another is being made. Either the first opens again and the second is refused, or
 * the second is made and the first ends; the cancel's event says which.
 */
export async function cancelAgainstCreate(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("cancel-against-create")
  let reopened = 0
  for (let round = 0; round < rounds; round += 1) {
    const request = await openRequest(arena)
    const booking = bookingOf(arena, request.customer_id, arena.nextStart())
    const appointment = await make(arena.service, "/appointments", booking)
    const [cancel, create] = await Promise.all([
      after(round % 4, () => arena.apis[0]!("POST", `/appointments/${appointment.id}/cancel`, {})),
      after(2, () => arena.apis[1]!("POST", "/scheduling-requests", requestOf(arena, request.customer_id))),
    ])
    const [seen] = await arena.service.context.db.query<Seen>(whatIs, [request.id, request.customer_id])
    const expected = create.status === 201 ? "cancelled" : "open"
    if (expected === "open") reopened += 1
    const holds =
      cancel.status === 200 &&
      (create.status === 201 || codeOf(create) === "open_request_exists") &&
      seen!.status === expected &&
      seen!.told === expected &&
      seen!.open === 1
    tally.check(holds, () => `${summary([cancel, create])}: ${JSON.stringify(seen)}`)
  }
  return tally.outcome(`${reopened} opened again`)
}

interface Seen {
  status: string
  /** The status in the cancel's event. */
  told: string
  /** How many open requests the customer has. */
  open: number
}

const whatIs = `
SELECT r.status, e.data->'scheduling_request'->>'status' AS told,
  (SELECT count(*)::int FROM scheduling_request o
   WHERE o.company_id = r.company_id AND o.customer_id = $2 AND o.status = 'open') AS open
FROM scheduling_request r
JOIN event e ON e.company_id = r.company_id AND e.scheduling_request_id = r.id AND e.type = 'appointment.cancelled'
WHERE r.id = $1`

async function after<T>(ms: number, work: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return work()
}
