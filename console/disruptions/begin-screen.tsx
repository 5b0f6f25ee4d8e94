/**
 * The provider who cannot come, or the location that closes, and for how long: the service's proposals are then looked
 * through.
 */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { allLocations, allProviders } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { instantAt, localDate } from "../formats.ts"
import { Field, TextField } from "../parts/field.tsx"
import { Refused } from "../parts/states.tsx"
import { go } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { keepDisruption } from "./disruption-data.ts"

export default function BeginScreen({ query }: ScreenProps) {
  const words = useWords().disruptions
  const { company } = useSession()
  const { data: providers } = useQuery(allProviders)
  const { data: locations } = useQuery(allLocations)
  const date = query.get("date") ?? localDate(Date.now(), company.timezone)
  const [of, setOf] = useState(query.get("of") ?? "")
  const [from, setFrom] = useState({ date, time: query.get("time") ?? "00:00" })
  const [to, setTo] = useState({ date: query.get("until") ?? date, time: "23:59" })
  const [reason, setReason] = useState("")
  const [kind, id] = [of.startsWith("l") ? "location" : "provider", Number(of.slice(1))]
  const zone = (kind === "location" && locations?.find((one) => one.id === id)?.timezone) || company.timezone
  const begin = useWrite({
    mutationFn: () =>
      api.createDisruption({
        ...(kind === "location" ? { location_id: id } : { provider_id: id }),
        from: instantAt(zone, from.date, from.time),
        to: instantAt(zone, to.date, to.time),
        reason: reason.trim() === "" ? null : reason,
      }),
    onSuccess: (made) => {
      keepDisruption(made)
      go(`/disruptions/${made.id}`)
    },
  })
  const choices: [string, string][] = [
    ["", words.choose],
    ...(providers ?? []).map(({ id: each, name }): [string, string] => [`p${each}`, name]),
    ...(locations ?? []).map(({ id: each, name }): [string, string] => [`l${each}`, words.closes({ name })]),
  ]
  return (
    <Page title={words.title} lead={<BackLink to="/" name={words.board} />}>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          begin.run(undefined)
        }}
      >
        <div class="content stack">
          <p class="hint">{words.meaning}</p>
          <Field label={words.what}>
            {(attributes) => (
              <select
                class="input"
                {...attributes}
                value={of}
                onInput={(event) => setOf(event.currentTarget.value)}
              >
                {choices.map(([value, shown]) => (
                  <option key={value} value={value}>
                    {shown}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <div class="pair-fields">
            <TextField
              {...{ label: words.fromDate, type: "date", required: true, value: from.date }}
              onInput={(value) => setFrom({ ...from, date: value })}
            />
            <TextField
              {...{ label: words.fromTime, type: "time", required: true, value: from.time }}
              onInput={(value) => setFrom({ ...from, time: value })}
            />
            <TextField
              {...{ label: words.untilDate, type: "date", required: true, value: to.date }}
              onInput={(value) => setTo({ ...to, date: value })}
            />
            <TextField
              {...{ label: words.untilTime, type: "time", required: true, value: to.time }}
              onInput={(value) => setTo({ ...to, time: value })}
            />
          </div>
          <TextField label={words.reason} value={reason} onInput={setReason} maxLength={500} />
          <p class="hint">{words.reasonStays}</p>
          <Refused error={begin.failure} />
          <button type="submit" class="button primary" disabled={begin.isRunning || of === ""}>
            {words.propose}
          </button>
        </div>
      </form>
    </Page>
  )
}
