/** When the next appointment could be, as a customer would be offered it now. */
import { useQuery } from "../api/queries.ts"
import { formatsOf, localDate } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { failureText, Loading } from "../parts/states.tsx"
import { useWords } from "../words/words.ts"
import { firstTimeOf } from "./set-up-data.ts"
import type { SetUp } from "./steps.ts"

export function FirstTime({ setUp: { company, types } }: { setUp: SetUp }) {
  const words = useWords().setUp
  const bookable = types.filter(({ active, kind }) => active && kind === "open")
  // The times of visits depend on the customer's address.
  const type = bookable.find(({ place }) => place !== "at_customer")
  const { data, error, isLoading } = useQuery(firstTimeOf(type?.id, localDate(Date.now(), company.timezone)))
  if (bookable.length > 0 && !type) return <p class="hint">{words.timesByAddress}</p>
  if (error) return <p class="hint">{failureText(error)}</p>
  // Nothing is said before it is known: "not yet" would be read as the answer.
  if (isLoading) return <Loading rows={1} />
  if (!data || !type) return <p class="hint">{words.noTimeYet}</p>
  return (
    <p class="first-time" role="status">
      <Icon name="calendar" />
      <span>
        {words.firstTime}
        <strong>{formatsOf(data.timezone).moment(data.startTime)}</strong>
        <span class="hint">{words.typeWith({ type: type.name, provider: data.provider })}</span>
      </span>
    </p>
  )
}
