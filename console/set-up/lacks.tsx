/** Readiness's faults in the console's words, each with the way to its mend. */
import { Icon } from "../parts/icon.tsx"
import { hrefOf } from "../router.ts"
import { useWords, type Words } from "../words/words.ts"
import type { ReadinessItem } from "./set-up-data.ts"
import { mendedAt, type SetUp } from "./steps.ts"

export function Lacks({ setUp, withReasons = false }: { setUp: SetUp; withReasons?: boolean }) {
  const words = useWords().setUp
  const lacking = setUp.readiness.items.filter(({ ok }) => !ok)
  return (
    <ul class="rows lacks">
      {lacking.map((item) => {
        const path = mendedAt(item)
        const title = titleOf(item, setUp, words)
        return (
          <li key={`${item.code} ${item.target_id}`}>
            <Icon name="warning" />
            <div>
              <span>{title}</span>
              {withReasons && hasOwnReason(item) && <p class="hint">{item.message}</p>}
            </div>
            {path === null ? (
              <span class="hint">{words.operators}</span>
            ) : (
              <a class="button" href={hrefOf(path)} aria-label={`${words.fix}: ${title}`}>
                {words.fix}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A title that does not say why has the service's own sentence below it. */
const hasOwnReason = ({ code }: ReadinessItem) =>
  ["public_page", "texts", "mails", "provider_calendar", "webhook_endpoint", "type_hours"].includes(code)

function titleOf({ code, target_id, message }: ReadinessItem, setUp: SetUp, words: Words["setUp"]): string {
  const of = code === "service_area" ? setUp.locations : setUp.types
  const name = of.find(({ id }) => id === target_id)?.name ?? ""
  const title = words.lacks[code]
  // A code that is newer than this console has no words of its own.
  return typeof title === "function" ? title({ name }) : (title ?? message)
}
