/** The plans by which requests are followed up. */

import { allPlans } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { shownPhone } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { timeOfDay } from "../parts/week-formats.ts"
import type { OutreachPlan } from "../requests/request-data.ts"
import { go, hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { useOwnNumber } from "./message-data.ts"
import { MessageTabs } from "./message-tabs.tsx"
import { waitText } from "./waits.ts"

const toNew = "/messages/plans/new"

export default function PlansScreen() {
  const words = useWords().messages
  const { data: plans, error, refetch } = useQuery(allPlans)
  useKeys([{ key: "c", does: words.planMake, run: () => go(toNew) }])
  return (
    <Page
      title={words.title}
      lead={<MessageTabs shown="plans" />}
      tools={
        <a class="button primary" href={hrefOf(toNew)}>
          <Icon name="plus" small /> {words.planMake} <KeyCap of="C" />
        </a>
      }
    >
      {error && !plans ? (
        <Failed error={error} retry={refetch} />
      ) : !plans ? (
        <Loading />
      ) : plans.length === 0 ? (
        <Empty icon="messages" title={words.planNone} hint={words.planNoneHint}>
          <a class="button" href={hrefOf(toNew)}>
            {words.planMake}
          </a>
        </Empty>
      ) : (
        <section class="card" aria-label={words.plans}>
          <ul class="rows">
            {plans.map((plan) => (
              <li key={plan.id}>
                <div>
                  <a href={hrefOf(`/messages/plans/${plan.id}`)}>
                    <strong>{plan.name}</strong>
                  </a>
                  <Steps plan={plan} />
                </div>
                <span class="hint">{words.steps({ count: plan.steps.length })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <WhenAndFrom />
    </Page>
  )
}

function Steps({ plan }: { plan: OutreachPlan }) {
  const words = useWords().messages
  const steps = plan.steps.map(({ after_minutes, channel }) =>
    words.pair({ name: waitText(after_minutes, words), value: words.channels[channel] }),
  )
  return <p class="hint">{steps.join(" · ")}</p>
}

/** The hours in which follow-ups go, and the number that they come from. */
export function WhenAndFrom() {
  const words = useWords().messages
  const { quiet_hours } = useSession().company
  const own = useOwnNumber()
  return (
    <p class="hint">
      {words.quietHours({
        start: timeOfDay(minuteOf(quiet_hours.start)),
        end: timeOfDay(minuteOf(quiet_hours.end)),
      })}{" "}
      {own !== undefined && (own === null ? words.noNumber : words.goesFrom({ phone: shownPhone(own) }))}
    </p>
  )
}

/** 09:30 → 570 */
const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
