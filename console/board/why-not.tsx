/** Why a place of the board is not offered: each reason in words, what stands there by name, and the way to what mends it. */
import { useLayoutEffect, useRef } from "preact/hooks"
import { api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { failureText } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import type { AppointmentType, Board } from "./board-data.ts"
import { timeAt } from "./board-formats.ts"
import { type Booking, typesAsked } from "./booking.ts"
import { instantOf } from "./columns.ts"
import type { Choice } from "./starts.ts"
import { type Reason, whereMended } from "./where-mended.ts"

interface WhyNotProps {
  board: Board
  types: readonly Pick<AppointmentType, "id" | "name">[]
  booking: Booking
  pressed: Choice
  /** Moves what stands there instead. */
  onMoveOther(appointmentId: number): void
}

export function WhyNot({ board, types, booking, pressed, onMoveOther }: WhyNotProps) {
  const words = useWords().board
  const { typeId, customerId, durationOptionId, isOverride } = booking
  const asked = typesAsked(booking)
  const { data, error } = useQuery({
    queryKey: [
      "explain",
      asked,
      customerId,
      durationOptionId,
      pressed.providerId,
      pressed.locationId,
      pressed.start,
      isOverride,
    ],
    queryFn: () =>
      api.explainSlots({
        ...asked,
        provider_id: pressed.providerId,
        location_id: pressed.locationId,
        start_time: instantOf(pressed.start),
        customer_id: customerId,
        duration_option_id: durationOptionId,
        override_eligibility: isOverride,
      }),
  })
  const section = useRef<HTMLElement>(null)
  const isAnswered = data !== undefined || error !== null
  // A phone's panel is short: the answer comes into view by itself.
  useLayoutEffect(() => {
    if (isAnswered) section.current?.scrollIntoView({ block: "nearest" })
  }, [isAnswered, pressed])
  const location = board.locations.find(({ id }) => id === pressed.locationId)
  const provider = board.providers.find(({ id }) => id === pressed.providerId)
  const [start] = data?.starts ?? []
  if (!location || !provider || start?.offered) return null
  const mended = { ...pressed, typeId: typeId!, customerId: customerId ?? null }
  const shown = { board, location, onMoveOther }
  return (
    <section ref={section} class="why" aria-live="polite">
      <h3>{words.whyNot({ time: timeAt(location, pressed.start), provider: provider.name })}</h3>
      {error && <p class="refused">{failureText(error)}</p>}
      <ol>
        {start?.reasons.map((reason) => (
          <li key={reason.code}>
            <WhyOf reason={reason} mended={mended} {...shown} />
          </li>
        ))}
        {start?.blocked?.map(
          ({ appointment_type_id: id, provider_id, provider_name, start_time, reasons }) => (
            <li key={`${id} ${provider_id} ${start_time}`}>
              <h4>
                {words.whyBlocked({
                  type: types.find((type) => type.id === id)?.name ?? "",
                  provider: provider_name,
                  time: timeAt(location, minuteOf(start_time)),
                })}
              </h4>
              {reasons.map((reason) => (
                <WhyOf
                  key={reason.code}
                  reason={reason}
                  mended={{ ...mended, typeId: id, providerId: provider_id }}
                  {...shown}
                />
              ))}
            </li>
          ),
        )}
      </ol>
    </section>
  )
}

interface WhyOfProps {
  reason: Reason
  board: Board
  location: Board["locations"][number]
  /** The facts that the way to the mend needs. */
  mended: Parameters<typeof whereMended>[1]
  onMoveOther(appointmentId: number): void
}

/** One reason, with what stands there and what lifts it. */
function WhyOf({ reason, board, location, mended, onMoveOther }: WhyOfProps) {
  const words = useWords().board
  const { code, message, lift, causes } = reason
  return (
    <>
      <strong>{message}</strong>
      {standingIn(board, causes).map(({ appointment: { id, customer, status }, from, to }) => (
        <div key={id} class="standing">
          <p>
            {customer.name}, {timeAt(location, from)} – {timeAt(location, to)}
          </p>
          {status === "scheduled" && (
            <button type="button" class="button" onClick={() => onMoveOther(id)}>
              {words.moveOther({ customer: customer.name })}
            </button>
          )}
        </div>
      ))}
      <p class="hint">
        {lift} <Mend href={whereMended(code, mended)} />
      </p>
    </>
  )
}

/** The appointments that the causes name, where the board has them, with when each is there. */
const standingIn = (board: Board, causes: Reason["causes"]) =>
  causes.flatMap(({ kind, id, from, to }) => {
    const appointment = kind === "appointment" && board.appointments.find((each) => each.id === id)
    if (!appointment || from === undefined || to === undefined) return []
    return [{ appointment, from: minuteOf(from), to: minuteOf(to) }]
  })

const minuteOf = (instant: string) => Date.parse(instant) / 60_000

/** A link to the screen where it is changed; only admins see settings. */
export function Mend({ href }: { href: string | null }) {
  const words = useWords().board
  const { user } = useSession()
  if (href === null || (href.startsWith("/settings") && user.role !== "admin")) return null
  return <a href={hrefOf(href)}>{words.mend}</a>
}
