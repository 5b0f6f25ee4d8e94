/** One endpoint: how it is doing, what was sent to it, and one delivery opened beside the list. */
import { useState } from "preact/hooks"
import { useQuery } from "../api/queries.ts"
import { Failed, Loading } from "../parts/states.tsx"
import { goWithQuery } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { DeliveryCard } from "./delivery-card.tsx"
import { DeliveryChart } from "./delivery-chart.tsx"
import { DeliveryList } from "./delivery-list.tsx"
import { EndpointActions } from "./endpoint-actions.tsx"
import { daysOf, type Endpoint, endpointOf } from "./endpoint-data.ts"
import { HealthNote } from "./health-note.tsx"
import { HealthTag } from "./health-tag.tsx"
import "../styles/developers.css"

export default function EndpointScreen({ params, query }: ScreenProps) {
  const words = useWords().developers.sections
  const { data: endpoint, error, refetch } = useQuery(endpointOf(Number(params.id)))
  const back = <BackLink to="/developers" name={words.webhooks} />
  if (endpoint) return <EndpointDetails key={endpoint.id} endpoint={endpoint} query={query} lead={back} />
  return (
    <Page title={words.webhooks} lead={back}>
      {error ? <Failed error={error} retry={refetch} /> : <Loading />}
    </Page>
  )
}

interface EndpointDetailsProps {
  endpoint: Endpoint
  query: URLSearchParams
  lead: preact.ComponentChildren
}

function EndpointDetails({ endpoint, query, lead }: EndpointDetailsProps) {
  const words = useWords().developers
  const { company } = useSession()
  const { id, url, description, events, appointment_type_ids: typeIds } = endpoint
  const { data: days } = useQuery(daysOf(id))
  const deliveryId = Number(query.get("delivery")) || null
  /** The ids of the list on screen, newest first. */
  const [listed, setListed] = useState<readonly number[]>([])
  const close = () => {
    goWithQuery({ delivery: null })
    document.getElementById(`delivery-${deliveryId}`)?.focus()
  }
  const walk = (by: number) => {
    const next = listed[listed.indexOf(deliveryId ?? 0) + by]
    if (next !== undefined) goWithQuery({ delivery: String(next) }, { replace: true })
  }
  return (
    <Page title={new URL(url).host} note={<HealthTag endpoint={endpoint} />} lead={lead}>
      <div class="endpoint-head">
        <div>
          <p class="mono">{url}</p>
          {description && <p>{description}</p>}
          <p class="hint">
            {words.endpoints.eventCount({ count: events.length })} ·{" "}
            {typeIds.length === 0
              ? words.endpoints.allTypes
              : words.endpoints.typeCount({ count: typeIds.length })}
          </p>
        </div>
        <EndpointActions endpoint={endpoint} />
      </div>
      <HealthNote endpoint={endpoint} zone={company.timezone} />
      <div class={deliveryId === null ? "stack wide-items" : "with-delivery"}>
        <div class="stack wide-items">
          <section class="card" aria-labelledby="days">
            <header>
              <h2 id="days">{words.chart.title}</h2>
            </header>
            <div class="content">{days ? <DeliveryChart days={days} /> : <Loading rows={3} />}</div>
          </section>
          <DeliveryList endpointId={id} query={query} shown={deliveryId} onList={setListed} />
        </div>
        {deliveryId !== null && (
          <DeliveryCard
            key={deliveryId}
            endpoint={endpoint}
            deliveryId={deliveryId}
            onClose={close}
            walk={walk}
          />
        )}
      </div>
    </Page>
  )
}
