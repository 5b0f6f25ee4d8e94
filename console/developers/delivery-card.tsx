/** One delivery: first why it is as it is, then every attempt with what was sent and what came back. */

import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { CloseButton } from "../parts/dialog.tsx"
import { Icon } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { goWithQuery } from "../router.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { AttemptChoice, AttemptDetails } from "./attempts.tsx"
import { deliveryOf, type Endpoint, type OpenedDelivery, readEndpointsAgain } from "./endpoint-data.ts"
import { outcomeOf } from "./outcome.ts"
import { Payload } from "./payload.tsx"
import { SignatureCheck } from "./signature-check.tsx"
import { stampsOf } from "./stamps.ts"

interface DeliveryCardProps {
  endpoint: Endpoint
  deliveryId: number
  onClose(): void
  /** Opens the delivery so many rows further down the list. */
  walk(by: number): void
}

export function DeliveryCard({ endpoint, deliveryId, onClose, walk }: DeliveryCardProps) {
  const words = useWords().developers
  const { data: delivery, error, refetch } = useQuery(deliveryOf(endpoint.id, deliveryId))
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => card.current!.focus(), [])
  const redeliver = useWrite({
    mutationFn: () => api.redeliverDelivery({ id: endpoint.id, deliveryId }),
    onSuccess: async (again) => {
      await readEndpointsAgain()
      notify({ text: words.delivery.redelivered })
      goWithQuery({ delivery: String(again.id), cursor: null })
    },
  })
  const send = () => redeliver.run(undefined)
  useKeys([
    { key: "r", does: words.delivery.redeliver, run: send },
    { key: "j", does: words.deliveries.next, run: () => walk(1) },
    { key: "k", does: words.deliveries.previous, run: () => walk(-1) },
    { key: "Escape", does: words.delivery.close, run: onClose },
  ])
  return (
    <section ref={card} class="card record-card" aria-labelledby="delivery" tabIndex={-1}>
      <header>
        <h2 id="delivery" class="mono cut">
          {delivery?.event_type ?? words.deliveries.event}
        </h2>
        <button
          type="button"
          class="button primary"
          disabled={!delivery || redeliver.isRunning}
          onClick={send}
        >
          <Icon name="redo" small /> {words.delivery.redeliver} <KeyCap of="R" />
        </button>
        <CloseButton onClick={onClose} />
      </header>
      <div class="content stack wide-items">
        <Refused error={redeliver.failure} />
        {error && !delivery ? (
          <Failed error={error} retry={refetch} />
        ) : !delivery ? (
          <Loading />
        ) : (
          <Opened endpoint={endpoint} delivery={delivery} />
        )}
      </div>
    </section>
  )
}

const alerts = { ok: "alert ok", warn: "alert", bad: "alert bad", plain: "alert plain" } as const
const icons = { ok: "check", warn: "redo", bad: "warning", plain: "redo" } as const

function Opened({ endpoint, delivery }: { endpoint: Endpoint; delivery: OpenedDelivery }) {
  const words = useWords().developers
  const stamps = stampsOf(useSession().company.timezone)
  const { attempt_log: attempts, event_id: eventId, payload, trigger } = delivery
  const [chosen, setChosen] = useState<number | null>(null)
  const attempt = attempts.find(({ number }) => number === chosen) ?? attempts.at(-1)
  const { tone, cause, todo, next } = outcomeOf(delivery, words.outcome, stamps.full)
  const body = payload === null ? null : JSON.stringify(payload)
  return (
    <>
      <p class="hint">
        <span class="mono">{eventId}</span>
        {trigger !== "event" && ` · ${words.delivery.triggers[trigger]}`}
      </p>
      <div class={alerts[tone]} role="status">
        <Icon name={icons[tone]} />
        <div>
          <p>
            <strong>{cause}</strong> {todo}
          </p>
          {next && <p>{next}</p>}
        </div>
      </div>
      <section>
        <h3>{words.delivery.attempts}</h3>
        {attempt ? (
          <AttemptChoice attempts={attempts} shown={attempt} onChoose={setChosen} />
        ) : (
          <p class="hint">{words.delivery.noAttempt}</p>
        )}
      </section>
      {attempt && <AttemptDetails attempt={attempt} url={endpoint.url} body={body} />}
      {attempt?.request_headers && body !== null && (
        <SignatureCheck
          key={attempt.number}
          endpointId={endpoint.id}
          headers={attempt.request_headers}
          body={body}
        />
      )}
      <Payload payload={payload} />
    </>
  )
}
