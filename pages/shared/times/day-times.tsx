import type { LocationView } from "../../../domain/contracts/customer-pages.ts"
import { PhoneLink } from "../company.tsx"
import { type Language, useLanguage } from "../language.ts"
import { Failure } from "../notice.tsx"
import { hasClock } from "../zones.ts"
import { countText, labelsNeeded, type Opening, openingsByDay } from "./openings.ts"
import { TimesList } from "./times-list.tsx"
import { type TimesAction, type TimesState, waitsForLocation } from "./times-state.ts"

interface DayTimesProps {
  times: TimesState
  day: string | null
  openings: Opening[]
  locations: LocationView[]
  loading: boolean
  phone: string | null
  dispatch(action: TimesAction): void
  onTime(choice: Opening): void
  onRetry(): void
}

/** The shown day's times. Without any it says why, and what to do. */
export function DayTimes(props: DayTimesProps) {
  const { times, day, openings, loading, phone, onTime, onRetry } = props
  const language = useLanguage()
  const { words, formats } = language
  const failure = times.slotsFailure && (
    <Failure code={times.slotsFailure} phone={phone}>
      <button type="button" class="button" onClick={onRetry}>
        {words.retry}
      </button>
    </Failure>
  )
  if (day) {
    return (
      <section class="day-times" aria-busy={loading} aria-labelledby="day">
        {failure}
        <div>
          <h3 id="day" tabIndex={-1}>
            {formats.day(day)}
          </h3>
          <p class="note">{whereAndZone(props, language)}</p>
        </div>
        <TimesList openings={openings} labels={labelsNeeded(openings)} zone={times.zone} onPick={onTime} />
        <Elsewhere {...props} />
      </section>
    )
  }
  return (
    <section class="day-times" aria-busy={loading}>
      {loading ? <Skeleton /> : failure || (!waitsForLocation(times) && <NoTimes {...props} />)}
    </section>
  )
}

/** The location of the day's times, and their clock: they are hours only. Windows are explained. */
function whereAndZone({ times, openings, locations }: DayTimesProps, { words, formats }: Language): string {
  const [first] = openings
  if (!first) return ""
  const { location, zone } = labelsNeeded(openings)
  const shownZone = times.zone ?? first.timezone
  return [
    first.kind && words.arrive,
    locations.length > 1 && !location && first.locationName,
    (times.zone || !zone) && hasClock(shownZone) && formats.zone(shownZone, first.startTime),
  ]
    .filter(Boolean)
    .join(", ")
}

/** The same day at the other locations. */
function Elsewhere({ times, day, locations, dispatch }: DayTimesProps) {
  const { words } = useLanguage()
  if (times.locationId === null || times.asksWhere) return null
  return (
    <>
      {locations.map(({ id, name }) => {
        if (id === times.locationId) return null
        const there = openingsByDay(times.answers, ({ locationId }) => locationId === id, times.zone)
        const openings = there.get(day ?? "")
        if (!openings) return null
        return (
          <button
            key={id}
            type="button"
            class="quiet"
            onClick={() => dispatch({ type: "pickLocation", locationId: id })}
          >
            {words.timesAt({ count: countText(words, openings), location: name })}
          </button>
        )
      })}
    </>
  )
}

/** Keeps the room of the times that are on their way. */
function Skeleton() {
  return (
    <>
      <h3>&nbsp;</h3>
      <div class="times" aria-hidden="true">
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <div class="skeleton" key={place} />
        ))}
      </div>
    </>
  )
}

/** Says that these weeks have no times, and whom to call when no others have any. */
function NoTimes({ times, phone }: DayTimesProps) {
  const { words } = useLanguage()
  const anywhere = times.answers.some(
    ({ providers, nextAvailable }) => nextAvailable || providers.some(({ slots }) => slots.length > 0),
  )
  return (
    <>
      <p>{anywhere ? words.noTimesInWeeks : words.noTimesAtAll}</p>
      {!anywhere && phone && <PhoneLink phone={phone} asButton />}
    </>
  )
}
