/** One session of a class: when, where and with whom, who comes, and its cancel, which is asked about once more. */
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { rowsOf } from "../api/lists.ts"
import { queries, useQuery, useWrite } from "../api/queries.ts"
import { type Appointment, customerOf } from "../customers/customer-data.ts"
import { appointmentFormats } from "../formats.ts"
import { TextField } from "../parts/field.tsx"
import { Panel } from "../parts/panel.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { readBoardsAgain } from "./board-data.ts"

type Session = Answer<"readClassSession">

const sessionOf = (id: number) => ({
  queryKey: ["class-session", id] as const,
  queryFn: () => api.readClassSession({ id }),
})

const comingTo = (id: number) => ({
  queryKey: ["appointments-of", "session", id] as const,
  queryFn: async () => {
    const all = await rowsOf(api.listAppointments({ session_id: id, limit: 100 }))
    return all.filter(({ status }) => status !== "cancelled")
  },
})

const readSessionAgain = (id: number) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ["class-session", id] }),
    queries.invalidateQueries({ queryKey: ["appointments-of"] }),
    queries.invalidateQueries({ queryKey: ["history"] }),
    readBoardsAgain(),
  ])

interface SessionPanelProps {
  id: number
  /** Shows the appointment of one who comes. */
  onOpen(appointmentId: number): void
  onClose(): void
}

export function SessionPanel({ id, onOpen, onClose }: SessionPanelProps) {
  const { board, classes: words } = useWords()
  const { data: session, error, refetch } = useQuery(sessionOf(id))
  const [isAsked, setAsked] = useState(false)
  if (!session)
    return (
      <Panel title={words.session} onClose={onClose}>
        {error ? <Failed error={error} retry={refetch} /> : <Loading rows={5} />}
      </Panel>
    )
  const { status, seats, seats_taken: taken } = session
  const isToCome = status === "scheduled" && Date.parse(session.start_time) > Date.now()
  return (
    <Panel
      title={session.appointment_type.name}
      note={status === "cancelled" ? board.states.cancelled : words.taken({ taken, seats })}
      onClose={onClose}
      actions={
        isToCome &&
        !isAsked && (
          <button type="button" class="button danger" onClick={() => setAsked(true)}>
            {words.cancel}
          </button>
        )
      }
    >
      <Facts session={session} />
      <WhoComes id={id} onOpen={onOpen} />
      {isAsked && <CancelSession session={session} onClose={() => setAsked(false)} />}
    </Panel>
  )
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

function WhoComes({ id, onOpen }: Pick<SessionPanelProps, "id" | "onOpen">) {
  const words = useWords().classes
  const { data, error, refetch } = useQuery(comingTo(id))
  return (
    <section class="stack">
      <h3>{words.whoComes}</h3>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading rows={2} />
      ) : data.length === 0 ? (
        <p class="hint">{words.nobodyYet}</p>
      ) : (
        <ul class="rows">
          {data.map((appointment) => (
            <Coming key={appointment.id} appointment={appointment} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ComingProps extends Pick<SessionPanelProps, "onOpen"> {
  appointment: Appointment
}

function Coming({ appointment, onOpen }: ComingProps) {
  const { board, classes: words } = useWords()
  const { data: customer } = useQuery(customerOf(appointment.customer_id))
  const { id, status, seats = 1 } = appointment
  return (
    <li>
      <div>
        <strong>{customer?.name ?? board.appointment}</strong>
        <p class="hint">
          {[words.seats({ count: seats }), ...(status === "scheduled" ? [] : [board.states[status]])].join(
            " · ",
          )}
        </p>
      </div>
      <button type="button" class="button" onClick={() => onOpen(id)}>
        {words.show}
        <span class="said"> {customer?.name}</span>
      </button>
    </li>
  )
}

function CancelSession({ session, onClose }: { session: Session; onClose(): void }) {
  const { board, classes: words } = useWords()
  const { id, version, seats_taken: taken } = session
  const [reason, setReason] = useState("")
  const form = useRef<HTMLFormElement>(null)
  // The button that had the focus is removed, and Escape works only while the focus is inside.
  useLayoutEffect(() => {
    const own = form.current!
    const panel = own.closest<HTMLElement>(".panel")
    own.querySelector("input")!.focus()
    return () => {
      if (own.contains(document.activeElement)) panel?.focus()
    }
  }, [])
  const cancel = useWrite({
    mutationFn: () =>
      api.cancelClassSession({
        id,
        if_version: version,
        ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
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
      <p class="hint">{taken === 0 ? words.cancelTellsNobody : words.cancelTellsAll}</p>
      <TextField label={board.reason} value={reason} onInput={setReason} maxLength={500} />
      <Refused error={cancel.failure} />
      <div class="row">
        <button type="submit" class="button danger" disabled={cancel.isRunning}>
          {board.confirmCancel}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {words.keep}
        </button>
      </div>
    </form>
  )
}
