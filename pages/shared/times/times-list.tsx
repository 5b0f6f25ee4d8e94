import { useLanguage } from "../language.ts"
import { wallClock } from "../zones.ts"
import { byPartOfDay, type Opening, openingKey, type TimeLabels } from "./openings.ts"

interface TimesListProps {
  openings: Opening[]
  labels: TimeLabels
  /** The zone to show times in; null shows each in its location's own. */
  zone: string | null
  onPick(opening: Opening): void
}

/** One day's times in morning, afternoon and evening. Its windows are few, and one under the other. */
export function TimesList(props: TimesListProps) {
  const { openings, labels, zone } = props
  const { words } = useLanguage()
  if (openings[0]?.kind) return <Times {...props} look="times long" />
  return (
    <>
      {byPartOfDay(openings, zone).map(([part, list]) => (
        <fieldset class="part" key={part}>
          <legend>{words.partOfDay[part]}</legend>
          <Times {...props} openings={list} look={isLong(list, labels) ? "times long" : "times"} />
        </fieldset>
      ))}
    </>
  )
}

function Times({ openings, labels, zone, onPick, look }: TimesListProps & { look: string }) {
  return (
    <ul class={look}>
      {openings.map((opening) => (
        <li key={openingKey(opening)}>
          <button type="button" class="time" onClick={() => onPick(opening)}>
            <TimeText opening={opening} labels={labels} zone={zone} hasDays />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Times of several days, one tap away: recommended ones, or alternatives to a time that was taken. */
export function TimeShortcuts({ openings, labels, zone, onPick }: TimesListProps) {
  const { formats } = useLanguage()
  return (
    <ul class="shortcuts">
      {openings.map((opening) => {
        const days = daysOf(opening, zone ?? opening.timezone).map(formats.shortDay)
        return (
          <li key={openingKey(opening)}>
            <button type="button" class="time" onClick={() => onPick(opening)}>
              <small>{[...new Set([days[0], days.at(-1)])].join(" – ")}</small>{" "}
              <TimeText opening={opening} labels={labels} zone={zone} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

interface TimeTextProps extends Pick<TimesListProps, "labels" | "zone"> {
  opening: Opening
  /** Every day of a job of several days is named. */
  hasDays?: boolean
}

function TimeText({ opening, labels, zone, hasDays }: TimeTextProps) {
  const { formats, words } = useLanguage()
  const { seatsLeft } = opening
  const shownZone = zone ?? opening.timezone
  const wholeDay = (date: string) => formats.shortDay(date).replaceAll(" ", "\u00a0")
  const notes = [
    labels.location && opening.locationName,
    labels.zone && !zone && formats.zone(shownZone, opening.startTime),
    seatsLeft !== undefined && opening.providerName,
    seatsLeft !== undefined && seatsLeft <= fewSeats && words.seatsLeft({ count: seatsLeft }),
    hasDays && opening.blocks.length > 1 && daysOf(opening, shownZone).map(wholeDay).join("\u00a0· "),
  ].filter(Boolean)
  return (
    <>
      {opening.kind
        ? formats.windowEnds(opening, shownZone).join(" – ")
        : formats.time(opening.startTime, shownZone)}
      {notes.length > 0 && <small> {notes.join("\u00a0· ")}</small>}
    </>
  )
}

/** From so many down it is said how many are left. */
const fewSeats = 5

function daysOf(opening: Opening, zone: string): string[] {
  return opening.blocks.map((block) => wallClock(block.startTime, zone).date)
}

function isLong(openings: Opening[], labels: TimeLabels): boolean {
  return (
    labels.location ||
    labels.zone ||
    openings.some((opening) => opening.blocks.length > 1 || opening.sessionId !== undefined)
  )
}
