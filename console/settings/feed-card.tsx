/** The address by which calendar programs read the appointments of a provider or of a location: made, replaced, ended. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { queries, useQuery, useWrite } from "../api/queries.ts"
import { SecretOnce } from "../developers/secret-once.tsx"
import { formatsOf } from "../formats.ts"
import { Field } from "../parts/field.tsx"
import { Question } from "../parts/question.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { allFeeds, type CalendarFeed } from "./settings-data.ts"

type Owner = { provider_id: number } | { location_id: number }
type Customer = CalendarFeed["customer"]
const choices: readonly Customer[] = ["nothing", "first_name", "name_and_address"]

const readFeedsAgain = () => queries.invalidateQueries({ queryKey: allFeeds.queryKey })
const isOf = (owner: Owner, { provider, location }: CalendarFeed) =>
  "provider_id" in owner ? provider?.id === owner.provider_id : location?.id === owner.location_id

export function FeedCard({ owner }: { owner: Owner }) {
  const words = useWords().settings.feed
  const { data, error, refetch } = useQuery(allFeeds)
  const [url, setUrl] = useState<string | null>(null)
  const feed = data?.find((one) => isOf(owner, one))
  const made = async (address: string) => {
    setUrl(address)
    await readFeedsAgain()
  }
  return (
    <section class="card" aria-labelledby="feed">
      <header>
        <h2 id="feed">{words.title}</h2>
      </header>
      <div class="content stack">
        <p class="hint">{words.meaning}</p>
        {data ? (
          <Choice key={feed?.id} owner={owner} feed={feed} onMade={made} />
        ) : error ? (
          <Failed error={error} retry={refetch} />
        ) : (
          <Loading rows={1} />
        )}
      </div>
      {url !== null && (
        <SecretOnce
          title={words.address}
          text={words.shownOnce}
          secret={url}
          done={words.done}
          onClose={() => setUrl(null)}
        />
      )}
    </section>
  )
}

interface ChoiceProps {
  owner: Owner
  feed: CalendarFeed | undefined
  onMade(url: string): void
}

function Choice({ owner, feed, onMade }: ChoiceProps) {
  const words = useWords().settings.feed
  const formats = formatsOf(useSession().company.timezone)
  const [customer, setCustomer] = useState<Customer>(feed?.customer ?? "nothing")
  const [asked, setAsked] = useState<"replace" | "end" | null>(null)
  const make = () => api.createCalendarFeed({ ...owner, customer })
  const first = useWrite({ mutationFn: make, onSuccess: ({ url }) => onMade(url) })
  return (
    <>
      {feed && (
        <p>
          <code>…{feed.last_four}</code> · {words.customers[feed.customer]} ·{" "}
          {feed.last_read_at === null
            ? words.neverRead
            : words.lastRead({ moment: formats.moment(feed.last_read_at) })}
        </p>
      )}
      <Field label={words.customer}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={customer}
            onInput={(event) => setCustomer(event.currentTarget.value as Customer)}
          >
            {choices.map((each) => (
              <option key={each} value={each}>
                {words.customers[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Refused error={first.failure} />
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={first.isRunning}
          onClick={() => (feed ? setAsked("replace") : first.run(undefined))}
        >
          {feed ? words.replace : words.make}
        </button>
        {feed && (
          <button type="button" class="button danger" onClick={() => setAsked("end")}>
            {words.end}
          </button>
        )}
      </div>
      {feed && asked === "end" && (
        <Question
          title={words.endQuestion}
          text={words.endMeaning}
          confirm={words.end}
          keep={words.keep}
          run={() => api.deleteCalendarFeed({ id: feed.id })}
          onDone={async () => {
            await readFeedsAgain()
            notify({ text: words.ended })
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "replace" && (
        <Question
          title={words.replaceQuestion}
          text={words.endMeaning}
          confirm={words.replace}
          keep={words.keep}
          run={async () => onMade((await make()).url)}
          onDone={readFeedsAgain}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
