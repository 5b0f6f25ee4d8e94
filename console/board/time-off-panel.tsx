/** A provider's time off around the day that is shown: what there is, and giving more. */
import { useState } from "preact/hooks"
import { addDays } from "../../ui/dates.ts"
import { api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { instantAt } from "../formats.ts"
import { CheckField, Field, TextField } from "../parts/field.tsx"
import { MetAppointments } from "../parts/met-appointments.tsx"
import { Panel } from "../parts/panel.tsx"
import { Refused } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { readBoardsAgain } from "./board-data.ts"
import { dateAt, timeAt } from "./board-formats.ts"
import type { Column } from "./columns.ts"

interface TimeOffPanelProps {
  /** The column whose time off it is at first. */
  column: Column
  /** The columns whose time off it may be. */
  people: readonly Column[]
  onClose(): void
}

export function TimeOffPanel({ column: first, people, onClose }: TimeOffPanelProps) {
  const { board: words, disruptions } = useWords()
  const [column, setColumn] = useState(first)
  const { provider, location, date, off } = column
  const [isWholeDays, setWholeDays] = useState(true)
  const [from, setFrom] = useState({ date, time: "09:00" })
  /** The end; of whole days the last one. */
  const [until, setUntil] = useState({ date, time: "17:00" })
  const [given, setGiven] = useState<number | null>(null)
  const [reason, setReason] = useState("")
  const give = useWrite({
    mutationFn: () =>
      api.addTimeOff({
        id: provider.id,
        start: instantAt(location.timezone, from.date, isWholeDays ? "00:00" : from.time),
        end: isWholeDays
          ? instantAt(location.timezone, addDays(until.date, 1), "00:00")
          : instantAt(location.timezone, until.date, until.time),
        reason: reason.trim() === "" ? null : reason,
      }),
    onSuccess: ({ id }) => {
      notify({ text: words.timeOffGiven({ provider: provider.name }), undo: () => takeBack.run(id) })
      setGiven(id)
      return readBoardsAgain()
    },
  })
  const takeBack = useWrite({
    mutationFn: (timeOffId: number) => api.removeTimeOff({ id: provider.id, timeOffId }),
    onSuccess: () => {
      notify({ text: words.timeOffTakenBack })
      setGiven(null)
      return readBoardsAgain()
    },
  })
  const at = (minute: number) => `${dateAt(location, minute)}, ${timeAt(location, minute)}`
  return (
    <Panel title={words.timeOffOf({ provider: provider.name })} note={location.name} onClose={onClose}>
      {off.length > 0 && (
        <ul class="rows">
          {off.map(({ id, start, end, reason: why }) => (
            <li key={id}>
              <div>
                <strong>{why ?? words.timeOff}</strong>
                <p class="hint">{words.fromTo({ from: at(start), to: at(end) })}</p>
              </div>
              <button
                type="button"
                class="button"
                disabled={takeBack.isRunning}
                onClick={() => takeBack.run(id)}
              >
                {words.takeBack}
              </button>
            </li>
          ))}
        </ul>
      )}
      {given !== null && <MetAppointments of={{ time_off_id: given }} />}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          give.run(undefined)
        }}
      >
        <h3>{words.giveTimeOff}</h3>
        {people.length > 1 && (
          <PersonField
            column={column}
            people={people}
            onChoose={(chosen) => {
              setColumn(chosen)
              setGiven(null)
            }}
          />
        )}
        <CheckField label={words.wholeDays} checked={isWholeDays} onChange={setWholeDays} />
        <div class="pair-fields">
          <TextField
            label={words.fromDate}
            type="date"
            required
            value={from.date}
            onInput={(value) => setFrom({ ...from, date: value })}
          />
          {!isWholeDays && (
            <TextField
              label={words.fromTime}
              type="time"
              required
              value={from.time}
              onInput={(value) => setFrom({ ...from, time: value })}
            />
          )}
          <TextField
            label={words.untilDate}
            type="date"
            required
            value={until.date}
            onInput={(value) => setUntil({ ...until, date: value })}
          />
          {!isWholeDays && (
            <TextField
              label={words.untilTime}
              type="time"
              required
              value={until.time}
              onInput={(value) => setUntil({ ...until, time: value })}
            />
          )}
        </div>
        <TextField label={words.reason} value={reason} onInput={setReason} maxLength={500} />
        <p class="hint">{words.appointmentsStay}</p>
        <Refused error={give.failure ?? takeBack.failure} />
        <button type="submit" class="button primary" disabled={give.isRunning}>
          {words.giveTimeOff}
        </button>
        {given === null && (
          <a
            class="button"
            href={hrefOf(`/disruptions/new?of=p${provider.id}&date=${from.date}&until=${until.date}`)}
          >
            {disruptions.otherTimesOf({ name: provider.name })}
          </a>
        )}
      </form>
    </Panel>
  )
}

interface PersonFieldProps {
  column: Column
  people: readonly Column[]
  onChoose(column: Column): void
}

/** The person whose time off it is. A provider who works at two locations that day is named once: the time off holds at both. */
function PersonField({ column, people, onChoose }: PersonFieldProps) {
  const words = useWords().board
  const once = people.filter(
    ({ provider }, at) => people.findIndex((each) => each.provider.id === provider.id) === at,
  )
  return (
    <Field label={words.provider}>
      {(attributes) => (
        <select
          class="input"
          data-autofocus
          {...attributes}
          value={column.provider.id}
          onChange={({ currentTarget }) => onChoose(once[currentTarget.selectedIndex]!)}
        >
          {once.map(({ provider }) => (
            <option key={provider.id} value={provider.id}>
              {provider.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
