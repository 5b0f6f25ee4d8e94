/** LK-11, TR-05: once a link has been replaced, nothing is booked, moved or cancelled through it any more. */
import type { Outcome } from "../chaos/trial.ts"
import { type Link, linkOf, type Reply } from "../support/link.ts"
import { make } from "../support/story.ts"
import { type Arena, bookingOf, openRequest } from "./arena.ts"
import { openTally } from "./tally.ts"

const presses = 3

/** A link that is about to be replaced, and what its page's button does. */
interface Opened {
  old: Link
  press(): Promise<Reply>
  /** The path that replaces it. */
  rotate: string
  /** The column by which its appointments are found. */
  by: { column: "scheduling_request_id" | "id"; id: number }
}

export const linkRotation = (arena: Arena, rounds: number) =>
  rotate(arena, rounds, "link-rotation", openedBookingLink)

export const manageLinkRotation = (arena: Arena, rounds: number) =>
  rotate(arena, rounds, "manage-link-rotation", openedManageLink)

/** Several presses on the old link's page, and the rotation in their midst. What stands at its answer stays. */
async function rotate(
  arena: Arena,
  rounds: number,
  name: string,
  open: (arena: Arena, round: number) => Promise<Opened>,
): Promise<Outcome> {
  const tally = openTally(name)
  let ended = 0
  for (let round = 0; round < rounds; round += 1) {
    const { old, press, rotate, by } = await open(arena, round)
    const pressed = Promise.all(Array.from({ length: presses }, press))
    await new Promise((resolve) => setTimeout(resolve, round % 8))
    const rotation = await arena.service.api("POST", rotate)
    const atAnswer = await stateOf(arena, by)
    const replies = await pressed
    replies.push(await press())
    const afterwards = await stateOf(arena, by)
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
async function openedBookingLink(arena: Arena, round: number): Promise<Opened> {
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
  return {
    old,
    press: () => deeds[round % 3]!(old),
    rotate: `/scheduling-requests/${request.id}/booking-link/rotate`,
    by: { column: "scheduling_request_id", id: request.id },
  }
}

/** By turns the link of an appointment to move and of one to cancel. */
async function openedManageLink(arena: Arena, round: number): Promise<Opened> {
  const body = bookingOf(arena, arena.customerIds[0]!, arena.nextStart())
  const appointment = await make(arena.service, "/appointments", body)
  const old = linkOf(arena.service, String(appointment.manage_url))
  return {
    old,
    press: () => (round % 2 === 0 ? old.move(arena.nextStart()) : old.cancel()),
    rotate: `/appointments/${appointment.id}/manage-link/rotate`,
    by: { column: "id", id: appointment.id },
  }
}

/** The link's appointments with their versions, as one text to compare. */
async function stateOf(arena: Arena, { column, id }: Opened["by"]): Promise<string> {
  const rows = await arena.service.context.db.query<{ id: number; status: string; version: number }>(
    `SELECT id, status, version FROM appointment WHERE ${column} = $1 ORDER BY id`,
    [id],
  )
  return rows.map(({ id, status, version }) => `${id} ${status} v${version}`).join(", ") || "nothing"
}

const shown = (replies: readonly Reply[]) =>
  replies.map(({ status, error }) => `${status} ${error?.code ?? ""}`).join(", ")
