/** A day of a person or a place on paper: when, who, where, and what must be known. Only the sheet itself is printed. */
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { type Board, boardOf } from "../board/board-data.ts"
import { duration } from "../board/board-formats.ts"
import { asTitle, formatsOf, localDate, longDay, shownPhone } from "../formats.ts"
import { Field, TextField } from "../parts/field.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { goWithQuery } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import {
  type ClassEntry,
  driveTo,
  isClass,
  type SheetEntry,
  stretchOn,
  type VisitEntry,
  visitsOf,
} from "./sheet-data.ts"

export default function DaySheetScreen({ query }: ScreenProps) {
  const { board: words, shell } = useWords()
  const { company } = useSession()
  const date = query.get("date") ?? localDate(Date.now(), company.timezone)
  const board = useQuery(boardOf(date, 1))
  const providerId = Number(query.get("provider")) || null
  // Without a person it is a place's day: the first one until another is chosen.
  const locationId =
    Number(query.get("location")) || (providerId === null ? (board.data?.locations[0]?.id ?? null) : null)
  const visits = useQuery(visitsOf(board.data, { date, providerId, locationId }))
  const error = board.error ?? visits.error
  const whose = [
    board.data?.providers.find(({ id }) => id === providerId)?.name,
    board.data?.locations.find(({ id }) => id === locationId)?.name,
  ]
    .filter(Boolean)
    .join(", ")
  const print = () => window.print()
  useKeys([{ key: "p", does: words.print, run: print }])
  return (
    <Page
      title={words.daySheet}
      lead={<BackLink to={`/?date=${date}`} name={shell.rail.board} />}
      tools={
        <button type="button" class="button primary" disabled={!visits.data} onClick={print}>
          {words.print}
        </button>
      }
    >
      <div class="pair-fields three not-printed">
        <TextField
          label={words.dayOfBooking}
          type="date"
          value={date}
          onInput={(wanted) => wanted && goWithQuery({ date: wanted })}
        />
        <Choice
          label={words.provider}
          all={words.allProviders}
          chosen={providerId}
          from={board.data?.providers ?? []}
          onChoose={(provider) => goWithQuery({ provider, location: null })}
        />
        <Choice
          label={words.location}
          all={words.allLocations}
          chosen={locationId}
          from={board.data?.locations ?? []}
          onChoose={(location) => goWithQuery({ location })}
        />
      </div>
      {error && !visits.data ? (
        <Failed error={error} retry={board.error ? board.refetch : visits.refetch} />
      ) : !visits.data ? (
        <Loading rows={6} />
      ) : (
        <Sheet board={board.data!} {...{ date, whose, providerId }} visits={visits.data} />
      )}
    </Page>
  )
}

interface ChoiceProps {
  label: string
  all: string
  chosen: number | null
  from: readonly { id: number; name: string }[]
  onChoose(id: string | null): void
}

function Choice({ label, all, chosen, from, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      {(attributes) => (
        <select
          class="input"
          {...attributes}
          value={chosen ?? ""}
          onChange={(event) => onChoose(event.currentTarget.value || null)}
        >
          <option value="">{all}</option>
          {from.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface SheetProps {
  board: Board
  date: string
  whose: string
  providerId: number | null
  visits: readonly SheetEntry[]
}

function Sheet({ board, date, whose, providerId, visits }: SheetProps) {
  const { board: words, classes } = useWords()
  const classCount = visits.filter(isClass).length
  const counts = [
    words.appointments({ count: visits.length - classCount }),
    ...(classCount > 0 ? [classes.count({ count: classCount })] : []),
  ]
  return (
    <article class="sheet" aria-label={words.daySheet}>
      <header>
        <h2>{asTitle(longDay(date))}</h2>
        <p>{[whose, ...counts].join(", ")}</p>
      </header>
      <ol>
        {visits.map((visit) =>
          isClass(visit) ? (
            <ClassOnSheet key={`class ${visit.session.id}`} {...visit} />
          ) : (
            <VisitOnSheet
              key={visit.appointment.id}
              visit={visit}
              date={date}
              drive={driveTo(board, visit, providerId)}
            />
          ),
        )}
      </ol>
    </article>
  )
}

/** A class with a box to tick for each who comes. */
function ClassOnSheet({ session }: ClassEntry) {
  const words = useWords().classes
  const { appointment_type, provider, providers = [provider], location, resources = [], timezone } = session
  const { attendees = [], seats, seats_taken: taken } = session
  const formats = formatsOf(timezone)
  return (
    <li>
      <p class="sheet-time">{formats.span(session)}</p>
      <div>
        <p>
          <strong>{appointment_type.name}</strong>, {providers.map(({ name }) => name).join(", ")}
        </p>
        <p>{[location.name, ...resources.map(({ name }) => name)].join(", ")}</p>
        <p>{taken === 0 ? words.nobodyYet : words.taken({ taken, seats })}</p>
        <ul class="sheet-door">
          {attendees.map(({ appointment_id, customer, seats: own, notes }) => (
            <li key={appointment_id}>
              <p>
                <strong>{customer.name}</strong>
                {customer.phone && `, ${shownPhone(customer.phone)}`}
                {own > 1 && ` · ${words.seats({ count: own })}`}
              </p>
              {customer.warning && <p class="sheet-warning">⚠ {customer.warning}</p>}
              {notes && <p class="notes">{notes}</p>}
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}

/** `drive`: the minutes on the road before it. */
function VisitOnSheet({ visit, date, drive }: { visit: VisitEntry; date: string; drive: number | null }) {
  const { board: words, customers } = useWords()
  const { data: types } = useQuery(allTypes)
  const { appointment, customer } = visit
  const { address, location, provider, providers, timezone, notes, appointment_type } = appointment
  const formats = formatsOf(timezone)
  const promise = appointment.narrowed_window ?? appointment.window
  const isElsewhere = types?.find(({ id }) => id === appointment_type.id)?.place === "at_customer"
  return (
    <li>
      <div class="sheet-time">
        <p>{formats.span(stretchOn(visit, date))}</p>
        {promise && (
          <p class="hint">
            {words.promised({ from: formats.time(promise.start_time), to: formats.time(promise.end_time) })}
          </p>
        )}
        {drive !== null && <p class="hint">{words.afterDriving({ driving: duration(drive) })}</p>}
      </div>
      <div>
        <p>
          <strong>{customer.name}</strong>
          {customer.phone && `, ${shownPhone(customer.phone)}`}
        </p>
        {customer.warning && (
          <p class="sheet-warning">
            ⚠ <strong>{customer.warning}</strong>
          </p>
        )}
        <p>
          {appointment_type.name}, {(providers ?? [provider]).map(({ name }) => name).join(" + ")}
        </p>
        <p>
          {address
            ? [address.line1, address.line2, `${address.city}, ${address.state} ${address.postal_code}`]
                .filter(Boolean)
                .join(", ")
            : isElsewhere
              ? customers.unknown
              : location.name}
        </p>
        {[customer.notes, notes].map(
          (text, at) =>
            text && (
              <p key={at === 0 ? "customer" : "visit"} class="notes">
                {words.notes}: {text}
              </p>
            ),
        )}
      </div>
    </li>
  )
}
