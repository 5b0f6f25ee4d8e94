/** PM-10: a move is taken back while others move the same appointment, and others want what is kept. */
import type { Outcome } from "../chaos/trial.ts"
import { makeUser, signedIn } from "../support/users.ts"
import { type Arena, bookingOf, codeOf, countOverlaps, crowd, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

/**
 * One takes it back or none does; an undo after the announcement of a move is too late; no one else gets the kept time
 * meanwhile.
 */
export async function undosAgainstMoves(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("undos-against-moves")
  const key = await signedIn(arena.service, (await makeUser(arena.service)).email)
  for (let round = 0; round < rounds; round += 1) {
    const [from, to, third] = [arena.nextStart(), arena.nextStart(), arena.nextStart()]
    const [owner = 0, ...others] = arena.customerIds
    const api = (at: number) => arena.apis[at % 2]!
    const { id } = (await api(0)("POST", "/appointments", bookingOf(arena, owner, from))).body.data
    const held = { start_time: to, hold_messages_seconds: 10 }
    const moved = await api(0)("POST", `/appointments/${id}/reschedule`, held, { key })
    const path = `/undo/${moved.body.data.undo.token}`
    const some = crowd / 4
    const [undone, later, booked] = await Promise.all([
      Promise.all(Array.from({ length: 2 * some }, (_, at) => api(at)("POST", path, {}, { key }))),
      Promise.all(
        Array.from({ length: some }, (_, at) =>
          api(at)("POST", `/appointments/${id}/reschedule`, { start_time: third }),
        ),
      ),
      Promise.all(
        others.slice(0, some).map((one, at) => api(at)("POST", "/appointments", bookingOf(arena, one, from))),
      ),
    ])
    const won = undone.filter(({ status }) => status === 200).length
    const late = undone.filter((answer) => codeOf(answer) === "too_late").length
    const got = booked.filter(({ status }) => status === 201).length
    const lost = booked.filter((answer) => codeOf(answer) === "slot_taken").length
    const types = (
      await arena.service.context.db.query<{ type: string }>(
        "SELECT type FROM event WHERE company_id = $1 AND appointment_id = $2 ORDER BY occurred_at, id",
        [arena.service.companyId, id],
      )
    ).map(({ type }) => type)
    const [row] = await arena.service.context.db.query<{ start_at: Date; undo_hold_id: number | null }>(
      "SELECT start_at, undo_hold_id FROM appointment WHERE company_id = $1 AND id = $2",
      [arena.service.companyId, id],
    )
    const fits =
      won <= 1 &&
      won + late === undone.length &&
      later.every(({ status }) => status === 200) &&
      got <= 1 &&
      got + lost === booked.length &&
      // The move that was taken back has no event; the last move has one, in any order.
      types.length === (won === 1 ? 2 : 3) &&
      row!.start_at.toISOString() === third &&
      row!.undo_hold_id === null
    tally.check(
      fits,
      () =>
        `${from}: undone ${summary(undone)}; moved ${summary(later)}; booked ${summary(booked)}; ${types.join(" ")}; ${row!.start_at.toISOString()}`,
    )
  }
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  const kept = await arena.service.context.db.query("SELECT 1 FROM hold WHERE kind = 'undo'")
  tally.check(kept.length === 0, () => `${kept.length} holds are left`)
  return tally.outcome()
}
