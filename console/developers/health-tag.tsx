import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import { type Endpoint, type Health, healthOf } from "./endpoint-data.ts"

const tags: Record<Health, string> = {
  well: "tag ok",
  failing: "tag bad",
  off: "tag",
  gone: "tag bad",
  failed: "tag bad",
}

/** Says how deliveries to the endpoint fare. */
export function HealthTag({ endpoint }: { endpoint: Endpoint }) {
  const words = useWords().developers.endpoints
  const health = healthOf(endpoint)
  return (
    <span class={tags[health]}>
      {health !== "off" && <Icon name={health === "well" ? "check" : "warning"} small />}
      {words.health[health]}
    </span>
  )
}
