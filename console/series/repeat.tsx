/** How a booking repeats, and every occurrence of it before anything is booked: conflicts with other times. */
import { formatsOf, shortDay } from "../formats.ts"
import { Field, TextField } from "../parts/field.tsx"
import { failureText, Loading } from "../parts/states.tsx"
import { useWords } from "../words/words.ts"
import { ConflictChoice } from "./conflict-choice.tsx"
import type { Preview, Repeat as RepeatState, RepeatUnit } from "./repeat-data.ts"

const units: readonly RepeatUnit[] = ["days", "weeks", "months"]

export function Repeat({ repeat }: { repeat: RepeatState }) {
  const words = useWords().series
  const { unit, preview } = repeat
  return (
    <section class="repeat">
      <Field label={words.repeats}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={unit ?? ""}
            onChange={({ currentTarget: { value } }) =>
              repeat.change({ unit: value === "" ? null : (value as RepeatUnit) })
            }
          >
            <option value="">{words.never}</option>
            {units.map((each) => (
              <option key={each} value={each}>
                {words[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {unit && (
        <div class="row">
          <TextField
            label={words.every}
            type="number"
            min={1}
            value={repeat.number}
            onInput={(number) => repeat.change({ number })}
          />
          <TextField
            label={words.times}
            type="number"
            min={2}
            max={104}
            value={repeat.count}
            onInput={(count) => repeat.change({ count })}
          />
        </div>
      )}
      {preview?.error ? (
        <p class="refused">{failureText(preview.error)}</p>
      ) : preview && !preview.data ? (
        <Loading rows={3} />
      ) : preview?.data ? (
        <Occurrences read={preview.data} repeat={repeat} />
      ) : null}
    </section>
  )
}

function Occurrences({ read, repeat }: { read: Preview; repeat: RepeatState }) {
  const words = useWords().series
  const formats = formatsOf(read.timezone)
  const count = read.occurrences.length
  return (
    <>
      <p role="status">{words.fits({ fits: read.fits, count })}</p>
      <ol class="occurrences">
        {read.occurrences.map((one) => (
          <li key={one.index}>
            {one.outcome === "free" ? (
              <span>
                {shortDay(one.local_date)}, {formats.time(one.start_time)}
              </span>
            ) : (
              <ConflictChoice
                one={one}
                timezone={read.timezone}
                chosen={repeat.chosen.get(one.index) ?? null}
                none={words.leaveOut}
                onChoose={(start) => repeat.choose(one.index, start)}
              />
            )}
          </li>
        ))}
      </ol>
      <p class="hint">{words.oneConfirmation}</p>
    </>
  )
}
