/** How a request is followed up: each step of its plan with what became of it. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { allPlans } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { type Formats, formatsOf } from "../formats.ts"
import { Field } from "../parts/field.tsx"
import { PreviewOfTexts } from "../parts/preview.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { useWords, type Words } from "../words/words.ts"
import { outreachOf, readRequestsAgain, type SchedulingRequest } from "./request-data.ts"

export function OutreachCard({ request }: { request: SchedulingRequest }) {
  const { requests: words, texts } = useWords()
  const formats = formatsOf(useSession().company.timezone)
  const { data: run, error, refetch } = useQuery(outreachOf(request.id))
  const stop = useWrite({
    mutationFn: () => api.stopOutreach({ id: request.id }),
    onSuccess: readRequestsAgain,
  })
  return (
    <section class="card" aria-labelledby="outreach">
      <header>
        <h2 id="outreach">{words.followUp}</h2>
        {run?.status === "running" && (
          <button type="button" class="button" disabled={stop.isRunning} onClick={() => stop.run(undefined)}>
            {words.stop}
          </button>
        )}
      </header>
      {error && run === undefined ? (
        <Failed error={error} retry={refetch} />
      ) : run === undefined ? (
        <Loading rows={2} />
      ) : run === null ? (
        <Start request={request} />
      ) : (
        <ul class="rows">
          {run.steps.map(({ position, channel, sms_text, due_at, ended_at, status, reason }) => (
            <li key={position}>
              <div>
                <strong>
                  {channel === "sms" ? words.textStep({ position }) : words.callStep({ position })}
                </strong>
                <p class="hint">
                  {formatted(formats, ended_at ?? due_at)}
                  {reason && ` · ${reasonText(reason, texts.reasons)}`}
                </p>
                {sms_text && <p class="notes">{sms_text}</p>}
              </div>
              <span class={tags[status]}>{words.stepStates[status]}</span>
            </li>
          ))}
        </ul>
      )}
      <Refused error={stop.failure} />
    </section>
  )
}

const tags = { pending: "tag", sent: "tag ok", skipped: "tag warn", failed: "tag bad" } as const

/** A carrier's own words stay as they are. */
const reasonText = (reason: string, known: Words["texts"]["reasons"]) =>
  reason in known ? known[reason as keyof typeof known] : reason

const formatted = (formats: Formats, at: string | null) => (at === null ? "" : formats.moment(at))

function Start({ request }: { request: SchedulingRequest }) {
  const words = useWords().requests
  const { data: plans } = useQuery(allPlans)
  const [planId, setPlanId] = useState<number | null>(null)
  const chosen = planId ?? plans?.[0]?.id
  const { timezone } = useSession().company
  const preview = useQuery({
    queryKey: ["preview", "outreach", request.id, chosen] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.previewOutreach({ id: request.id, outreach_plan_id: chosen! }, { signal }),
    enabled: request.status === "open" && chosen !== undefined,
  })
  const start = useWrite({
    mutationFn: () => api.startOutreach({ id: request.id, outreach_plan_id: chosen! }),
    onSuccess: readRequestsAgain,
  })
  if (request.status !== "open" || plans?.length === 0) {
    return <p class="content hint">{plans?.length === 0 ? words.noPlans : words.noFollowUp}</p>
  }
  return (
    <form
      class="content stack"
      onSubmit={(event) => {
        event.preventDefault()
        start.run(undefined)
      }}
    >
      <Field label={words.plan} hint={words.followUpHint}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={chosen}
            onInput={(event) => setPlanId(Number(event.currentTarget.value))}
          >
            {plans?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {chosen !== undefined && <PreviewOfTexts read={preview} timeZone={timezone} />}
      <Refused error={start.failure} />
      <button type="submit" class="button" disabled={start.isRunning || chosen === undefined}>
        {words.start}
      </button>
    </form>
  )
}
