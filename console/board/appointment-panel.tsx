/** One appointment: who, what, when and where, and what can be done with it. */

import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { customerOf } from "../customers/customer-data.ts"
import { appointmentFormats, shownPhone } from "../formats.ts"
import { TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { Panel } from "../parts/panel.tsx"
import { PreviewOfTexts } from "../parts/preview.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { Warned } from "../parts/warned.tsx"
import { hrefOf } from "../router.ts"
import { useKeys } from "../shell/keys.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { Attendance } from "./attendance.tsx"
import { appointmentOf, readAppointmentAgain } from "./board-data.ts"
import { Notes } from "./notes.tsx"

type Appointment = Answer<"readAppointment">
type Customer = Answer<"readCustomer">

interface AppointmentPanelProps {
  id: number
  onClose(): void
  /** Begins a move by keyboard; left out where the board shows no day. */
  onMove?: (() => void) | undefined
}

export function AppointmentPanel({ id, onClose, onMove }: AppointmentPanelProps) {
  const words = useWords().board
  const { data: appointment, error, refetch } = useQuery(appointmentOf(id))
  const customerId = appointment?.customer_id
  const { data: customer } = useQuery({ ...customerOf(customerId!), enabled: customerId !== undefined })
  if (error && !appointment)
    return (
      <Panel title={words.appointment} onClose={onClose}>
        <Failed error={error} retry={refetch} />
      </Panel>
    )
  if (!appointment)
    return (
      <Panel title={words.appointment} onClose={onClose}>
        <Loading rows={5} />
      </Panel>
    )
  return <Shown appointment={appointment} customer={customer} onClose={onClose} onMove={onMove} />
}

const tagOf = { scheduled: "tag", completed: "tag ok", no_show: "tag bad", cancelled: "tag" } as const

interface ShownProps {
  appointment: Appointment
  customer: Customer | undefined
  onClose(): void
  onMove?: (() => void) | undefined
}

function Shown({ appointment, customer, onClose, onMove }: ShownProps) {
  const words = useWords().board
  const [isCancelling, setCancelling] = useState(false)
  const { id, status, version, timezone } = appointment
  const formats = appointmentFormats(timezone)
  const done = (text: string) => () => {
    setCancelling(false)
    notify({ text })
    return readAppointmentAgain(id)
  }
  // Another user may have changed the appointment first, so it is read again after a refusal.
  const onError = () => readAppointmentAgain(id)
  const close = (mark: "completeAppointment" | "markNoShow", text: string) => ({
    mutationFn: () => api[mark]({ id, if_version: version }),
    onSuccess: done(text),
    onError,
  })
  const complete = useWrite(close("completeAppointment", words.completed))
  const miss = useWrite(close("markNoShow", words.missed))
  const isOpen = status === "scheduled"
  useKeys(isOpen && onMove ? [{ key: "m", does: words.move, run: onMove }] : [])
  const hasBegun = Date.parse(appointment.start_time) <= Date.now()
  return (
    <Panel
      title={customer ? <a href={hrefOf(`/customers/${customer.id}`)}>{customer.name}</a> : words.appointment}
      note={<span class={tagOf[status]}>{words.states[status]}</span>}
      onClose={onClose}
      actions={
        isOpen &&
        !isCancelling && (
          <>
            {onMove && (
              <button type="button" class="button primary" onClick={onMove}>
                {words.move} <KeyCap of="M" />
              </button>
            )}
            {hasBegun && (
              <>
                <button
                  type="button"
                  class="button"
                  disabled={complete.isRunning}
                  onClick={() => complete.run(undefined)}
                >
                  <Icon name="check" small /> {words.complete}
                </button>
                <button
                  type="button"
                  class="button"
                  disabled={miss.isRunning}
                  onClick={() => miss.run(undefined)}
                >
                  {words.states.no_show}
                </button>
              </>
            )}
            <button type="button" class="button danger" onClick={() => setCancelling(true)}>
              {words.cancel}
            </button>
          </>
        )
      }
    >
      {customer?.warning && <Warned warning={customer.warning} />}
      <Refused error={complete.failure ?? miss.failure} />
      <dl class="facts">
        <dt>{words.when}</dt>
        <dd>
          {appointment.blocks.map((block) => (
            <p key={block.start_time}>{formats.block(block)}</p>
          ))}
        </dd>
        <dt>{words.what}</dt>
        <dd>
          {appointment.appointment_type.name}
          {appointment.duration_option && ` · ${appointment.duration_option.label}`}
        </dd>
        <dt>{words.who}</dt>
        <dd>{appointment.provider.name}</dd>
        <dt>{words.where}</dt>
        <dd>{appointment.address ? addressOf(appointment.address) : appointment.location.name}</dd>
        {customer?.phone && (
          <>
            <dt>{words.phone}</dt>
            <dd>
              <a href={`tel:${customer.phone}`}>{shownPhone(customer.phone)}</a>
            </dd>
          </>
        )}
        {customer?.email && (
          <>
            <dt>{words.email}</dt>
            <dd>
              <a href={`mailto:${customer.email}`}>{customer.email}</a>
            </dd>
          </>
        )}
        <dt>{words.bookedBy}</dt>
        <dd>
          {words.ways[appointment.booked_by]}, {formats.moment(appointment.created_at)}
        </dd>
        <Attendance key={`attendance ${id}`} appointment={appointment} hasBegun={hasBegun} />
        {appointment.cancelled_at && (
          <>
            <dt>{words.states.cancelled}</dt>
            <dd>
              {formats.moment(appointment.cancelled_at)}
              {appointment.cancel_reason && `: ${appointment.cancel_reason}`}
            </dd>
          </>
        )}
      </dl>
      {isOpen && hasBegun && <p class="hint">{words.closingTellsNobody}</p>}
      <Notes key={`notes ${id}`} appointment={appointment} />
      {isOpen && isCancelling && (
        <CancelForm
          appointment={appointment}
          onKeep={() => setCancelling(false)}
          onDone={done(words.cancelledNow)}
        />
      )}
    </Panel>
  )
}

const addressOf = ({ line1, city, postal_code }: NonNullable<Appointment["address"]>) =>
  `${line1}, ${city} ${postal_code}`

interface CancelFormProps {
  appointment: Appointment
  onKeep(): void
  onDone(): Promise<void>
}

export function CancelForm({ appointment, onKeep, onDone }: CancelFormProps) {
  const words = useWords().board
  const { id, version, scheduling_request_id, timezone } = appointment
  const [reason, setReason] = useState("")
  const preview = useQuery({
    queryKey: ["preview", "cancel", id, version] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.previewCancel({ id, if_version: version }, { signal }),
  })
  const cancel = useWrite({
    mutationFn: () =>
      api.cancelAppointment({ id, if_version: version, reason: reason.trim() === "" ? null : reason }),
    onSuccess: onDone,
    onError: () => readAppointmentAgain(id),
  })
  const form = useRef<HTMLFormElement>(null)
  // The focus moves to the panel: the button that had it is removed, and Escape works only while the focus is inside.
  useLayoutEffect(() => {
    const own = form.current!
    const panel = own.closest<HTMLElement>(".panel")
    own.querySelector("input")!.focus()
    return () => {
      if (own.contains(document.activeElement)) panel?.focus()
    }
  }, [])
  return (
    <form
      ref={form}
      class="question"
      onSubmit={(event) => {
        event.preventDefault()
        cancel.run(undefined)
      }}
    >
      <h3>{words.cancelQuestion}</h3>
      <p class="hint">{scheduling_request_id === null ? words.cancelMeaning : words.cancelReopens}</p>
      <PreviewOfTexts read={preview} timeZone={timezone} />
      <TextField label={words.reason} value={reason} onInput={setReason} maxLength={500} />
      <Refused error={cancel.failure} />
      <div class="row">
        <button type="submit" class="button danger" disabled={cancel.isRunning}>
          {words.confirmCancel}
        </button>
        <button type="button" class="button" onClick={onKeep}>
          {words.keep}
        </button>
      </div>
    </form>
  )
}
