/** Asks once more before a cancel, or before a cancelled appointment is booked again, with the words that will go. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { useQuery, useWrite, type Write } from "../api/queries.ts"
import { TextField } from "../parts/field.tsx"
import { PreviewOfTexts, type Ticks, useTicks } from "../parts/preview.tsx"
import { Refused } from "../parts/states.tsx"
import { toldBy, whatGoes } from "../parts/told.ts"
import { ChangedTogether } from "../series/changed-together.tsx"
import { firstScope, type Scope, ScopeChoice, scopeFields } from "../series/scope.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { readAppointmentAgain } from "./board-data.ts"
import { cancelDelaySeconds, offerUndo } from "./reopening.ts"

type Appointment = Answer<"readAppointment">

interface AppointmentQuestionProps {
  appointment: Appointment
  name: string
  onClose(): void
}

interface CancelQuestionProps extends AppointmentQuestionProps {
  /** It does not wait for the way back, as it does on the board. */
  isAtOnce?: boolean
}

export function CancelQuestion({ appointment, name, isAtOnce = false, onClose }: CancelQuestionProps) {
  const words = useWords().board
  const { id, version, scheduling_request_id } = appointment
  const [reason, setReason] = useState("")
  const [scope, setScope] = useState<Scope>(firstScope(appointment))
  const isWaiting = !isAtOnce && scope === "one"
  const ticks = useTicks()
  const preview = useQuery({
    queryKey: ["preview", "cancel", id, version, scope] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.previewCancel({ id, if_version: version, ...scopeFields(appointment, scope) }, { signal }),
  })
  const cancel = useWrite({
    mutationFn: () =>
      api.cancelAppointment({
        id,
        if_version: version,
        reason: reason.trim() === "" ? null : reason,
        delay_seconds: isWaiting ? cancelDelaySeconds : 0,
        silent_channels: [...ticks.silent],
        ...scopeFields(appointment, scope),
      }),
    onSuccess: () => {
      const count = preview.data?.appointments?.length ?? 1
      if (!isWaiting) notify({ text: words.cancelledNow({ count }) })
      else offerUndo(words.cancelsSoon({ name }), appointment, words)
      onClose()
      return readAppointmentAgain(id)
    },
    onError: () => readAppointmentAgain(id),
  })
  return (
    <Question
      title={words.cancelQuestion}
      hint={scheduling_request_id === null ? words.cancelMeaning : words.cancelReopens}
      button={<span>{words.confirmCancel}</span>}
      isDanger
      refuse={words.keep}
      preview={preview}
      write={cancel}
      {...{ appointment, name, ticks, onClose }}
    >
      <ScopeChoice {...{ appointment, scope }} onChoose={setScope} />
      <ChangedTogether appointments={preview.data?.appointments} />
      <TextField label={words.reason} value={reason} onInput={setReason} maxLength={500} />
    </Question>
  )
}

export function RestoreQuestion({ appointment, name, onClose }: AppointmentQuestionProps) {
  const words = useWords().board
  const { id, version } = appointment
  const ticks = useTicks()
  const wish = { id, if_version: version, override_eligibility: true }
  const preview = useQuery({
    queryKey: ["preview", "reopening", id, version] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api.previewReopening(wish, { signal }),
  })
  const others = preview.data?.stay_cancelled?.length ?? 0
  const restore = useWrite({
    mutationFn: () => api.reopenAppointment({ ...wish, silent_channels: [...ticks.silent] }),
    onSuccess: () => {
      notify({ text: `${words.reopened} ${whatGoes(toldBy(preview.data, ticks.silent), words)}` })
      onClose()
      return readAppointmentAgain(id)
    },
    onError: () => readAppointmentAgain(id),
  })
  return (
    <Question
      title={words.restoreQuestion}
      hint={words.restoreMeaning}
      button={<span>{words.confirmRestore}</span>}
      refuse={words.closeNote}
      preview={preview}
      write={restore}
      {...{ appointment, name, ticks, onClose }}
    >
      {others > 0 && <p class="hint">{words.restoreAlone({ count: others })}</p>}
    </Question>
  )
}

interface QuestionProps extends AppointmentQuestionProps {
  title: string
  hint: string
  button: ComponentChildren
  isDanger?: boolean
  /** The label of the button that leaves all as it is. */
  refuse: string
  preview: { data: Answer<"previewCancel"> | undefined; error: Error | null }
  ticks: Ticks
  write: Write<undefined, Appointment>
  children?: ComponentChildren
}

function Question(props: QuestionProps) {
  const { appointment, preview, ticks, write } = props
  const form = useRef<HTMLFormElement>(null)
  // The focus moves to the panel: the button that had it is removed, and Escape works only while the focus is inside.
  useLayoutEffect(() => {
    const own = form.current!
    const panel = own.closest<HTMLElement>(".panel")
    own.querySelector<HTMLElement>("input[type=text], button")!.focus()
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
        write.run(undefined)
      }}
    >
      <h3>{props.title}</h3>
      <p class="hint">{props.hint}</p>
      <PreviewOfTexts read={preview} timeZone={appointment.timezone} name={props.name} ticks={ticks} />
      {props.children}
      <Refused error={write.failure} />
      <div class="row">
        <button
          type="submit"
          class={`button ${props.isDanger ? "danger" : "primary"}`}
          disabled={write.isRunning}
        >
          {props.button}
        </button>
        <button type="button" class="button" onClick={props.onClose}>
          {props.refuse}
        </button>
      </div>
    </form>
  )
}
