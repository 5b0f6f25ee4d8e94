/** One session of a class: when, where and with whom, who comes, what can be done with it, and its cancel, which is asked about. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { appointmentFormats, shownPhone } from "../formats.ts"
import { CheckField, TextField } from "../parts/field.tsx"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { Panel } from "../parts/panel.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { Warned } from "../parts/warned.tsx"
import { useKeys } from "../shell/keys.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { FullClass, WhoWaits } from "./full-class.tsx"
import { OutsideHours } from "./outside-hours.tsx"
import { AddSeat, CancelSeat, MoveSeat, useQuestionFocus } from "./seat-forms.tsx"
import { type Attendee, readSessionAgain, type Session, sessionOf } from "./session-data.ts"
import { everyChannel } from "./session-draft.ts"

interface SessionPanelProps {
  id: number
  /** Shows the appointment of one who comes. */
  onOpen(appointmentId: number): void
  /** Asks for another time, other people or rooms. */
  onChange(): void
  onClose(): void
}

/** The panel's question. */
type Asked = { kind: "add" } | { kind: "cancel" } | { kind: "move seat" | "cancel seat"; attendee: Attendee }

export function SessionPanel({ id, onOpen, onChange, onClose }: SessionPanelProps) {
  const { board, classes: words } = useWords()
  const { data: session, error, refetch } = useQuery(sessionOf(id))
  const [asked, setAsked] = useState<Asked | null>(null)
  const canAdd =
    session?.status === "scheduled" && Date.parse(session.start_time) > Date.now() && asked === null
  useKeys(canAdd ? [{ key: "a", does: words.add, run: () => setAsked({ kind: "add" }) }] : [])
  if (!session)
    return (
      <Panel title={words.session} onClose={onClose}>
        {error ? <Failed error={error} retry={refetch} /> : <Loading rows={5} />}
      </Panel>
    )
  const { status, seats, seats_taken: taken } = session
  const isToCome = status === "scheduled" && Date.parse(session.start_time) > Date.now()
  const hasBegun = status === "scheduled" && !isToCome
  return (
    <Panel
      title={session.appointment_type.name}
      note={status === "cancelled" ? board.states.cancelled : words.taken({ taken, seats })}
      onClose={onClose}
      actions={
        isToCome &&
        asked === null && (
          <>
            <button
              type="button"
              class="button primary"
              {...pressedBy("a")}
              onClick={() => setAsked({ kind: "add" })}
            >
              {words.add} <KeyCap of="A" />
            </button>
            <button type="button" class="button" onClick={onChange}>
              {words.change}
            </button>
            <button type="button" class="button danger" onClick={() => setAsked({ kind: "cancel" })}>
              {words.cancel}
            </button>
          </>
        )
      }
    >
      <Facts session={session} />
      <OutsideHours
        providerId={session.provider.id}
        locationId={session.location.id}
        timezone={session.timezone}
        start={session.start_time}
        end={session.end_time}
      />
      {asked && <Question {...{ asked, session }} onClose={() => setAsked(null)} />}
      <WhoComes
        attendees={session.attendees ?? []}
        onOpen={onOpen}
        onAsk={isToCome && asked === null ? setAsked : undefined}
        onMarked={hasBegun ? () => readSessionAgain(id) : undefined}
      />
      {isToCome && <WhoWaits session={session} />}
    </Panel>
  )
}

interface QuestionProps {
  asked: Asked
  session: Session
  onClose(): void
}

function Question({ asked, session, onClose }: QuestionProps) {
  if (asked.kind === "cancel") return <CancelSession {...{ session, onClose }} />
  if (asked.kind === "add")
    return session.seats_left > 0 ? (
      <AddSeat {...{ session, onClose }} />
    ) : (
      <FullClass {...{ session, onClose }} />
    )
  const { attendee } = asked
  if (asked.kind === "move seat") return <MoveSeat {...{ session, attendee, onClose }} />
  return <CancelSeat {...{ session, attendee, onClose }} />
}

function Facts({ session }: { session: Session }) {
  const words = useWords().board
  const { provider, providers = [provider], location, resources = [], timezone } = session
  return (
    <dl class="facts">
      <dt>{words.when}</dt>
      <dd>{appointmentFormats(timezone).block(session)}</dd>
      <dt>{words.who}</dt>
      <dd>{providers.map(({ name }) => name).join(", ")}</dd>
      <dt>{words.where}</dt>
      <dd>{location.name}</dd>
      {resources.length > 0 && (
        <>
          <dt>{words.takenThings}</dt>
          <dd>{resources.map(({ name }) => name).join(", ")}</dd>
        </>
      )}
      {session.cancel_reason && (
        <>
          <dt>{words.states.cancelled}</dt>
          <dd>{session.cancel_reason}</dd>
        </>
      )}
    </dl>
  )
}

interface WhoComesProps extends Pick<SessionPanelProps, "onOpen"> {
  attendees: readonly Attendee[]
  /** Left out where nothing can be changed. */
  onAsk?: ((asked: Asked) => void) | undefined
  /** Once it has begun: what was marked is read again. */
  onMarked?: (() => Promise<unknown>) | undefined
}

function WhoComes({ attendees, onOpen, onAsk, onMarked }: WhoComesProps) {
  const words = useWords().classes
  const unmarked = attendees.filter(({ status }) => status === "scheduled")
  const readAgain = async () => onMarked?.()
  const allCame = useWrite({
    mutationFn: async () => {
      for (const { appointment_id } of unmarked) await api.completeAppointment({ id: appointment_id })
    },
    onSuccess: readAgain,
    onError: readAgain,
  })
  return (
    <section class="stack">
      <div class="row spread">
        <h3>{words.whoComes}</h3>
        {onMarked && unmarked.length > 1 && (
          <button
            type="button"
            class="button"
            disabled={allCame.isRunning}
            onClick={() => allCame.run(undefined)}
          >
            {words.allCame}
          </button>
        )}
      </div>
      <Refused error={allCame.failure} />
      {attendees.length === 0 ? (
        <p class="hint">{words.nobodyYet}</p>
      ) : (
        <ul class="rows">
          {attendees.map((attendee) => (
            <Coming key={attendee.appointment_id} {...{ attendee, onOpen, onAsk, onMarked }} />
          ))}
        </ul>
      )}
    </section>
  )
}

type ComingProps = Omit<WhoComesProps, "attendees"> & { attendee: Attendee }

function Coming({ attendee, onOpen, onAsk, onMarked }: ComingProps) {
  const { board, classes: words } = useWords()
  const { appointment_id, customer, seats, status, attendance } = attendee
  const said = [
    words.seats({ count: seats }),
    ...(status === "scheduled" ? [] : [board.states[status]]),
    ...(status === "scheduled" && attendance !== "unknown" ? [board.attendances[attendance]] : []),
  ]
  const button = (text: string, run: () => void) => (
    <button type="button" class="button" onClick={run}>
      {text}
      <span class="said"> {customer.name}</span>
    </button>
  )
  return (
    <li class="seated">
      <div>
        <strong>{customer.name}</strong>
        <p class="hint">
          {said.join(" · ")}
          {customer.phone && (
            <>
              {" · "}
              <a href={`tel:${customer.phone}`}>{shownPhone(customer.phone)}</a>
            </>
          )}
        </p>
        {customer.warning && <Warned warning={customer.warning} />}
      </div>
      <div class="row">
        {button(words.show, () => onOpen(appointment_id))}
        {onAsk && status === "scheduled" && (
          <>
            {button(board.move, () => onAsk({ kind: "move seat", attendee }))}
            {button(board.cancel, () => onAsk({ kind: "cancel seat", attendee }))}
          </>
        )}
        {onMarked && <Marks {...{ attendee, onMarked }} />}
      </div>
    </li>
  )
}

/** Marks attendance, once the class has begun: one press each, and another corrects it. */
function Marks({ attendee, onMarked }: { attendee: Attendee; onMarked(): Promise<unknown> }) {
  const words = useWords().classes
  const { appointment_id: id, customer, status } = attendee
  const marking = (mark: "completeAppointment" | "markNoShow") => ({
    mutationFn: () => api[mark]({ id }),
    onSuccess: onMarked,
    onError: onMarked,
  })
  const came = useWrite(marking("completeAppointment"))
  const missed = useWrite(marking("markNoShow"))
  const button = (text: string, of: "completed" | "no_show", { run, isRunning }: typeof came) => (
    <button
      type="button"
      class="button"
      aria-pressed={status === of}
      disabled={isRunning}
      onClick={() => status !== of && run(undefined)}
    >
      {text}
      <span class="said"> {customer.name}</span>
    </button>
  )
  return (
    <>
      {button(words.came, "completed", came)}
      {button(words.notCame, "no_show", missed)}
      <Refused error={came.failure ?? missed.failure} />
    </>
  )
}

function CancelSession({ session, onClose }: { session: Session; onClose(): void }) {
  const { board, classes: words } = useWords()
  const { id, version, attendees = [] } = session
  const [reason, setReason] = useState("")
  const [tells, setTells] = useState(true)
  const count = attendees.length
  const form = useQuestionFocus<HTMLFormElement>()
  const cancel = useWrite({
    mutationFn: () =>
      api.cancelClassSession({
        id,
        if_version: version,
        ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
        ...(count === 0 || tells ? {} : { silent_channels: everyChannel.join(",") }),
      }),
    onSuccess: () => {
      notify({ text: words.cancelled })
      onClose()
      return readSessionAgain(id)
    },
    onError: () => readSessionAgain(id),
  })
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
      <p class="hint">{count === 0 ? words.cancelTellsNobody : words.cancelTellsAll({ count })}</p>
      {count > 0 && <CheckField label={words.tellOfCancel} checked={tells} onChange={setTells} />}
      <TextField label={board.reason} value={reason} onInput={setReason} maxLength={500} />
      <Refused error={cancel.failure} />
      <div class="row">
        <button type="submit" class="button danger" disabled={cancel.isRunning}>
          {count > 0 && tells ? words.cancelAndTell : board.confirmCancel}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {words.keep}
        </button>
      </div>
    </form>
  )
}
