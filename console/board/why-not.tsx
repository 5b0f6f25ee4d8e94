/** Why an empty place of the board is not offered: each reason in words, with what would make it bookable. */
import { api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { failureText } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import type { Board } from "./board-data.ts"
import { timeAt } from "./board-formats.ts"
import type { Booking } from "./booking.ts"
import { instantOf } from "./columns.ts"
import type { Choice } from "./starts.ts"
import { whereMended } from "./where-mended.ts"

interface WhyNotProps {
  board: Board
  booking: Booking
  pressed: Choice
}

export function WhyNot({ board, booking, pressed }: WhyNotProps) {
  const words = useWords().board
  const { typeId, customerId, durationOptionId, isOverride } = booking
  const { data, error } = useQuery({
    queryKey: [
      "explain",
      typeId,
      customerId,
      durationOptionId,
      pressed.providerId,
      pressed.locationId,
      pressed.start,
      isOverride,
    ],
    queryFn: () =>
      api.explainSlots({
        appointment_type_id: typeId!,
        provider_id: pressed.providerId,
        location_id: pressed.locationId,
        start_time: instantOf(pressed.start),
        customer_id: customerId,
        duration_option_id: durationOptionId,
        override_eligibility: isOverride,
      }),
  })
  const location = board.locations.find(({ id }) => id === pressed.locationId)
  const provider = board.providers.find(({ id }) => id === pressed.providerId)
  const [start] = data?.starts ?? []
  if (!location || !provider || start?.offered) return null
  return (
    <section class="why" aria-live="polite">
      <h3>{words.whyNot(timeAt(location, pressed.start), provider.name)}</h3>
      {error && <p class="refused">{failureText(error)}</p>}
      <ol>
        {start?.reasons.map(({ code, message, lift }) => (
          <li key={code}>
            <strong>{message}</strong>
            <p class="hint">
              {lift}{" "}
              <Mend
                href={whereMended(code, { ...pressed, typeId: typeId!, customerId: customerId ?? null })}
              />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A way to where it is changed. Settings are admins'. */
function Mend({ href }: { href: string | null }) {
  const words = useWords().board
  const { user } = useSession()
  if (href === null || (href.startsWith("/settings") && user.role !== "admin")) return null
  return <a href={hrefOf(href)}>{words.mend}</a>
}
