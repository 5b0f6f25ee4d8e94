import type { Database } from "./pg/database.ts"

const drawnAtOnce = 32
const drawnFrom = new WeakMap<Database, number[]>()

/**
 * An id for a new appointment. Some are drawn from the sequence at a time, so that most bookings need not ask for theirs;
 * those that this process has not given when it ends are never given. Call it before a transaction, not inside: it may
 * take a connection of its own.
 */
export async function nextAppointmentId(db: Database): Promise<number> {
  const drawn = drawnFrom.get(db) ?? []
  drawnFrom.set(db, drawn)
  if (drawn.length === 0) {
    const rows = await db.query<{ id: number }>(
      "SELECT nextval('appointment_id_seq') AS id FROM generate_series(1, $1::int)",
      [drawnAtOnce],
    )
    drawn.push(...rows.map(({ id }) => id))
  }
  return drawn.shift()!
}
