/** Puts sessions of a class on the board, or moves and changes one: the equal of a press and a drag, by fields. */
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { api, isRefusal } from "../api/client.ts"
import { allResources } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { appointmentFormats, instantAt, localDate } from "../formats.ts"
import { CheckField, ChoiceField, TextField } from "../parts/field.tsx"
import { Panel } from "../parts/panel.tsx"
import { Failed, failureText, Loading, Refused } from "../parts/states.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { AppointmentType } from "./board-data.ts"
import { OutsideHours } from "./outside-hours.tsx"
import { readSessionAgain, type Session, sessionOf } from "./session-data.ts"
import {
  changedBack,
  changedSession,
  classTypes,
  draftOf,
  everyChannel,
  isMoved,
  type Known,
  newSession,
  roomsAt,
  type SessionDraft,
  type SessionWish,
  whereGiven,
  whoGives,
  wishBack,
  withType,
} from "./session-draft.ts"

interface SessionFormPanelProps extends Known {
  wish: SessionWish
  /** Asks anew, with other wishes. */
  onWish(wish: SessionWish): void
  /** Gets the session that stands now, and its date. */
  onDone(id: number, date: string): void
  onClose(): void
}

export function SessionFormPanel({ wish, onWish, onDone, onClose, ...known }: SessionFormPanelProps) {
  const words = useWords().classes
  const {
    data: session,
    error,
    refetch,
  } = useQuery({
    ...sessionOf(wish.id ?? 0),
    enabled: wish.id !== null,
  })
  if (wish.id !== null && !session)
    return (
      <Panel title={words.session} onClose={onClose}>
        {error ? <Failed error={error} retry={refetch} /> : <Loading rows={6} />}
      </Panel>
    )
  const title = session ? words.changeOf({ name: session.appointment_type.name }) : words.newSession
  const draft = draftOf(wish, session ?? null, known)
  return (
    <Panel title={title} onClose={onClose}>
      {draft ? (
        <SessionForm
          first={draft}
          session={session ?? null}
          isDropped={wish.at !== null}
          {...{ known, onWish, onDone }}
        />
      ) : (
        <p class="hint">{words.nobodyGives}</p>
      )}
    </Panel>
  )
}

interface SessionFormProps {
  first: SessionDraft
  session: Session | null
  /** The new time is chosen already. */
  isDropped: boolean
  known: Known
  onWish: SessionFormPanelProps["onWish"]
  onDone: SessionFormPanelProps["onDone"]
}

function SessionForm({ first, session, isDropped, known, onWish, onDone }: SessionFormProps) {
  const { board, classes: words } = useWords()
  const [draft, setDraft] = useState(first)
  const [tells, setTells] = useState(true)
  const change = (fields: Partial<SessionDraft>) => setDraft((before) => ({ ...before, ...fields }))
  const coming = session?.attendees?.length ?? 0
  const isTold = session !== null && coming > 0 && isMoved(draft, session, known)
  const write = useSessionWrite({ draft, session, known, tells: isTold && tells, onWish, onDone })
  const button = session === null ? words.putOnBoard : isTold && tells ? board.moveAndTell : words.saveChange
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        write.run(undefined)
      }}
    >
      {session && <Before session={session} />}
      {!session && <TypeField types={classTypes(known.types)} {...{ draft, known }} onChange={setDraft} />}
      <When {...{ draft, known, change }} />
      <Who {...{ draft, known, change }} />
      <DraftOutsideHours {...{ draft, known }} />
      <Seats {...{ draft, change }} taken={session?.seats_taken ?? 0} />
      <Rooms {...{ draft, change }} />
      {!session && <Weeks {...{ draft, change }} />}
      {isTold && (
        <section class="told">
          <p>{words.tellsOfMove({ count: coming })}</p>
          <CheckField label={words.tellThem} checked={tells} onChange={setTells} />
        </section>
      )}
      <Refused error={write.failure} />
      <Conflicts error={write.failure} session={session} known={known} draft={draft} />
      <button
        type="submit"
        class="button primary"
        disabled={write.isRunning}
        {...(isDropped && session ? { "data-autofocus": true } : {})}
      >
        {button}
      </button>
    </form>
  )
}

interface SessionWrite extends Pick<SessionFormProps, "session" | "known" | "onWish" | "onDone"> {
  draft: SessionDraft
  /** True where the attendees hear of it. */
  tells: boolean
}

/** A change can be taken back: at once if it was silent, else by the form, since the customers hear of the way back too. */
function useSessionWrite({ draft, session, known, tells, onWish, onDone }: SessionWrite) {
  const words = useWords().classes
  const takeBack = async (before: Session, version: number) => {
    if (tells) return onWish(wishBack(before))
    try {
      await api.updateClassSession(changedBack(before, version))
      notify({ text: words.takenBack })
    } catch (error) {
      notify({ text: failureText(error as Error) })
    }
    await readSessionAgain(before.id)
  }
  return useWrite({
    mutationFn: async (): Promise<Session[]> => {
      if (session === null) return (await api.createClassSession(newSession(draft, known))).sessions
      const silent = tells ? {} : { silent_channels: [...everyChannel] }
      return [await api.updateClassSession({ ...changedSession(draft, session, known), ...silent })]
    },
    onSuccess: (made) => {
      const [one] = made
      notify(
        session
          ? { text: words.changed, undo: () => void takeBack(session, one!.version) }
          : { text: words.made({ count: made.length }) },
      )
      onDone(one!.id, localDate(one!.start_time, one!.timezone))
      return readSessionAgain(one!.id)
    },
    onError: () => session && readSessionAgain(session.id),
  })
}

function Before({ session }: { session: Session }) {
  const words = useWords().board
  const { provider, providers = [provider], timezone } = session
  return (
    <dl class="facts">
      <dt>{words.before}</dt>
      <dd>
        {appointmentFormats(timezone).block(session)}, {providers.map(({ name }) => name).join(", ")}
      </dd>
    </dl>
  )
}

interface FieldsProps {
  draft: SessionDraft
  change(fields: Partial<SessionDraft>): void
}

interface TypeFieldProps {
  types: readonly AppointmentType[]
  draft: SessionDraft
  known: Known
  onChange(draft: SessionDraft): void
}

function TypeField({ types, draft, known, onChange }: TypeFieldProps) {
  return (
    <ChoiceField
      label={useWords().board.type}
      value={draft.typeId}
      of={types}
      onChoose={(id) => onChange(withType(draft, id, known))}
    />
  )
}

function When({ draft, known, change }: FieldsProps & { known: Known }) {
  const words = useWords().board
  const locations = whereGiven(known, draft.typeId)
  return (
    <>
      <div class="pair-fields">
        <TextField
          label={words.dayOfBooking}
          type="date"
          required
          value={draft.date}
          onInput={(date) => change({ date })}
        />
        <TextField
          label={words.time}
          type="time"
          required
          value={draft.time}
          onInput={(time) => change({ time })}
        />
      </div>
      {(locations.length > 1 || locations[0]?.id !== draft.locationId) && (
        <ChoiceField
          label={words.location}
          value={draft.locationId}
          of={locations}
          onChoose={(locationId) => change({ locationId, resourceIds: [] })}
        />
      )}
    </>
  )
}

function Who({ draft, known, change }: FieldsProps & { known: Known }) {
  const words = useWords().classes
  const giving = whoGives(known, draft.typeId)
  const others = giving.filter(({ id }) => id !== draft.leadId)
  return (
    <>
      <ChoiceField
        label={words.leads}
        value={draft.leadId}
        of={giving}
        onChoose={(leadId) => change({ leadId })}
      />
      <Picks
        label={words.beside}
        of={others}
        picked={draft.besideIds.filter((id) => id !== draft.leadId)}
        onPick={(besideIds) => change({ besideIds })}
      />
    </>
  )
}

function DraftOutsideHours({ draft, known }: { draft: SessionDraft; known: Known }) {
  const timezone = known.board.locations.find(({ id }) => id === draft.locationId)?.timezone
  const minutes = known.types.find(({ id }) => id === draft.typeId)?.blocks[0]
  if (!timezone || !minutes || draft.date === "" || draft.time === "") return null
  const start = instantAt(timezone, draft.date, draft.time)
  const end = new Date(Date.parse(start) + minutes * 60_000).toISOString()
  return (
    <OutsideHours providerId={draft.leadId} locationId={draft.locationId} {...{ timezone, start, end }} />
  )
}

function Seats({ draft, change, taken }: FieldsProps & { taken: number }) {
  const words = useWords().classes
  return (
    <TextField
      label={words.seatsOfClass}
      type="number"
      required
      min={Math.max(1, taken)}
      max={200}
      value={draft.seats}
      onInput={(seats) => change({ seats })}
    />
  )
}

function Rooms({ draft, change }: FieldsProps) {
  const { data = [] } = useQuery(allResources)
  return (
    <Picks
      label={useWords().classes.rooms}
      of={roomsAt(data, draft.locationId)}
      picked={draft.resourceIds}
      onPick={(resourceIds) => change({ resourceIds })}
    />
  )
}

/** From one to the next. */
const weeks = [1, 2, 3, 4]

function Weeks({ draft, change }: FieldsProps) {
  const words = useWords().classes
  const { everyWeeks, count } = draft
  return (
    <div class="pair-fields">
      <ChoiceField
        label={words.repeats}
        value={everyWeeks}
        of={[
          { id: 0, name: words.once },
          ...weeks.map((id) => ({ id, name: words.everyWeeks({ weeks: id }) })),
        ]}
        onChoose={(chosen) => change({ everyWeeks: chosen })}
      />
      {everyWeeks > 0 && (
        <TextField
          label={words.howMany}
          type="number"
          required
          min={2}
          max={104}
          value={count}
          onInput={(typed) => change({ count: typed })}
        />
      )}
    </div>
  )
}

interface Named {
  id: number
  name: string
}

interface PicksProps {
  label: string
  of: readonly Named[]
  picked: readonly number[]
  onPick(ids: readonly number[]): void
}

/** Folded away while none is picked: most classes have one teacher and one room. */
function Picks({ label, of, picked, onPick }: PicksProps) {
  const [isOpen] = useState(picked.length > 0)
  if (of.length === 0) return null
  return (
    <details open={isOpen}>
      <summary>{label}</summary>
      <div class="stack">
        {of.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            checked={picked.includes(id)}
            onChange={(isPicked) => onPick(isPicked ? [...picked, id] : picked.filter((each) => each !== id))}
          />
        ))}
      </div>
    </details>
  )
}

interface ConflictsProps extends Omit<FieldsProps, "change"> {
  error: Error | null
  session: Session | null
  known: Known
}

/** The taken people and rooms, with their times. */
function Conflicts({ error, session, known, draft }: ConflictsProps): ComponentChildren {
  const words = useWords().classes
  const taken = (error && isRefusal(error, "slot_taken") && error.details?.conflicts) || []
  if (taken.length === 0) return null
  const zone = known.board.locations.find(({ id }) => id === draft.locationId)?.timezone ?? session?.timezone
  const formats = appointmentFormats(zone ?? "UTC")
  return (
    <ul class="hint">
      {taken.map((each) => (
        <li key={`${each.resource_id} ${each.start_time}`}>
          {words.isTaken({ name: each.name, when: formats.block(each) })}
        </li>
      ))}
    </ul>
  )
}
