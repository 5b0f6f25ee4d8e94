/** One appointment: who, what, when and where, and what can be done with it. */

import { useState } from "preact/hooks"
import type { Answer } from "../api/client.ts"
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { customerOf } from "../customers/customer-data.ts"
import { appointmentFormats, shownPhone } from "../formats.ts"
import { Panel } from "../parts/panel.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { Warned } from "../parts/warned.tsx"
import { AnswerButtons } from "../requests/answer-buttons.tsx"
import { hrefOf } from "../router.ts"
import { GroupFacts } from "../series/group-facts.tsx"
import { SeriesFacts } from "../series/series-facts.tsx"
import { useWords } from "../words/words.ts"
import { Answers } from "./answers.tsx"
import { AppointmentActions, useMarks } from "./appointment-actions.tsx"
import { CancelQuestion, RestoreQuestion } from "./appointment-question.tsx"
import { Attendance } from "./attendance.tsx"
import { appointmentOf, isLeaving } from "./board-data.ts"
import { Notes } from "./notes.tsx"
import { OnTheWayFacts, PlannedFacts } from "./planned-facts.tsx"
import { StepFacts } from "./step-facts.tsx"
import { SwapChoice } from "./swap-row.tsx"
import type { Swapped } from "./swapping.ts"
import { TakenResources } from "./taken-resources.tsx"
import { WhoComes } from "./who-comes.tsx"

type Appointment = Answer<"readAppointment">
type Customer = Answer<"readCustomer">

interface AppointmentPanelProps {
  id: number
  onClose(): void
  /** Begins a move by keyboard; left out where the board shows no day. */
  onMove?: (() => void) | undefined
  /** The visit on the board, and those with which it can change places. */
  swap?: { own: Swapped; others: readonly Swapped[] } | undefined
}

export function AppointmentPanel({ id, onClose, onMove, swap }: AppointmentPanelProps) {
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
  return <AppointmentDetails {...{ appointment, customer, onClose, onMove, swap }} />
}

const tagOf = {
  scheduled: "tag",
  completed: "tag ok",
  no_show: "tag bad",
  cancelled: "tag",
  pending: "tag warn",
} as const

interface AppointmentDetailsProps extends Omit<AppointmentPanelProps, "id"> {
  appointment: Appointment
  customer: Customer | undefined
}

function AppointmentDetails({ appointment, customer, onClose, onMove, swap }: AppointmentDetailsProps) {
  const { board: words, classes } = useWords()
  const [asked, setAsked] = useState<"cancel" | "restore" | "swap" | null>(null)
  const { id, status, timezone } = appointment
  const formats = appointmentFormats(timezone)
  const marks = useMarks(appointment)
  const isOpen = status === "scheduled"
  const { data: types = [] } = useQuery(allTypes)
  const isRemote = types.find((type) => type.id === appointment.appointment_type.id)?.place === "remote"
  const hasBegun = Date.parse(appointment.start_time) <= Date.now()
  const name = customer?.name ?? words.appointment
  const Question = asked === "cancel" ? CancelQuestion : RestoreQuestion
  return (
    <Panel
      title={customer ? <a href={hrefOf(`/customers/${customer.id}`)}>{customer.name}</a> : words.appointment}
      note={
        <span class={tagOf[status]}>{isLeaving(appointment) ? words.leaving : words.states[status]}</span>
      }
      onClose={onClose}
      actions={
        asked === null &&
        status !== "pending" && (
          <AppointmentActions
            {...{ appointment, marks, hasBegun, onMove, canSwap: swap !== undefined }}
            onAsk={setAsked}
          />
        )
      }
    >
      {customer?.warning && <Warned warning={customer.warning} />}
      <Refused error={marks.failure} />
      {isLeaving(appointment) && <p class="hint">{words.leavingNote}</p>}
      <dl class="facts">
        <dt>{words.when}</dt>
        <dd>
          {appointment.blocks.map((block) => (
            <p key={block.start_time}>{formats.block(block)}</p>
          ))}
        </dd>
        <PlannedFacts appointment={appointment} />
        <OnTheWayFacts key={`on the way ${id}`} appointment={appointment} />
        <dt>{words.what}</dt>
        <dd>
          {appointment.appointment_type.name}
          {appointment.duration_option && ` · ${appointment.duration_option.label}`}
          {appointment.seats && ` · ${classes.seats({ count: appointment.seats })}`}
        </dd>
        <WhoComes key={`who ${id}`} appointment={appointment} hasBegun={hasBegun} />
        <StepFacts appointment={appointment} />
        <dt>{words.where}</dt>
        <dd>
          {appointment.address
            ? addressOf(appointment.address)
            : isRemote
              ? words.remote
              : appointment.location.name}
        </dd>
        <TakenResources appointment={appointment} hasBegun={hasBegun} />
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
          {words.bookingChannels[appointment.booked_by]}, {formats.moment(appointment.created_at)}
        </dd>
        {status === "pending" && appointment.answer_by && (
          <>
            <dt>{words.answerBy}</dt>
            <dd>{formats.moment(appointment.answer_by)}</dd>
          </>
        )}
        <SeriesFacts appointment={appointment} />
        <GroupFacts appointment={appointment} />
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
      <Answers key={`answers ${id}`} appointment={appointment} />
      <Notes key={`notes ${id}`} appointment={appointment} />
      {status === "pending" && <AnswerButtons pending={appointment} name={name} />}
      {asked === "swap" && swap && <SwapChoice {...swap} onClose={() => setAsked(null)} />}
      {(asked === "cancel" || asked === "restore") && (
        <Question {...{ appointment, name }} onClose={() => setAsked(null)} />
      )}
    </Panel>
  )
}

const addressOf = ({ line1, city, postal_code }: NonNullable<Appointment["address"]>) =>
  `${line1}, ${city} ${postal_code}`
