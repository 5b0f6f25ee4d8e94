/**
 * BK-01: a provider's time is taken away while customers book it. The writer who raises the provider's version first comes
 * first, so a trigger of this race notes the version under which each row was written: a booking that came after the time
 * off, or after the day was closed, must not stand in it.
 */
import type { Outcome } from "../chaos/trial.ts"
import { type Arena, bookingOf, codeOf, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

const noteVersions = `
CREATE TABLE race_version (kind text, row_id bigint, provider_id bigint, version bigint, start_minute int, end_minute int);
CREATE FUNCTION note_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Allocations name their provider as a resource.
  taken bigint := coalesce(to_jsonb(NEW) ->> 'resource_id', to_jsonb(NEW) ->> 'provider_id');
BEGIN
  INSERT INTO race_version
  SELECT TG_TABLE_NAME, NEW.id, p.id, p.version, NEW.start_minute, NEW.end_minute
  FROM provider p WHERE p.company_id = NEW.company_id AND p.id = taken;
  RETURN NULL;
END $$;
CREATE FUNCTION note_closing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO race_version
  SELECT TG_TABLE_NAME, NEW.day, NEW.provider_id, p.version, NEW.day * 1440, (NEW.day + 1) * 1440
  FROM provider p WHERE p.company_id = NEW.company_id AND p.id = NEW.provider_id;
  RETURN NULL;
END $$;
CREATE TRIGGER note AFTER INSERT ON allocation FOR EACH ROW EXECUTE FUNCTION note_version();
CREATE TRIGGER note AFTER INSERT ON time_off FOR EACH ROW EXECUTE FUNCTION note_version();
CREATE TRIGGER note AFTER INSERT ON date_override FOR EACH ROW EXECUTE FUNCTION note_closing();`

const forgetVersions = `
DROP TRIGGER note ON allocation; DROP TRIGGER note ON time_off; DROP TRIGGER note ON date_override;
DROP FUNCTION note_version; DROP FUNCTION note_closing; DROP TABLE race_version;`

const bookedTooLate = `
SELECT count(*)::int AS count FROM race_version late JOIN race_version off
  ON off.kind IN ('time_off', 'date_override') AND late.kind = 'allocation'
  AND late.provider_id = off.provider_id AND late.version >= off.version
  AND late.start_minute < off.end_minute AND off.start_minute < late.end_minute`

const firstDay = Date.parse("2028-01-03T00:00:00.000Z")
const dayMs = 86_400_000

export async function hoursChange(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("hours-change")
  const { db } = arena.service.context
  await db.query(noteVersions)
  try {
    for (let round = 0; round < rounds; round += 1) {
      const [change, ...bookings] = await Promise.all(
        crowdedDay(arena, firstDay + round * dayMs, round % 2 === 0),
      )
      const fits = bookings.every(
        (answer) => answer.status === 201 || ["time_not_offered", "slot_taken"].includes(codeOf(answer)),
      )
      tally.check(change!.status < 300 && fits, () => `change ${summary([change!])}, ${summary(bookings)}`)
    }
    const [row] = await db.query<{ count: number }>(bookedTooLate)
    tally.check(row!.count === 0, () => `${row!.count} bookings stand in time that was off before them`)
    return tally.outcome()
  } finally {
    await db.query(forgetVersions)
  }
}

/** Twelve bookings of one day, and in their midst the day is taken off or closed. */
function crowdedDay(arena: Arena, dayStart: number, byTimeOff: boolean) {
  const { api } = arena.service
  const provider = `/providers/${arena.otherProviderId}`
  const instant = (hour: number) => new Date(dayStart + hour * 3_600_000).toISOString()
  const bookings = Array.from({ length: 12 }, (_, i) => {
    const fields = { provider_id: arena.otherProviderId }
    return bookingOf(arena, arena.customerIds[i]!, instant(8 + i), fields)
  })
  const change = async () => {
    await new Promise((resolve) => setTimeout(resolve, 4))
    if (byTimeOff) return api("POST", `${provider}/time-off`, { start: instant(0), end: instant(24) })
    const date = instant(0).slice(0, 10)
    return api("PUT", `${provider}/hours`, {
      date_overrides: [{ location_id: arena.locationId, date, intervals: [] }],
    })
  }
  return [change(), ...bookings.map((body) => api("POST", "/appointments", body))]
}
