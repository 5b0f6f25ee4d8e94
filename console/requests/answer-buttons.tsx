/** Confirms a pending appointment, declines it with a reason, or proposes other times: on the list of what waits and on the board. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { readAppointmentAgain } from "../board/board-data.ts"
import { formatsOf } from "../formats.ts"
import { TextField } from "../parts/field.tsx"
import { formKeys } from "../parts/form-keys.ts"
import { KeyCap } from "../parts/key-cap.tsx"
import { PreviewOfTexts, useTicks } from "../parts/preview.tsx"
import { Refused } from "../parts/states.tsx"
import { useKeys } from "../shell/keys.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { Pending } from "./pending-data.ts"
import { ProposeTimes } from "./propose-times.tsx"

interface AnswerButtonsProps {
  pending: Pending
  /** The name of the customer. */
  name: string
  /** The keys work while the list is shown; on the board they have other meanings. */
  withKeys?: boolean
}

type Asked = "confirm" | "decline" | "propose"

export function AnswerButtons({ pending, name, withKeys = false }: AnswerButtonsProps) {
  const words = useWords().pending
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = (what: Asked) => () => setAsked(what)
  useKeys(
    withKeys && asked === null
      ? [
          { key: "y", does: words.confirm, run: ask("confirm") },
          { key: "p", does: words.propose, run: ask("propose") },
          { key: "x", does: words.decline, run: ask("decline") },
        ]
      : [],
  )
  const buttons = useRef<HTMLDivElement>(null)
  const close = () => {
    setAsked(null)
    // The one that asked, once it stands again; after an answer it is gone.
    requestAnimationFrame(() =>
      buttons.current?.querySelector<HTMLElement>(`[data-asks="${asked}"]`)?.focus(),
    )
  }
  if (asked !== null)
    return (
      <Question label={words[asked]} onClose={close}>
        {asked === "propose" && <ProposeTimes pending={pending} onClose={close} />}
        {asked === "confirm" && <ConfirmQuestion pending={pending} name={name} onClose={close} />}
        {asked === "decline" && <DeclineQuestion pending={pending} name={name} onClose={close} />}
      </Question>
    )
  return (
    <div ref={buttons} class="row">
      <button type="button" class="button primary" data-asks="confirm" onClick={ask("confirm")}>
        {words.confirm} {withKeys && <KeyCap of="Y" />}
      </button>
      <button type="button" class="button" data-asks="propose" onClick={ask("propose")}>
        {words.propose} {withKeys && <KeyCap of="P" />}
      </button>
      <button type="button" class="button danger" data-asks="decline" onClick={ask("decline")}>
        {words.decline} {withKeys && <KeyCap of="X" />}
      </button>
    </div>
  )
}

interface AskedProps {
  label: string
  onClose(): void
  children: ComponentChildren
}

/** The button that asked is gone, so keys go on from the question's first button: Ctrl and Enter answer it, Escape leads back. */
function Question({ label, onClose, children }: AskedProps) {
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const own = section.current!
    const first = own.querySelector<HTMLElement>("button:not(:disabled)") ?? own
    first.focus()
  }, [])
  return (
    <section ref={section} tabIndex={-1} aria-label={label} onKeyDown={formKeys(onClose)}>
      {children}
    </section>
  )
}

interface QuestionProps {
  pending: Pending
  name: string
  onClose(): void
}

/** The write reads all again, whether it was first or somebody else. */
function useAnswer(
  id: number,
  done: string,
  write: () => Promise<Answer<"readAppointment">>,
  onClose: () => void,
) {
  return useWrite({
    mutationFn: write,
    onSuccess: () => {
      notify({ text: done })
      onClose()
      return readAppointmentAgain(id)
    },
    onError: () => readAppointmentAgain(id),
  })
}

function ConfirmQuestion({ pending, name, onClose }: QuestionProps) {
  const words = useWords().pending
  const { id, version, proposals = [], timezone } = pending
  const [proposalId, choose] = useState<number | null>(null)
  const ticks = useTicks()
  const wish = { id, if_version: version, ...(proposalId === null ? {} : { proposal_id: proposalId }) }
  const preview = useQuery({
    queryKey: ["preview", "confirm", id, version, proposalId] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api.previewConfirming(wish, { signal }),
  })
  const send = () => api.confirmAppointment({ ...wish, silent_channels: [...ticks.silent] })
  const confirm = useAnswer(id, words.confirmed, send, onClose)
  return (
    <form
      class="question"
      onSubmit={(event) => {
        event.preventDefault()
        confirm.run(undefined)
      }}
    >
      <h3>{words.confirmQuestion}</h3>
      {proposals.length > 0 && (
        <label class="field">
          <span>{words.time}</span>
          <select
            class="input"
            value={proposalId ?? ""}
            onChange={({ currentTarget }) => choose(Number(currentTarget.value) || null)}
          >
            <option value="">{formatsOf(timezone).moment(pending.start_time)}</option>
            {proposals.map((one) => (
              <option key={one.id} value={one.id}>
                {formatsOf(timezone).moment(one.start_time)} · {one.provider.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <PreviewOfTexts read={preview} timeZone={timezone} name={name} ticks={ticks} />
      <Refused error={confirm.failure} />
      <div class="row">
        <button type="submit" class="button primary" disabled={confirm.isRunning}>
          {words.confirm}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {words.wait}
        </button>
      </div>
    </form>
  )
}

function DeclineQuestion({ pending, name, onClose }: QuestionProps) {
  const words = useWords().pending
  const { id, version, timezone } = pending
  const [reason, setReason] = useState("")
  const ticks = useTicks()
  const wish = { id, if_version: version, reason: reason.trim() === "" ? null : reason }
  const preview = useQuery({
    queryKey: ["preview", "decline", id, version, reason] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api.previewDecline(wish, { signal }),
    placeholderData: (before: Answer<"previewDecline"> | undefined) => before,
  })
  const send = () => api.declineAppointment({ ...wish, silent_channels: [...ticks.silent] })
  const decline = useAnswer(id, words.declined, send, onClose)
  return (
    <form
      class="question"
      onSubmit={(event) => {
        event.preventDefault()
        decline.run(undefined)
      }}
    >
      <h3>{words.declineQuestion}</h3>
      <TextField label={words.reason} value={reason} onInput={setReason} maxLength={500} />
      <PreviewOfTexts read={preview} timeZone={timezone} name={name} ticks={ticks} />
      <Refused error={decline.failure} />
      <div class="row">
        <button type="submit" class="button danger" disabled={decline.isRunning}>
          {words.decline}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {words.wait}
        </button>
      </div>
    </form>
  )
}
