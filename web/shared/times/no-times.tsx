import { useLanguage } from "../language.ts"
import { PhoneLink } from "../phone-link.tsx"
import { wallClock } from "../zones.ts"
import { nextAvailable, type TimesState } from "./times-state.ts"

interface NoTimesProps {
  times: TimesState
  phone: string | null
  onNext(date: string): void
}

/** A month without times: says so, and leads to the next that has some. */
export function NoTimes({ times, phone, onNext }: NoTimesProps) {
  const { words, formats } = useLanguage()
  const next = nextAvailable(times)
  if (next) {
    const { date } = wallClock(next.startTime, times.zone ?? next.timezone)
    return (
      <div class="no-times">
        <p>{words.noTimesInMonth(formats.month(times.month))}</p>
        <button type="button" class="button primary" onClick={() => onNext(date)}>
          {words.nextAvailable(formats.day(date))}
        </button>
      </div>
    )
  }
  const anywhere = times.answers.some((answer) => answer.providers.some((place) => place.slots.length > 0))
  return (
    <div class="no-times">
      <p>{anywhere ? words.noTimesInMonth(formats.month(times.month)) : words.noTimesAtAll}</p>
      {!anywhere && phone && <PhoneLink phone={phone} asButton />}
    </div>
  )
}
