/**
 * WL-02 WL-03: a crowd that waits opens the same freed time at once, against staff who book it by hand, and again as the
 * hold of the first ends: one has it at any moment, and only the customer to whom it was shown as theirs gets it.
 */
import type { WaitingView } from "../../domain/contracts/waiting.ts"
import type { Outcome } from "../chaos/trial.ts"
import { make, makeCustomer } from "../support/story.ts"
import { byWaitingLink, endHolds, type LinkAnswer, offerDue } from "../support/waiting.ts"
import { type Arena, bookingOf, codeOf, countOverlaps, crowd } from "./arena.ts"
import { openTally } from "./tally.ts"

interface Opener {
  url: string
  offerId: number
}

export async function openers(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("waiting-list-openers")
  for (let round = 0; round < rounds; round += 1) {
    const start = arena.nextStart()
    const waiting = await Promise.all(Array.from({ length: crowd - 1 }, () => offered(arena, start)))
    const first = await race(arena, start, waiting)
    tally.check(first.length === 1, () => `${start}: ${first.length} have it after the opening`)
    for (const { clock } of [arena.service, arena.second]) clock.advanceMs(5 * 60_000)
    const [, byHand] = await Promise.all([
      Promise.all([endHolds(arena.service), endHolds(arena.service)]).then(() =>
        Promise.all([offerDue(arena.service), offerDue(arena.service)]),
      ),
      bookByHand(arena, start),
    ])
    await offerDue(arena.service)
    const later = await holders(arena, waiting)
    const isOnce = later.length + Number(byHand) + Number(first[0] === "staff") === 1
    tally.check(isOnce, () => `${start}: ${later.length} hold it later, by hand ${byHand}, first ${first[0]}`)
    for (const opener of later) {
      const taken = await press(arena, opener, "/take")
      tally.check(taken.view?.entry.state === "booked", () => `${start}: refused ${taken.code}`)
    }
  }
  const overlaps = await countOverlaps(arena)
  tally.check(overlaps === 0, () => `${overlaps} overlaps`)
  return tally.outcome()
}

/** A customer of their own, who waits and was offered the time. */
async function offered({ service, ...arena }: Arena, start: string): Promise<Opener> {
  const customer_id = await makeCustomer(service, { name: "Waiting Customer" })
  const wish = { customer_id, appointment_type_id: arena.hourTypeId, latest_date: "2028-12-31" }
  const { id, wait_url } = await make(service, "/waiting-entries", wish)
  const time = { provider_id: arena.providerId, location_id: arena.locationId, start_time: start }
  const offer = await make(service, `/waiting-entries/${id}/offers`, time)
  return { url: String(wait_url), offerId: offer.id }
}

const press = ({ service }: Arena, { url, offerId }: Opener, path: string): Promise<LinkAnswer> =>
  byWaitingLink(service, url, "POST", path, { offerId })

async function bookByHand(arena: Arena, start: string): Promise<boolean> {
  const customerId = await makeCustomer(arena.service, { name: "Walk In" })
  const answer = await arena.apis[1]!("POST", "/appointments", bookingOf(arena, customerId, start))
  return answer.status === 201 || codeOf(answer) === "none"
}

/** The owners of the time after all pressed at once: those to whom it was shown as theirs, and staff. */
async function race(arena: Arena, start: string, waiting: readonly Opener[]): Promise<("staff" | Opener)[]> {
  const [byHand, ...answers] = await Promise.all([
    bookByHand(arena, start),
    ...waiting.map((opener) => press(arena, opener, "/hold")),
  ])
  const held = waiting.filter((_, i) => isHeld(answers[i]!.view))
  return [...(byHand ? (["staff"] as const) : []), ...held]
}

const isHeld = (view: WaitingView | undefined) => view?.offer?.state === "held"

async function holders(arena: Arena, waiting: readonly Opener[]): Promise<Opener[]> {
  const views = await Promise.all(waiting.map(({ url }) => byWaitingLink(arena.service, url)))
  return waiting.filter((_, i) => isHeld(views[i]!.view))
}
