import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import type { Delivery, DeliveryState } from "./endpoint-data.ts"

const tags: Record<DeliveryState, string> = {
  pending: "tag",
  succeeded: "tag ok",
  failed: "tag warn",
  abandoned: "tag bad",
}
const icons = { pending: null, succeeded: "check", failed: "redo", abandoned: "warning" } as const

/** The last answer, coloured by whether that is the end. */
export function ResultTag({ delivery }: { delivery: Delivery }) {
  const words = useWords().developers.deliveries
  const { status, last_status_code: code, last_error: error } = delivery
  const icon = icons[status]
  return (
    <span class={tags[status]}>
      {icon && <Icon name={icon} small />}
      {(status === "pending" ? null : (error ?? code)) ?? words.states[status]}
      {status !== "pending" && <span class="said">, {words.states[status]}</span>}
    </span>
  )
}
