/** The ten best times for an appointment across days, with anyone or the same person: one press takes one. */
import { useState } from "preact/hooks"
import { addDays } from "../../ui/dates.ts"
import { useQuery } from "../api/queries.ts"
import { formatsOf, localDate, shortDay } from "../formats.ts"
import { KeyCap } from "../parts/key-cap.tsx"
import { failureText } from "../parts/states.tsx"
import { useKeys } from "../shell/keys.tsx"
import { useWords } from "../words/words.ts"
import { duration } from "./board-formats.ts"
import { minuteOf } from "./columns.ts"
import { countText, type FoundStarts, startsOf } from "./starts.ts"

export type Best = FoundStarts["best"][number]

const daysAhead = 31

/** From a local date on. `day` is the day of the job that is moved, counted from 1. */
export function useBestTimes(appointmentId: number, first: string, day = 1) {
  const [providerId, setProviderId] = useState<number | null>(null)
  const { data, error } = useQuery({
    ...startsOf({
      appointment_id: appointmentId,
      start_date: first,
      end_date: addDays(first, daysAhead),
      with_starts: false,
      ...(providerId === null ? {} : { provider_ids: [providerId] }),
    }),
    placeholderData: (before) => before,
  })
  const best = (data?.best ?? []).toSorted((a, b) => minuteOf(a.start_time) - minuteOf(b.start_time))
  const blockOf = ({ blocks }: Best) => blocks[day - 1]!
  const dateOf = (each: Best) => localDate(blockOf(each).start_time, each.timezone)
  return {
    best,
    error,
    isKnown: data !== undefined,
    isOfWindows: data?.isOfWindows === true,
    startsOn: new Map(data?.dates.map((each) => [each.date, each.offered])),
    providerId,
    setProviderId,
    blockOf,
    dateOf,
    dates: [...new Set(best.map(dateOf))],
  }
}

interface BestTimesProps {
  times: ReturnType<typeof useBestTimes>
  /** The present provider. */
  provider: { id: number; name: string }
  isHeldAt(each: Best): boolean
  onTake(each: Best): void
}

export function BestTimes({ times, provider, isHeldAt, onTake }: BestTimesProps) {
  const words = useWords().board
  const { best, error, dates, dateOf, providerId } = times
  useKeys(
    best.map((each, at) => ({
      key: String((at + 1) % 10),
      does: words.take({ place: at + 1 }),
      run: () => onTake(each),
    })),
  )
  return (
    <>
      <fieldset class="chips">
        <legend class="said">{words.nextTimesWith}</legend>
        {[null, provider.id].map((each) => (
          <button
            key={String(each)}
            type="button"
            class="choice-chip"
            aria-pressed={providerId === each}
            onClick={() => times.setProviderId(each)}
          >
            {each === null ? words.anyone : provider.name}
          </button>
        ))}
      </fieldset>
      {error && <p class="refused">{failureText(error)}</p>}
      {times.isKnown && best.length === 0 && <p class="hint">{words.noNextTimes}</p>}
      {dates.map((date) => (
        <section key={date}>
          <h3>
            <span>{shortDay(date)}</span>{" "}
            <small>{countText(words, times.startsOn.get(date) ?? 0, times.isOfWindows)}</small>
          </h3>
          <ol>
            {best.map((time, at) =>
              dateOf(time) === date ? (
                <li key={`${time.start_time} ${time.provider_id}`}>
                  <button
                    type="button"
                    class="next-time"
                    aria-pressed={isHeldAt(time)}
                    onClick={() => onTake(time)}
                  >
                    <KeyCap of={String((at + 1) % 10)} /> <b>{timeOf(time)}</b>{" "}
                    <span>{time.provider_name}</span>
                    {time.drive_minutes !== null && (
                      <small>{words.driveOf({ time: duration(time.drive_minutes) })}</small>
                    )}
                  </button>
                </li>
              ) : null,
            )}
          </ol>
        </section>
      ))}
    </>
  )
}

/** "2:15 PM", or the window that would be promised: "2 – 4 PM". */
const timeOf = ({ timezone, kind, ...time }: Best) => {
  const formats = formatsOf(timezone)
  return (kind === "window" ? formats.span(time) : formats.time(time.start_time)).replace(/\s/g, "\u00a0")
}
