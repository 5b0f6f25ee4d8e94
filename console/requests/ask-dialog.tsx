/** Asks a customer to book: makes a scheduling request, whose link can be copied, and followed up by texts. */
import { useState } from "preact/hooks"
import { copyText } from "../../ui/copy-text.ts"
import { addDays } from "../../ui/dates.ts"
import { type Answer, api, isRefusal } from "../api/client.ts"
import { allPlans, allTypes } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { localDate } from "../formats.ts"
import { Dialog } from "../parts/dialog.tsx"
import { Field, TextField } from "../parts/field.tsx"
import { PreviewOfTexts } from "../parts/preview.tsx"
import { Loading, Refused } from "../parts/states.tsx"
import { go, hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { readRequestsAgain } from "./request-data.ts"

interface AskDialogProps {
  customer: Answer<"readCustomer">
  onClose(): void
}

const usualDays = 14

export function AskDialog({ customer, onClose }: AskDialogProps) {
  const words = useWords().requests
  const { timezone } = useSession().company
  const today = localDate(Date.now(), timezone)
  const { data: types } = useQuery(allTypes)
  const { data: plans } = useQuery(allPlans)
  const [typeId, setTypeId] = useState<number | null>(null)
  const [earliest, setEarliest] = useState("")
  const [latest, setLatest] = useState(addDays(today, usualDays))
  const [planId, setPlanId] = useState("")
  const offered = types?.filter(({ active }) => active) ?? []
  const chosen = typeId ?? offered[0]?.id
  const input = {
    customer_id: customer.id,
    appointment_type_id: chosen!,
    latest_date: latest,
    ...(earliest !== "" && { earliest_date: earliest }),
    ...(planId !== "" && { outreach_plan_id: Number(planId) }),
  }
  const preview = useQuery({
    queryKey: ["preview", "request", input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api.previewSchedulingRequest(input, { signal }),
    enabled: planId !== "" && chosen !== undefined && latest !== "",
  })
  const ask = useWrite({
    mutationFn: () => api.createSchedulingRequest(input),
    onSuccess: async (request) => {
      await readRequestsAgain()
      onClose()
      go(`/requests/${request.id}`)
      if (request.booking_url === null) notify({ text: words.asked })
      else if (await copyText(request.booking_url)) notify({ text: words.askedAndCopied })
    },
  })
  const { failure } = ask
  return (
    <Dialog title={words.askTitle({ name: customer.name })} onClose={onClose}>
      {!types ? (
        <Loading rows={3} />
      ) : (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            ask.run(undefined)
          }}
        >
          <Field label={words.type}>
            {(attributes) => (
              <select
                class="input"
                {...attributes}
                value={chosen}
                onInput={(event) => setTypeId(Number(event.currentTarget.value))}
              >
                {offered.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <div class="pair-fields">
            <TextField label={words.earliest} type="date" value={earliest} onInput={setEarliest} />
            <TextField label={words.latest} type="date" required value={latest} onInput={setLatest} />
          </div>
          {plans && plans.length > 0 && (
            <Field label={words.followUp} hint={words.followUpHint}>
              {(attributes) => (
                <select
                  class="input"
                  {...attributes}
                  value={planId}
                  onInput={(event) => setPlanId(event.currentTarget.value)}
                >
                  <option value="">{words.noFollowUp}</option>
                  {plans.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {planId !== "" && <PreviewOfTexts read={preview} timeZone={timezone} />}
          <Refused
            error={failure}
            text={
              isRefusal(failure, "open_request_exists") && (
                <>
                  {words.alreadyAsked}{" "}
                  <a href={hrefOf(`/requests/${failure.details.scheduling_request_id}`)} onClick={onClose}>
                    {words.open}
                  </a>
                </>
              )
            }
          />
          <button type="submit" class="button primary" disabled={ask.isRunning || chosen === undefined}>
            {words.ask}
          </button>
        </form>
      )}
    </Dialog>
  )
}
