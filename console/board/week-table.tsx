/** A week of all providers: who works when, how full each day is, and what is on it. */
import { hrefOf } from "../router.ts"
import { lettersWork } from "../shell/letters.ts"
import { useWords } from "../words/words.ts"
import { type AppointmentType, type Board, isLeaving } from "./board-data.ts"
import { dateAt, duration, shortTimeAt, timeAt } from "./board-formats.ts"
import { type Card, type Column, type Filters, weekRows } from "./columns.ts"

interface WeekTableProps {
  board: Board
  types: ReadonlyMap<number, AppointmentType>
  hues: ReadonlyMap<number, number>
  filters: Filters
  now: number
  /** `M` on an appointment: it is moved on the day board. */
  onMove(appointmentId: number, date: string): void
}

export function WeekTable({ board, types, hues, filters, now, onMove }: WeekTableProps) {
  const words = useWords().board
  const dates = board.locations[0]?.days.map(({ date }) => date) ?? []
  const rows = weekRows(board, filters)
  const heads = dates.flatMap((date) => rows[0]?.days.find((day) => day.date === date) ?? [])
  return (
    <div
      class="week"
      role="group"
      aria-label={words.week}
      onKeyDown={(event) => {
        const chip = (event.target as Element).closest<HTMLElement>("[data-appointment]")
        if (event.key.toLowerCase() !== "m" || !chip || !lettersWork()) return
        if (event.ctrlKey || event.metaKey || event.altKey) return
        event.stopPropagation()
        onMove(Number(chip.dataset.appointment), chip.dataset.date!)
      }}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{words.provider}</th>
            {heads.map((day) => (
              <th
                key={day.date}
                scope="col"
                aria-current={now >= day.day[0] && now < day.day[1] ? "date" : undefined}
              >
                <a href={hrefOf(`/?date=${day.date}`)}>{dateAt(day.location, day.day[0])}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ provider, days }) => (
            <tr key={provider.id}>
              <th scope="row">
                <a href={hrefOf(`/?view=week&provider=${provider.id}`)}>{provider.name}</a>
              </th>
              {dates.map((date) => {
                const columns = days.filter((day) => day.date === date)
                const isClosed = columns.every(({ open }) => open.length === 0)
                return (
                  <td key={date} class={isClosed ? "closed" : ""}>
                    {columns.map((day) => (
                      <Day key={day.key} day={day} types={types} hues={hues} isNamed={columns.length > 1} />
                    ))}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayProps {
  day: Column
  types: ReadonlyMap<number, AppointmentType>
  hues: ReadonlyMap<number, number>
  /** The provider is at several places on the date. */
  isNamed: boolean
}

function Day({ day, types, hues, isNamed }: DayProps) {
  const words = useWords().board
  const { open, openMinutes, takenMinutes, location } = day
  const free = openMinutes - takenMinutes
  const cards = day.cards.filter(({ appointment }) => appointment.status !== "cancelled")
  return (
    <>
      <small>
        {isNamed && `${location.name} · `}
        {open.length === 0
          ? words.closed
          : openMinutes === 0
            ? words.away
            : free <= 0
              ? words.full
              : words.free({ time: duration(free) })}
      </small>
      <ol>
        {day.sessions.map(({ session, start, end }) => (
          <li key={`session ${session.id}`}>
            <a
              class="chip"
              href={hrefOf(`/?date=${day.date}&session=${session.id}`)}
              style={{ "--hue": hues.get(session.appointment_type.id) ?? 258 }}
            >
              <span aria-hidden="true">{shortTimeAt(location, start)}</span>{" "}
              {words.sessionSeats({
                ...{ name: session.appointment_type.name, taken: session.seats_taken, seats: session.seats },
              })}
              <span class="said">
                , {words.fromTo({ from: timeAt(location, start), to: timeAt(location, end) })}
              </span>
            </a>
          </li>
        ))}
        {cards.map((card) => (
          <li key={`${card.appointment.id} ${card.start}`}>
            <a
              class="chip"
              data-appointment={card.appointment.id}
              data-date={day.date}
              href={hrefOf(`/?date=${day.date}&appointment=${card.appointment.id}`)}
              style={{ "--hue": hues.get(card.appointment.appointment_type_id) ?? 258 }}
            >
              <span aria-hidden="true">{shortTimeAt(location, card.start)}</span>{" "}
              {card.appointment.customer.name}
              <span class="said">, {spokenOf(card, day, types, words)}</span>
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}

function spokenOf(
  { appointment, start, end }: Card,
  { location }: Column,
  types: ReadonlyMap<number, AppointmentType>,
  words: ReturnType<typeof useWords>["board"],
): string {
  return [
    types.get(appointment.appointment_type_id)?.name,
    words.fromTo({ from: timeAt(location, start), to: timeAt(location, end) }),
    isLeaving(appointment) ? words.leaving : words.states[appointment.status],
  ]
    .filter(Boolean)
    .join(", ")
}
