/** A page's address belongs to one company, however many claim it at once. */
import type { Outcome } from "../chaos/trial.ts"
import { type Arena, codeOf, summary } from "./arena.ts"
import { openTally } from "./tally.ts"

const claimants = 6

/** Six companies claim the same slug through two processes: one has it, five read that it is taken. */
export async function slugClaims(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("slug-claims")
  const keys: string[] = []
  for (let i = 0; i < claimants; i += 1) keys.push((await arena.service.anotherCompany(`Company ${i}`)).key)
  for (let round = 0; round < rounds; round += 1) {
    const public_slug = `claimed-${round}`
    const answers = await Promise.all(
      keys.map((key, i) => arena.apis[i % 2]!("PUT", "/company", { public_slug }, { key })),
    )
    const winners = answers.filter(({ status }) => status === 200)
    const losers = answers.filter((answer) => answer.status === 409 && codeOf(answer) === "slug_taken")
    tally.check(winners.length === 1 && losers.length === claimants - 1, () => summary(answers))
    const [row] = await arena.service.context.db.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM company WHERE public_slug = $1",
      [public_slug],
    )
    tally.check(row!.count === 1, () => `${row!.count} companies have ${public_slug}`)
  }
  return tally.outcome()
}
