/** BK-01: a provider whom everybody wants keeps no one else waiting. */
import type { Outcome } from "../chaos/trial.ts"
import type { Answer } from "../support/service.ts"
import { type Arena, bookingOf, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

const atOnce = 200

/** Two hundred bookings for one provider, and while they stand in line a search for another one. */
export async function hotProvider(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("hot-provider")
  const { api } = arena.service
  for (let round = 0; round < rounds; round += 1) {
    let answered = 0
    const bookings = Array.from({ length: atOnce }, async (_, i) => {
      const customerId = arena.customerIds[i % arena.customerIds.length]!
      const answer = await api("POST", "/appointments", bookingOf(arena, customerId, arena.nextStart()))
      answered += 1
      return answer
    })
    await bookings[0]
    const search: Answer = await api("POST", "/slots", {
      appointment_type_id: arena.hourTypeId,
      provider_id: arena.otherProviderId,
      start_date: "2027-03-03",
      end_date: "2027-03-10",
    })
    const answeredBefore = answered
    const answers = await Promise.all(bookings)
    tally.check(search.status === 200 && answeredBefore < atOnce, () => {
      return `the search answered ${search.status} after ${answeredBefore} of ${atOnce} bookings`
    })
    tally.check(
      answers.every(({ status }) => status === 201),
      () => summary(answers),
    )
  }
  return tally.outcome()
}
