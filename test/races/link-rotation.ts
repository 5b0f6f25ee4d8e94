/** LK-11: once a link has been replaced, nothing is booked, moved or cancelled through it any more. */
import type { Outcome } from "../chaos/trial.ts"
import { type Link, linkOf, type Reply } from "../support/link.ts"
import { type Arena, openRequest } from "./arena.ts"
import { openTally } from "./tally.ts"

const presses = 3

/** Several presses on the old link's page, and the rotation in their midst. What stands at its answer stays. */
export async function linkRotation(arena: Arena, rounds: number): Promise<Outcome> {
  const tally = openTally("link-rotation")
  let ended = 0
  for (let round = 0; round < rounds; round += 1) {
    const { old, requestId, press } = await openedLink(arena, round)
    const pressed = Promise.all(Array.from({ length: presses }, press))
    await new Promise((resolve) => setTimeout(resolve, round % 8))
    const rotation = await arena.service.api("POST", `/scheduling-requests/${requestId}/booking-link/rotate`)
    const atAnswer = await stateOf(arena, requestId)
    const replies = await pressed
    replies.push(await press())
    const afterwards = await stateOf(arena, requestId)
    ended += replies.slice(0, presses).filter(({ status }) => status === 404).length
    tally.check(rotation.status === 200 && afterwards === atAnswer, () => {
      return `rotation ${rotation.status}: was ${atAnswer}, became ${afterwards}`
    })
    tally.check(replies.at(-1)!.status === 404 && (await old.read()).status === 404, () => shown(replies))
    tally.check(
      replies.every(({ status }) => status < 500),
      () => shown(replies),
    )
  }
  return tally.outcome(`${ended} of ${rounds * presses} presses came too late`)
}

/** By turns a link to book through, one to move through and one to cancel through. */
async function openedLink(arena: Arena, round: number) {
  const request = (await openRequest(arena)) as { id: number; customer_id: number; booking_url?: string }
  const old = linkOf(arena.service, request.booking_url!, request.id)
  const choice = () => ({
    providerId: arena.providerId,
    locationId: arena.locationId,
    startTime: arena.nextStart(),
  })
  const deeds: ((link: Link) => Promise<Reply>)[] = [
    (link) => link.book(choice()),
    (link) => link.move(arena.nextStart()),
    (link) => link.cancel(),
  ]
  if (round % 3 !== 0) await old.book(choice())
  return { old, requestId: request.id, press: () => deeds[round % 3]!(old) }
}

/** The request's appointments with their versions, as one text to compare. */
async function stateOf(arena: Arena, requestId: number): Promise<string> {
  const rows = await arena.service.context.db.query<{ id: number; status: string; version: number }>(
    "SELECT id, status, version FROM appointment WHERE scheduling_request_id = $1 ORDER BY id",
    [requestId],
  )
  return rows.map(({ id, status, version }) => `${id} ${status} v${version}`).join(", ") || "nothing"
}

const shown = (replies: readonly Reply[]) =>
  replies.map(({ status, error }) => `${status} ${error?.code ?? ""}`).join(", ")
