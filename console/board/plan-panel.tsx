/**
 * The changes of planning a day anew. Nothing is written until staff take the plan; visits that they untick stay where they
 * are.
 */
import { useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { queries, useQuery, useWrite } from "../api/queries.ts"
import { appointmentFormats } from "../formats.ts"
import { CheckField } from "../parts/field.tsx"
import { Panel } from "../parts/panel.tsx"
import { Segments } from "../parts/segments.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { type BoardLocation, readBoardsAgain } from "./board-data.ts"
import { duration } from "./board-formats.ts"
import { PlanRoutes } from "./plan-routes.tsx"

type Preview = Answer<"previewPlan">
type Change = Preview["changes"][number]

interface PlanPanelProps {
  date: string
  /** The locations where visits are planned; not empty. */
  locations: readonly BoardLocation[]
  onClose(): void
}

const planOf = (date: string, location_id: number, keep: readonly number[]) => ({
  queryKey: ["plan", date, location_id, keep.join()] as const,
  queryFn: () => api.previewPlan({ date, location_id, keep: [...keep] }),
  staleTime: 0,
})

export function PlanPanel({ date, locations, onClose }: PlanPanelProps) {
  const words = useWords().board
  const [locationId, setLocationId] = useState(locations[0]!.id)
  const [kept, setKept] = useState<readonly Change[]>([])
  const keep = kept.map(({ appointment_id }) => appointment_id)
  const { data: preview, error, isFetching, refetch } = useQuery(planOf(date, locationId, keep))
  const take = useWrite({
    mutationFn: (changes: readonly Change[]) =>
      api.applyPlan({ date, location_id: locationId, changes: changes.map(asWanted) }),
    onSuccess: () => {
      notify({ text: words.planTaken })
      queries.removeQueries({ queryKey: ["plan"] })
      onClose()
      return readBoardsAgain()
    },
    onError: () => refetch(),
  })
  const choose = (id: number) => {
    setKept([])
    setLocationId(id)
  }
  const changes = preview?.changes ?? []
  return (
    <Panel
      title={words.wouldChange}
      note={locations.length === 1 ? locations[0]!.name : undefined}
      onClose={onClose}
      actions={
        <>
          <button
            type="button"
            class="button primary"
            disabled={changes.length === 0 || isFetching || take.isRunning}
            onClick={() => take.run(changes)}
          >
            {words.takePlan}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {words.keepPlan}
          </button>
        </>
      }
    >
      {locations.length > 1 && (
        <label class="field">
          {words.planLocation}
          <select
            class="input"
            value={locationId}
            onInput={(event) => choose(Number(event.currentTarget.value))}
          >
            {locations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {take.failure && <Refused error={take.failure} />}
      {error ? (
        <Failed error={error} retry={refetch} />
      ) : preview ? (
        <>
          <Changes {...{ preview, kept, onKept: setKept }} />
          <DayInOrder {...{ preview, date, locationId }} />
        </>
      ) : (
        <Loading rows={4} />
      )}
    </Panel>
  )
}

interface DayInOrderProps {
  preview: Preview
  date: string
  locationId: number
}

/** The day as it would be, and as it is: what is taken can be held against what stands. */
function DayInOrder({ preview, date, locationId }: DayInOrderProps) {
  const words = useWords().board
  const [isNow, setNow] = useState(false)
  const changes = preview.changes.length > 0
  const { data: present } = useQuery({
    queryKey: ["plan", "now", date, locationId],
    queryFn: () => api.readPlan({ date, location_id: locationId }),
    enabled: changes && isNow,
  })
  const { timezone, is_frozen, frozen_at } = preview.plan
  return (
    <>
      <p class="hint">
        {is_frozen
          ? words.fixedNow
          : words.fixedFrom({ time: appointmentFormats(timezone).moment(frozen_at) })}
      </p>
      <PlanRoutes plan={changes && isNow && present ? present : preview.plan}>
        {changes && (
          <Segments
            legend={words.whichPlan}
            choices={[
              [false, words.asItWouldBe],
              [true, words.asItIs],
            ]}
            chosen={isNow}
            onChoose={setNow}
          />
        )}
      </PlanRoutes>
    </>
  )
}

const asWanted = ({ appointment_id, to }: Change) => ({
  ...{ appointment_id, provider_id: to.provider.id, planned_start: to.planned_start },
  ...(to.crew ? { crew_ids: to.crew.map(({ id }) => id) } : {}),
})

/** All who come, the lead first. */
const namesOf = ({ provider, crew = [] }: Change["to"]) =>
  [provider, ...crew].map(({ name }) => name).join(" + ")

interface ChangesProps {
  preview: Preview
  /** The unticked changes. */
  kept: readonly Change[]
  onKept(kept: readonly Change[]): void
}

function Changes({ preview, kept, onKept }: ChangesProps) {
  const words = useWords().board
  const { plan, changes, visits, driving_minutes_before: before } = preview
  const { time } = appointmentFormats(plan.timezone)
  const goesTo = ({ from, to }: Change) =>
    words.goesTo({
      ...{ fromName: namesOf(from), fromTime: time(from.planned_start) },
      ...{ toName: namesOf(to), toTime: time(to.planned_start) },
    })
  if (changes.length + kept.length === 0) return <p>{words.nothingWouldChange}</p>
  return (
    <>
      <p>
        <strong>
          {words.drivingThen({ after: duration(plan.driving_minutes), before: duration(before) })}
        </strong>
      </p>
      <p>{words.visitsChange({ count: changes.length, visits })}</p>
      <p class="hint">{words.promisesHold}</p>
      <ul class="plan-changes">
        {changes.map((change) => (
          <li key={change.appointment_id}>
            <CheckField label={change.customer.name} checked onChange={() => onKept([...kept, change])} />
            <p class="hint">{goesTo(change)}</p>
          </li>
        ))}
        {kept.map((change) => (
          <li key={change.appointment_id}>
            <CheckField
              label={change.customer.name}
              checked={false}
              onChange={() => onKept(kept.filter((each) => each !== change))}
            />
            <p class="hint">{words.keptWhereItIs}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
