/** The endpoints that get events, with how each is doing. */

import { useState } from "preact/hooks"
import { useQuery } from "../api/queries.ts"
import { Icon } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { go, hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { useWords } from "../words/words.ts"
import { DeliveryChart } from "./delivery-chart.tsx"
import { DevelopersPage } from "./developers-page.tsx"
import {
  allEndpoints,
  daysOf,
  type Endpoint,
  keepSecret,
  mostEndpoints,
  readEndpointsAgain,
} from "./endpoint-data.ts"
import { EndpointForm } from "./endpoint-form.tsx"
import { HealthNote } from "./health-note.tsx"
import { HealthTag } from "./health-tag.tsx"
import { SecretOnce } from "./secret-once.tsx"

export default function WebhooksScreen() {
  const words = useWords().developers.endpoints
  const { data: endpoints, error, refetch } = useQuery(allEndpoints)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<{ id: number; secret: string } | null>(null)
  const isFull = (endpoints?.length ?? 0) >= mostEndpoints
  const make = () => setMaking(true)
  useKeys(isFull ? [] : [{ key: "c", does: words.make, run: make }])
  const makeButton = (
    <button type="button" class="button primary" disabled={isFull} onClick={make}>
      <Icon name="plus" small /> {words.make} <KeyCap of="C" />
    </button>
  )
  return (
    <DevelopersPage
      section="webhooks"
      tools={
        endpoints &&
        endpoints.length > 0 && (
          <>
            {isFull && <span class="hint">{words.most}</span>}
            {makeButton}
          </>
        )
      }
    >
      {error && !endpoints ? (
        <Failed error={error} retry={refetch} />
      ) : !endpoints ? (
        <Loading />
      ) : endpoints.length === 0 ? (
        <Empty icon="code" title={words.none} hint={words.noneHint}>
          {makeButton}
        </Empty>
      ) : (
        endpoints.map((endpoint) => <EndpointCard key={endpoint.id} endpoint={endpoint} />)
      )}
      {isMaking && (
        <EndpointForm
          endpoint={null}
          onClose={() => setMaking(false)}
          onMade={(endpoint) => {
            keepSecret(endpoint.id, endpoint.secret)
            setMade(endpoint)
          }}
        />
      )}
      {made && (
        <SecretOnce
          title={words.secret}
          text={words.secretOnce}
          secret={made.secret}
          done={words.done}
          onClose={() => {
            setMade(null)
            readEndpointsAgain()
            go(`/developers/webhooks/${made.id}`)
          }}
        />
      )}
    </DevelopersPage>
  )
}

function EndpointCard({ endpoint }: { endpoint: Endpoint }) {
  const words = useWords().developers.endpoints
  const { company } = useSession()
  const { id, url, description, events, appointment_type_ids: typeIds } = endpoint
  const { data: days } = useQuery(daysOf(id))
  return (
    <section class="card" aria-labelledby={`endpoint-${id}`}>
      <header>
        <h2 id={`endpoint-${id}`} class="cut">
          <a class="mono" href={hrefOf(`/developers/webhooks/${id}`)}>
            {url}
          </a>
        </h2>
        <span class="hint optional">
          {description && <>{description} · </>}
          {words.eventCount({ count: events.length })} ·{" "}
          {typeIds.length === 0 ? words.allTypes : words.typeCount({ count: typeIds.length })}
        </span>
        <HealthTag endpoint={endpoint} />
      </header>
      <div class="content stack wide-items">
        <HealthNote endpoint={endpoint} zone={company.timezone} />
        {days ? <DeliveryChart days={days} isSmall /> : <Loading rows={2} />}
      </div>
    </section>
  )
}
