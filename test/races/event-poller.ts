/** A poller that keeps its cursor misses no event, though transactions commit in another order than they began. */
import type { Outcome } from "../chaos/trial.ts"
import { type Arena, bookingOf } from "./arena.ts"
import { openTally } from "./tally.ts"

const bookingsARound = 24

/** Holds each transaction open for up to 30 ms after its event has its place in the order. */
const dawdle = `
CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_sleep(random() * 0.03);
  RETURN NULL;
END $$;
CREATE TRIGGER dawdle AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION dawdle();`
const hurry = "DROP TRIGGER dawdle ON event; DROP FUNCTION dawdle;"

interface Listed {
  event_id: string
  data: { appointment?: { id: number } }
}

export async function eventPoller(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("event-poller")
  const { db } = arena.service.context
  await db.query(dawdle)
  try {
    const poller = openPoller(arena)
    await poller.catchUp()
    for (let round = 0; round < rounds; round += 1) {
      const bookings = bookTogether(arena)
      const seen = await poller.pollUntil(bookings)
      const booked = new Set(await bookings)
      const missed = [...booked].filter((id) => !seen.includes(id))
      const twice = seen.length - new Set(seen).size
      tally.check(booked.size > 0 && missed.length === 0 && twice === 0, () => {
        return `of ${booked.size} events ${missed.length} were missed and ${twice} came twice`
      })
    }
    return tally.outcome(`${poller.polls()} polls`)
  } finally {
    await db.query(hurry)
  }
}

/** Bookings of both providers through both processes; returns the ids of those that were made. */
async function bookTogether(arena: Arena): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: bookingsARound }, (_, i) => {
      const provider_id = i % 2 === 0 ? arena.providerId : arena.otherProviderId
      const wish = bookingOf(arena, arena.customerIds[i]!, arena.nextStart(), { provider_id })
      return arena.apis[i % arena.apis.length]!("POST", "/appointments", wish)
    }),
  )
  return answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id)
}

function openPoller(arena: Arena) {
  let cursor: string | null = null
  let polls = 0

  /** The appointments of the page's events; null behind the last. What set the company up may come late, and is of none. */
  async function poll(): Promise<number[] | null> {
    const query = cursor === null ? "" : `&cursor=${cursor}`
    const { body } = await arena.service.api("GET", `/events?limit=7${query}`)
    polls += 1
    cursor = body.next_cursor ?? cursor
    const events = body.data as Listed[]
    return events.length === 0 ? null : events.flatMap(({ data }) => data.appointment?.id ?? [])
  }
  async function catchUp(): Promise<number[]> {
    const seen: number[] = []
    for (let page = await poll(); page !== null; page = await poll()) seen.push(...page)
    return seen
  }
  return {
    catchUp,
    polls: () => polls,
    /** Polls while the work goes on, and once more when it is done. */
    async pollUntil(work: Promise<unknown>): Promise<number[]> {
      const seen: number[] = []
      let isDone = false
      const done = work.finally(() => {
        isDone = true
      })
      while (!isDone) seen.push(...((await poll()) ?? []))
      await done
      // Events that another database's transactions hold back are not missed, only late.
      await arena.service.events("limit=1")
      return [...seen, ...(await catchUp())]
    },
  }
}
