import { useLanguage } from "../shared/language.ts"
import { PhoneLink } from "../shared/phone-link.tsx"
import { wallClock } from "../shared/zones.ts"
import type { State } from "./state.ts"
import { nextAvailable } from "./state.ts"

/** A month without times: says so, and leads to the next that has some. */
export function NoTimes({ state, onNext }: { state: State; onNext(date: string): void }) {
  const { words, formats } = useLanguage()
  const next = nextAvailable(state)
  const { phone } = state.view.company
  if (next) {
    const { date } = wallClock(next.startTime, state.zone ?? next.timezone)
    return (
      <div class="no-times">
        <p>{words.noTimesInMonth(formats.month(state.month))}</p>
        <button type="button" class="button primary" onClick={() => onNext(date)}>
          {words.nextAvailable(formats.day(date))}
        </button>
      </div>
    )
  }
  const anywhere = state.answers.some((answer) => answer.providers.some((place) => place.slots.length > 0))
  return (
    <div class="no-times">
      <p>{anywhere ? words.noTimesInMonth(formats.month(state.month)) : words.noTimesAtAll}</p>
      {!anywhere && phone && <PhoneLink phone={phone} asButton />}
    </div>
  )
}
