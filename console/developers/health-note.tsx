/** The fault of an endpoint, and its remedy; nothing while it is well. */
import { formatsOf } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import { type Endpoint, healthOf } from "./endpoint-data.ts"

export function HealthNote({ endpoint, zone }: { endpoint: Endpoint; zone: string }) {
  const words = useWords().developers.endpoints
  const health = healthOf(endpoint)
  if (health === "well") return null
  if (health === "off") return <p class="alert">{words.off}</p>
  return (
    <p class="alert bad">
      <Icon name="warning" />
      <span>
        <strong>
          {health === "failing"
            ? words.failingSince({ when: formatsOf(zone).moment(endpoint.failing_since!) })
            : words.disabled[health]}
        </strong>{" "}
        {health === "failing" ? words.failingTodo : words.disabledTodo}{" "}
        <a
          href={hrefOf(
            `/developers/webhooks/${endpoint.id}?status=${health === "failing" ? "failed" : "abandoned"}`,
          )}
        >
          {words.showFailed}
        </a>
      </span>
    </p>
  )
}
