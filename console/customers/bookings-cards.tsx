/** A customer's bookings, and the requests that they were sent. */
import { useRef, useState } from "preact/hooks"
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { CancelQuestion } from "../board/appointment-question.tsx"
import { huesOf } from "../board/board-data.ts"
import { appointmentFormats, localDate, shortDay } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { Segments } from "../parts/segments.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { StateTag } from "../requests/state-tag.tsx"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import { type Appointment, appointmentsOf, customerOf, requestsOf } from "./customer-data.ts"
import { MoveHere } from "./move-here.tsx"

export function AppointmentsCard({ customerId }: { customerId: number }) {
  const words = useWords().customers
  const { data, error, refetch } = useQuery(appointmentsOf(customerId))
  const [isPast, setPast] = useState(false)
  const now = new Date().toISOString()
  const ahead = data?.filter(({ end_time, status }) => end_time > now && status === "scheduled") ?? []
  const past = data?.filter((one) => !ahead.includes(one)).reverse() ?? []
  const shown = isPast ? past : ahead
  return (
    <section class="card table" aria-labelledby="appointments">
      <header>
        <h2 id="appointments">{words.appointments}</h2>
        <Segments
          legend={words.appointments}
          choices={[
            [false, `${words.ahead} ${ahead.length}`],
            [true, `${words.before} ${past.length}`],
          ]}
          chosen={isPast}
          onChoose={setPast}
        />
      </header>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading rows={3} />
      ) : shown.length === 0 ? (
        <p class="content hint">{isPast ? words.nothingBefore : words.nothingAhead}</p>
      ) : (
        <Table appointments={shown} />
      )}
    </section>
  )
}

type Opened = { id: number; does: "move" | "cancel" } | null

function Table({ appointments }: { appointments: readonly Appointment[] }) {
  const { customers: words, board } = useWords()
  const { data: types } = useQuery(allTypes)
  const [opened, setOpened] = useState<Opened>(null)
  const hues = huesOf(types ?? [])
  const table = useRef<HTMLTableElement>(null)
  const close = (id: number) => {
    setOpened(null)
    // Back to what opened it, or to the table once the row is gone.
    const back = table.current?.querySelector<HTMLElement>(`[data-opens="${id}"]`)
    ;(back ?? document.querySelector<HTMLElement>("#content"))?.focus({ preventScroll: true })
  }
  return (
    <table ref={table} class="stacks">
      <thead>
        <tr>
          <th>{board.when}</th>
          <th>{board.what}</th>
          <th class="far">{board.who}</th>
          <th>{words.state}</th>
        </tr>
      </thead>
      <tbody>
        {appointments.map((appointment) => (
          <AppointmentRows
            key={appointment.id}
            appointment={appointment}
            hue={hues.get(appointment.appointment_type.id) ?? 0}
            opened={opened?.id === appointment.id ? opened.does : null}
            onOpen={(does) => setOpened({ id: appointment.id, does })}
            onClose={() => close(appointment.id)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface AppointmentRowsProps {
  appointment: Appointment
  hue: number
  opened: "move" | "cancel" | null
  onOpen(does: "move" | "cancel"): void
  onClose(): void
}

/** The row, and below it what is open. */
function AppointmentRows({ appointment, hue, opened, onOpen, onClose }: AppointmentRowsProps) {
  const { customers: words, board, series } = useWords()
  const { id, start_time, timezone, status, appointment_type, provider, blocks, notes, series_id } =
    appointment
  const moment = appointmentFormats(timezone).moment(start_time)
  const opener = (does: "move" | "cancel", name: string) => (
    <button
      type="button"
      class={does === "move" ? "button" : "button plain danger"}
      {...(does === "move" ? { "data-opens": id } : {})}
      aria-expanded={opened === does}
      aria-label={`${name}, ${moment}`}
      onClick={() => (opened === does ? onClose() : onOpen(does))}
    >
      {name}
    </button>
  )
  return (
    <>
      <tr>
        <td class="subject">
          <a class="opens" href={hrefOf(`/?date=${localDate(start_time, timezone)}&appointment=${id}`)}>
            <strong>{moment}</strong>
          </a>{" "}
          {blocks.length > 1 && <span class="hint">{words.days({ count: blocks.length })}</span>}
          {series_id !== undefined && <span class="hint">{series.repeats}</span>}
        </td>
        <td>
          <span class="dot" style={{ "--hue": hue }} /> {appointment_type.name}
          {notes !== null && <p class="notes hint">{notes}</p>}
        </td>
        <td class="far">{provider.name}</td>
        <td class="outcome">
          <span class={status === "completed" ? "tag ok" : status === "no_show" ? "tag bad" : "tag"}>
            {board.states[status]}
          </span>{" "}
          {status === "scheduled" && (
            <span class="row acts">
              {opener("move", opened === "move" ? words.movingHere : board.move)}
              {opener("cancel", board.cancel)}
            </span>
          )}
        </td>
      </tr>
      {opened && (
        <tr class="opened">
          <td colSpan={4}>
            {opened === "move" ? (
              <MoveHere appointment={appointment} onClose={onClose} />
            ) : (
              <CancelHere appointment={appointment} onClose={onClose} />
            )}
          </td>
        </tr>
      )}
    </>
  )
}

function CancelHere({ appointment, onClose }: { appointment: Appointment; onClose(): void }) {
  const words = useWords().board
  const { data: customer } = useQuery(customerOf(appointment.customer_id))
  const name = customer?.name ?? words.appointment
  return (
    <section
      class="in-place"
      aria-label={words.cancelQuestion}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return
        event.stopPropagation()
        onClose()
      }}
    >
      <CancelQuestion appointment={appointment} name={name} isAtOnce onClose={onClose} />
    </section>
  )
}

export function RequestsCard({ customerId, onAsk }: { customerId: number; onAsk(): void }) {
  const { customers: words, requests } = useWords()
  const { data, error, refetch } = useQuery(requestsOf(customerId))
  const { data: types } = useQuery(allTypes)
  return (
    <section class="card" aria-labelledby="requests">
      <header>
        <h2 id="requests">{requests.title}</h2>
        <button type="button" class="button" onClick={onAsk}>
          <Icon name="plus" small /> {words.ask}
        </button>
      </header>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading rows={2} />
      ) : data.data.length === 0 ? (
        <p class="content hint">{words.nothingAsked}</p>
      ) : (
        <ul class="rows">
          {data.data.map(({ id, appointment_type_id, latest_date, status }) => (
            <li key={id}>
              <div>
                <a class="opens" href={hrefOf(`/requests/${id}`)}>
                  <strong>{types?.find((type) => type.id === appointment_type_id)?.name ?? `#${id}`}</strong>
                </a>
                <p class="hint">{requests.bookBy({ date: shortDay(latest_date) })}</p>
              </div>
              <StateTag status={status} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
