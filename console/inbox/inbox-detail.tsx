/** One entry of the inbox with its answers. Y presses the first one, X the one that says no, H puts it off. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { CancelQuestion } from "../board/appointment-question.tsx"
import { appointmentOf, readAppointmentAgain } from "../board/board-data.ts"
import { tookMoveBack, undoSeconds } from "../board/reopening.ts"
import { customerOf } from "../customers/customer-data.ts"
import { appointmentFormats, formatsOf, localDate, shownPhone } from "../formats.ts"
import { whyText } from "../messages/reasons.ts"
import { formKeys } from "../parts/form-keys.ts"
import { Icon } from "../parts/icon.tsx"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { PreviewOfTexts, useTicks } from "../parts/preview.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { PendingDetail } from "../requests/pending-detail.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import { useKeys } from "../shell/keys.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { Entry } from "./entry.ts"
import { readInboxAgain } from "./inbox-data.ts"
import { lineOf, titleOf } from "./inbox-words.ts"
import { LaterButton } from "./later-button.tsx"

interface DetailProps {
  entry: Entry
  /** The company's zone. */
  zone: string
  /** On a phone, where the list is not beside it. */
  isAlone: boolean
}

export function InboxDetail({ entry, zone, isAlone }: DetailProps) {
  const words = useWords()
  const own = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (isAlone) own.current!.focus()
  }, [])
  return (
    <section ref={own} class="wait-detail" tabIndex={-1} aria-label={titleOf(entry, words.inbox)}>
      {isAlone && (
        <button type="button" class="button plain" onClick={() => goWithQuery({ entry: null })}>
          <Icon name="left" small /> {words.inbox.back}
        </button>
      )}
      {entry.kind === "pending" ? (
        <Pending entry={entry} zone={zone} />
      ) : (
        <>
          <h2>{titleOf(entry, words.inbox)}</h2>
          <p class="hint">{lineOf(entry, words, zone)}</p>
          {entry.appointment ? (
            <OfAppointment entry={entry} zone={zone} />
          ) : entry.phone ? (
            <OfCaller entry={entry} zone={zone} />
          ) : (
            <OfConnection entry={entry} zone={zone} />
          )}
        </>
      )}
    </section>
  )
}

type Parts = Pick<DetailProps, "entry" | "zone">

function Pending({ entry, zone }: Parts) {
  const { data, error, refetch } = useQuery(appointmentOf(entry.id))
  if (error && !data) return <Failed error={error} retry={refetch} />
  // Once it is answered, here or by somebody else, the entry is about to go.
  if (data?.status !== "pending") return <Loading rows={3} />
  return (
    <>
      <PendingDetail pending={data} isSought={false} />
      <LaterButton entry={entry} zone={zone} />
    </>
  )
}

/** Leaves it as it is: it is not shown again before the appointment begins. */
function useLeave(entry: Entry) {
  const words = useWords().inbox
  return useWrite({
    mutationFn: () => api.putOffInboxEntry({ kind: entry.kind, id: entry.id, until: entry.due }),
    onSuccess: () => {
      notify({
        text: words.isDone({ title: titleOf(entry, words) }),
        undo: () =>
          void api.putOffInboxEntry({ kind: entry.kind, id: entry.id, until: null }).then(readInboxAgain),
      })
      return readInboxAgain()
    },
    onError: readInboxAgain,
  })
}

function OfAppointment({ entry, zone }: Parts) {
  const words = useWords()
  const { kind } = entry
  const about = entry.appointment!
  const [asked, setAsked] = useState<"move" | "cancel" | null>(null)
  const { data: customer } = useQuery(customerOf(entry.customer!.id))
  const { data: appointment } = useQuery(appointmentOf(about.id))
  const leave = useLeave(entry)
  const moveHref = hrefOf(`/?date=${localDate(about.start_time, about.timezone)}&move=${about.id}`)
  const call = customer?.phone ? (
    <Way href={`tel:${customer.phone}`} press={kind === "understaffed" ? undefined : "y"} isMain>
      {words.inbox.ask({ name: entry.customer!.name })}
    </Way>
  ) : null
  if (asked === "move") return <MoveQuestion entry={entry} onClose={() => setAsked(null)} />
  if (asked === "cancel" && appointment)
    return (
      <section tabIndex={-1} aria-label={words.inbox.cancelIt} onKeyDown={formKeys(() => setAsked(null))}>
        <CancelQuestion
          appointment={appointment}
          name={entry.customer!.name}
          onClose={() => {
            setAsked(null)
            void readInboxAgain()
          }}
        />
      </section>
    )
  const why =
    entry.reason === null ? null : whyText({ outcome: "failed", reason: entry.reason }, words.messages)
  return (
    <>
      <dl class="facts">
        <dt>{words.board.when}</dt>
        <dd>
          {appointmentFormats(about.timezone).block(about)}
          <br />
          <a href={entry.links.console}>{words.pending.onBoard}</a>
        </dd>
        <dt>{words.board.who}</dt>
        <dd>{about.provider.name}</dd>
        <dt>{words.inbox.customer}</dt>
        <dd>
          <a href={hrefOf(`/customers/${entry.customer!.id}`)}>{entry.customer!.name}</a>
          {customer?.phone && `, ${shownPhone(customer.phone)}`}
        </dd>
      </dl>
      {why && <p>{why}</p>}
      {kind.startsWith("message") && (
        <p class="hint">{words.inbox.messageHint({ name: entry.customer!.name })}</p>
      )}
      {kind === "understaffed" && <p class="hint">{words.inbox.understaffedHint}</p>}
      <Refused error={leave.failure} />
      <div class="row">
        {kind === "counter_proposal" && (
          <>
            <Press press="y" isMain onPress={() => setAsked("move")}>
              {words.inbox.yes}
            </Press>
            <Way href={moveHref} press="p">
              {words.inbox.move}
            </Way>
            <Press press="x" onPress={() => leave.run(undefined)}>
              {words.inbox.no}
            </Press>
          </>
        )}
        {kind === "declined" && (
          <>
            {call}
            <Press press="x" isDanger onPress={() => setAsked("cancel")}>
              {words.inbox.cancelIt}
            </Press>
            <Press press="d" onPress={() => leave.run(undefined)}>
              {words.inbox.keep}
            </Press>
          </>
        )}
        {kind === "understaffed" && (
          <>
            <Way href={moveHref} press="y" isMain>
              {words.inbox.move}
            </Way>
            <Press press="x" onPress={() => leave.run(undefined)}>
              {words.inbox.leave}
            </Press>
          </>
        )}
        {kind.startsWith("message") && (
          <>
            {call}
            <Press press="x" onPress={() => leave.run(undefined)}>
              {words.inbox.leave}
            </Press>
          </>
        )}
      </div>
      <LaterButton entry={entry} zone={zone} />
    </>
  )
}

/** Moves it to the time that the customer's calendar proposes, by the same call as the board. */
function MoveQuestion({ entry, onClose }: { entry: Entry; onClose(): void }) {
  const { inbox: words, pending, board } = useWords()
  const about = entry.appointment!
  const name = entry.customer!.name
  const time = formatsOf(about.timezone).moment(entry.proposed_time!.start_time)
  const ticks = useTicks()
  const wish = {
    id: about.id,
    start_time: entry.proposed_time!.start_time,
    provider_id: about.provider.id,
    if_version: about.version,
  }
  const preview = useQuery({
    queryKey: ["preview", "move", about.id, about.version, wish.start_time] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api.previewMove(wish, { signal }),
  })
  const again = () => Promise.all([readAppointmentAgain(about.id), readInboxAgain()])
  const takeBack = async (moved: Answer<"rescheduleAppointment">) => {
    const isBack = await tookMoveBack(moved).catch(() => false)
    notify({ text: isBack ? board.movedBack : board.toldAlready })
    await again()
  }
  const move = useWrite({
    mutationFn: () =>
      api.rescheduleAppointment({
        ...wish,
        silent_channels: [...ticks.silent],
        hold_messages_seconds: undoSeconds,
      }),
    onSuccess: (moved) => {
      const { undo } = moved
      notify({ text: words.moved({ name, time }), ...(undo ? { undo: () => void takeBack(moved) } : {}) })
      return again()
    },
    onError: again,
  })
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => form.current!.querySelector<HTMLElement>("button")!.focus(), [])
  return (
    <form
      ref={form}
      class="question"
      onKeyDown={formKeys(onClose)}
      onSubmit={(event) => {
        event.preventDefault()
        move.run(undefined)
      }}
    >
      <h3>{words.moveQuestion({ name, time })}</h3>
      <PreviewOfTexts read={preview} timeZone={about.timezone} name={name} ticks={ticks} />
      <Refused error={move.failure} />
      <div class="row">
        <button type="submit" class="button primary" disabled={move.isRunning || preview.error !== null}>
          {words.yes}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {pending.wait}
        </button>
      </div>
    </form>
  )
}

function OfCaller({ entry, zone }: Parts) {
  const words = useWords()
  const { id, phone, customer, reason } = entry
  const done = useWrite({
    mutationFn: () => api.updateCallback({ id, done: true, if_status: "waiting" }),
    onSuccess: () => {
      notify({
        text: words.inbox.isDone({ title: titleOf(entry, words.inbox) }),
        undo: () => void api.updateCallback({ id, done: false }).then(readInboxAgain),
      })
      return readInboxAgain()
    },
    onError: () => {
      notify({ text: words.inbox.firstElse })
      return readInboxAgain()
    },
  })
  return (
    <>
      <dl class="facts">
        <dt>{words.board.phone}</dt>
        <dd>
          <a href={`tel:${phone}`}>{shownPhone(phone!)}</a>
        </dd>
        {customer && (
          <>
            <dt>{words.inbox.customer}</dt>
            <dd>
              <a href={hrefOf(`/customers/${customer.id}`)}>{customer.name}</a>
            </dd>
          </>
        )}
        <dt>{words.callbacks.asked}</dt>
        <dd>{formatsOf(zone).moment(entry.since)}</dd>
        {reason && (
          <>
            <dt>{words.inbox.suits}</dt>
            <dd>{reason}</dd>
          </>
        )}
      </dl>
      <Refused error={done.failure} />
      <div class="row">
        <Way href={`tel:${phone}`} press="y" isMain>
          {words.inbox.callNow}
        </Way>
        <Press press="d" onPress={() => done.run(undefined)}>
          {words.inbox.done}
        </Press>
      </div>
      <LaterButton entry={entry} zone={zone} />
    </>
  )
}

function OfConnection({ entry, zone }: Parts) {
  const words = useWords().inbox
  return (
    <>
      <p>{entry.kind === "endpoint_failing" ? words.endpointHint : words.calendarMend}</p>
      <div class="row">
        <Way href={entry.links.console} press="y" isMain>
          {words.look}
        </Way>
      </div>
      <LaterButton entry={entry} zone={zone} />
    </>
  )
}

interface PressProps {
  /** The key that does the same. */
  press: string
  isMain?: boolean
  isDanger?: boolean
  onPress(): void
  children: string
}

function Press({ press, isMain = false, isDanger = false, onPress, children }: PressProps) {
  useKeys([{ key: press, does: children, run: onPress }])
  return (
    <button
      type="button"
      class={`button ${isMain ? "primary" : ""} ${isDanger ? "danger" : ""}`}
      onClick={onPress}
      {...pressedBy(press)}
    >
      {children} <KeyCap of={press} />
    </button>
  )
}

interface WayProps {
  href: string
  press?: string | undefined
  isMain?: boolean
  children: string
}

function Way({ href, press, isMain = false, children }: WayProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useKeys(press ? [{ key: press, does: children, run: () => link.current!.click() }] : [])
  return (
    <a
      ref={link}
      class={isMain ? "button primary" : "button"}
      href={href}
      {...(press ? pressedBy(press) : {})}
    >
      {children as ComponentChildren} {press && <KeyCap of={press} />}
    </a>
  )
}
