/** Beside a gap on the board: who waits for such a time, and one press to offer it. */
import { api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { formatsOf, shortDay } from "../formats.ts"
import { Refused } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import { type Gap, readWaitingAgain, typeNamesOf, type WaitingForGap, waitingFor } from "./waiting-data.ts"

/** Draws nothing for a gap that no customer waits for. */
export function WhoWaits({ gap }: { gap: Gap }) {
  const words = useWords().waiting
  const { data } = useQuery(waitingFor(gap))
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="who-waits">
      <h3 id="who-waits">{words.whoWaits({ count: data.length })}</h3>
      <ul class="near">
        {data.map((one) => (
          <Waiter key={one.waiting_entry.id} one={one} />
        ))}
      </ul>
    </section>
  )
}

/** An offer goes by text or mail: of a customer who has agreed to neither, the button leads to where their consent is asked for. */
function Waiter({ one }: { one: WaitingForGap }) {
  const words = useWords().waiting
  const { waiting_entry: entry, slot, offer, reason } = one
  const { run, isRunning, failure } = useWrite({
    mutationFn: (wanted: NonNullable<typeof slot>) =>
      api.offerWaitingEntry({
        id: entry.id,
        provider_id: wanted.provider_id,
        location_id: wanted.location_id,
        start_time: wanted.start_time,
      }),
    onSuccess: readWaitingAgain,
  })
  const isSilent = reason === "no_consent"
  const canOffer = slot !== null && offer === null && !isSilent && reason !== "asked_before"
  const time = slot && formatsOf(slot.timezone).time(slot.start_time)
  return (
    <li>
      <div class="row spread">
        <span>
          <b>{entry.customer.name}</b>{" "}
          <span class="hint">
            {typeNamesOf(entry)}, {words.untilDay({ day: shortDay(entry.latest_date) })}
          </span>
        </span>
        {canOffer && time && (
          <button
            type="button"
            class="button"
            disabled={isRunning}
            aria-label={`${words.offer({ time })}, ${entry.customer.name}`}
            onClick={() => run(slot)}
          >
            {words.offer({ time })}
          </button>
        )}
        {isSilent && offer === null && (
          <a
            class="button"
            href={hrefOf(`/customers/${entry.customer.id}`)}
            aria-label={`${words.askConsent}, ${entry.customer.name}`}
          >
            {words.askConsent}
          </a>
        )}
      </div>
      {offer ? (
        <span class="hint">{offer.state === "held" ? words.deciding : words.states.offered}</span>
      ) : (
        reason && <span class="hint">{words.reasons[reason]}</span>
      )}
      <Refused error={failure} />
    </li>
  )
}
