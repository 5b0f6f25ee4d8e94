/** One plan: its steps, and beside them what a customer gets. */
import { useState } from "preact/hooks"
import { api, Refusal } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { Question } from "../parts/question.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { go } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import "../styles/messages.css"
import { ConflictFacts, ConflictNote } from "../parts/conflict-note.tsx"
import { useSaving } from "../saving.ts"
import { type Plan, planOf, readPlansAgain, runningOf } from "./message-data.ts"
import { PlanPreview, usePreview } from "./plan-preview.tsx"
import { WhenAndFrom } from "./plans-screen.tsx"
import { type DraftStep, draftOf, inputOf, StepEditor, writtenStep } from "./step-editor.tsx"

export default function PlanScreen({ params }: ScreenProps) {
  return params.id === "new" ? <PlanForm plan={null} /> : <Read key={params.id} id={Number(params.id)} />
}

function Read({ id }: { id: number }) {
  const words = useWords().messages
  const { data: plan, error, refetch } = useQuery(planOf(id))
  if (plan) return <PlanForm plan={plan} />
  return (
    <Page title={words.plan} lead={<Back />}>
      {error ? <Failed error={error} retry={refetch} /> : <Loading />}
    </Page>
  )
}

function Back() {
  const words = useWords().messages
  return <BackLink to="/messages/plans" name={words.plans} />
}

const formId = "plan"

function PlanForm({ plan }: { plan: Plan | null }) {
  const words = useWords().messages
  const sendsMail = useSession().company.mail !== null
  const [name, setName] = useState(plan?.name ?? "")
  const [steps, setSteps] = useState<DraftStep[]>(() => plan?.steps.map(draftOf) ?? [writtenStep("sms", 0)])
  const [isArchiving, setArchiving] = useState(false)
  const preview = usePreview(steps)
  const [opened] = useState(plan)
  const input: Input = { name, steps: steps.map(inputOf) }
  const save = useSaving({
    record: opened ?? { version: 0 },
    read: () => api.readOutreachPlan({ id: opened!.id }),
    send: ({ if_version, ...sent }: Input & { if_version: number }) =>
      opened ? api.updateOutreachPlan({ id: opened.id, if_version, ...sent }) : api.createOutreachPlan(sent),
    asSent: (field, value) =>
      field === "steps" ? (value as Plan["steps"]).map(draftOf).map(inputOf) : value,
    onSuccess: async ({ id }) => {
      await readPlansAgain()
      notify({ text: words.saved })
      go(`/messages/plans/${id}`, { replace: true })
    },
  })
  const refusedAt = save.failure instanceof Refusal ? stepIn(save.failure.field) : null
  const change = (at: number, step: DraftStep) => setSteps(steps.with(at, step))
  return (
    <Page
      title={plan?.name ?? words.planMake}
      note={plan && <Running planId={plan.id} />}
      lead={<Back />}
      tools={
        <>
          {plan && (
            <button type="button" class="button danger" onClick={() => setArchiving(true)}>
              {words.archive}
            </button>
          )}
          <button type="submit" form={formId} class="button primary" disabled={save.isRunning}>
            {words.save}
          </button>
        </>
      }
    >
      <div class="split">
        <form
          id={formId}
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            save.run(input)
          }}
        >
          <TextField label={words.name} value={name} onInput={setName} required maxLength={200} />
          <section class="card" aria-label={words.planSteps}>
            {steps.map((step, at) => (
              <StepEditor
                key={step.key}
                step={step}
                position={at + 1}
                preview={preview.steps[at]}
                limits={preview.limits}
                refused={refusedAt === at ? save.failure!.message : null}
                onChange={(changed) => change(at, changed)}
                onUp={at === 0 ? null : () => setSteps(swapped(steps, at - 1))}
                onRemove={steps.length === 1 ? null : () => setSteps(steps.toSpliced(at, 1))}
              />
            ))}
          </section>
          <div class="row">
            <button
              type="button"
              class="button"
              onClick={() => setSteps([...steps, writtenStep("sms", 2_880)])}
            >
              <Icon name="plus" small /> {words.addText}
            </button>
            <button
              type="button"
              class="button"
              onClick={() => setSteps([...steps, writtenStep("voice", 1_440)])}
            >
              <Icon name="phone" small /> {words.addCall}
            </button>
            {sendsMail && (
              <button
                type="button"
                class="button"
                onClick={() => setSteps([...steps, writtenStep("mail", 2_880)])}
              >
                <Icon name="plus" small /> {words.addMail}
              </button>
            )}
          </div>
          {save.conflict ? (
            <ConflictNote
              conflict={save.conflict}
              isRunning={save.isRunning}
              onKeepMine={() => save.run(input)}
              onTakeTheirs={() => {
                const theirs = save.conflict!.now as unknown as Plan
                setName(theirs.name)
                setSteps(theirs.steps.map(draftOf))
                save.reset()
              }}
            >
              <Theirs plan={save.conflict.now as unknown as Plan} />
            </ConflictNote>
          ) : (
            refusedAt === null && <Refused error={save.failure} />
          )}
          <WhenAndFrom />
          {plan && <p class="hint">{words.runningKeep}</p>}
        </form>
        <PlanPreview steps={steps} preview={preview} />
      </div>
      {plan && isArchiving && (
        <Question
          title={words.archiveQuestion}
          text={words.archiveMeaning}
          confirm={words.archive}
          keep={words.keep}
          run={() => api.archiveOutreachPlan({ id: plan.id })}
          onDone={async () => {
            notify({ text: words.archived })
            go("/messages/plans")
            await readPlansAgain()
          }}
          onClose={() => setArchiving(false)}
        />
      )}
    </Page>
  )
}

interface Input {
  name: string
  steps: ReturnType<typeof inputOf>[]
}

function Theirs({ plan }: { plan: Plan }) {
  const words = useWords().messages
  const texts = plan.steps.map(({ sms_text, mail_subject }) => sms_text ?? mail_subject ?? words.call)
  return (
    <ConflictFacts
      facts={[
        { label: words.name, now: plan.name },
        { label: words.planSteps, now: texts.join(" · ") },
      ]}
    />
  )
}

const swapped = (steps: readonly DraftStep[], at: number): DraftStep[] =>
  steps.toSpliced(at, 2, steps[at + 1]!, steps[at]!)

/** `steps[1].sms_text` → 1 */
function stepIn(field: string | undefined): number | null {
  const [, index] = /^steps\[(\d+)\]/.exec(field ?? "") ?? []
  return index === undefined ? null : Number(index)
}

function Running({ planId }: { planId: number }) {
  const { data } = useQuery(runningOf(planId))
  const words = useWords().messages
  return data && <span>{words.running({ count: data })}</span>
}
