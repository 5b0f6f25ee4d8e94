import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { allLocations, allProviders } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { asTitle, formatsOf, shortDay } from "../formats.ts"
import { Refused } from "../parts/states.tsx"
import { shortWeekday } from "../parts/week-formats.ts"
import { hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { WaitDialog } from "./wait-dialog.tsx"
import { type Entry, type EntryState, readWaitingAgain, typeNamesOf } from "./waiting-data.ts"

interface EntriesTableProps {
  entries: readonly Entry[]
  /** Left out where all are of one customer, whose history says since when they wait. */
  withNames?: boolean
}

/** The waiting customers, with their wishes. An entry that has not ended is taken off in its row. */
export function EntriesTable({ entries, withNames = false }: EntriesTableProps) {
  const words = useWords().waiting
  return (
    <table class="stacks">
      <thead>
        <tr>
          {withNames && <th>{words.who}</th>}
          <th>{words.what}</th>
          <th>{words.when}</th>
          {withNames && <th class="far">{words.since}</th>}
          <th>{words.state}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} withName={withNames} />
        ))}
      </tbody>
    </table>
  )
}

function EntryRow({ entry, withName }: { entry: Entry; withName: boolean }) {
  const words = useWords().waiting
  const formats = formatsOf(useSession().company.timezone)
  const { id, customer, appointment_id, times_asked, state } = entry
  const [isChanging, setChanging] = useState(false)
  const { run, isRunning, failure } = useWrite({
    mutationFn: (taken: number) => api.deleteWaitingEntry({ id: taken }),
    onSuccess: readWaitingAgain,
  })
  return (
    <tr>
      {withName && (
        <td class="subject">
          <a href={hrefOf(`/customers/${customer.id}`)}>
            <strong>{customer.name}</strong>
          </a>
        </td>
      )}
      <td class={withName ? "named" : "subject"}>
        {typeNamesOf(entry)} {appointment_id !== null && <span class="hint">{words.earlier}</span>}
      </td>
      <td class="named">
        {wishesOf(entry, words)}{" "}
        <span class="hint">
          {words.dates({ from: shortDay(entry.earliest_date), until: shortDay(entry.latest_date) })}
        </span>{" "}
        <Named entry={entry} />{" "}
        {times_asked > 0 && <span class="hint">{words.asked({ count: times_asked })}</span>}
      </td>
      {withName && <td class="far">{formats.moment(entry.created_at)}</td>}
      <td class="outcome">
        <span class={tags[state]}>{words.states[state]}</span>{" "}
        {waits(state) && (
          <span class="row acts">
            <button type="button" class="button" onClick={() => setChanging(true)}>
              {words.change}
            </button>
            <button type="button" class="button plain danger" disabled={isRunning} onClick={() => run(id)}>
              {words.takeOff}
            </button>
          </span>
        )}
        {isChanging && <WaitDialog entry={entry} onClose={() => setChanging(false)} />}
        {failure && <Refused error={failure} />}
      </td>
    </tr>
  )
}

/** The locations and providers, where only some will do. */
function Named({ entry }: { entry: Entry }) {
  const { location_ids, provider_ids } = entry
  const locations = useQuery({ ...allLocations, enabled: location_ids !== null }).data ?? []
  const providers = useQuery({ ...allProviders, enabled: provider_ids !== null }).data ?? []
  const named = [
    ...locations.filter(({ id }) => location_ids?.includes(id)),
    ...providers.filter(({ id }) => provider_ids?.includes(id)),
  ]
  return named.length === 0 ? null : <span class="hint">{named.map(({ name }) => name).join(", ")}</span>
}

const waits = (state: EntryState) => state === "waiting" || state === "offered" || state === "held"

const tags: Record<EntryState, string> = {
  waiting: "tag",
  offered: "tag",
  held: "tag ok",
  booked: "tag ok",
  declined: "tag",
  expired: "tag",
  withdrawn: "tag",
}

/** "Mon, Wed, morning", or that any day and time will do. */
function wishesOf(
  { weekdays, parts_of_day: parts }: Entry,
  words: ReturnType<typeof useWords>["waiting"],
): string {
  const days = weekdays?.map(shortWeekday) ?? [words.anyDay]
  return asTitle([...days, ...(parts?.map((part) => words.parts[part]) ?? [words.anyTime])].join(", "))
}
