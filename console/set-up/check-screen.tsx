/** The company's readiness: the obstacles to booking, the failures, and the parts that are well. */
import { useQuery } from "../api/queries.ts"
import { Icon } from "../parts/icon.tsx"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { readAllAgain } from "../session.ts"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { FirstTime } from "./first-time.tsx"
import { Lacks } from "./lacks.tsx"
import { type Readiness, type ReadinessItem, readiness } from "./set-up-data.ts"
import { addressOf, openStep } from "./steps.ts"
import { useSetUp } from "./use-set-up.ts"
import "../styles/set-up.css"

export default function CheckScreen() {
  const words = useWords().setUp
  const { setUp, error, retry } = useSetUp()
  const { isFetching } = useQuery(readiness)
  const lacking = setUp?.readiness.items.filter(({ ok }) => !ok).length ?? 0
  return (
    <Page
      title={words.check}
      lead={<BackLink to="/settings" name={words.title} />}
      tools={
        <>
          <button type="button" class="button" disabled={isFetching} onClick={() => readAllAgain()}>
            {words.checkAgain}
          </button>
          {setUp && (
            <a class="button primary" href={hrefOf(addressOf(openStep(setUp)))}>
              {words.assistant}
            </a>
          )}
        </>
      }
    >
      {error ? (
        <Failed error={error} retry={retry} />
      ) : !setUp ? (
        <Loading />
      ) : (
        <div class="split">
          {lacking > 0 ? (
            <section class="card" aria-labelledby="lacks">
              <header>
                <h2 id="lacks">{words.keeps}</h2>
                <span class="tag bad">{lacking}</span>
              </header>
              <Lacks setUp={setUp} withReasons />
            </section>
          ) : (
            <section class="card">
              <Empty icon="check" title={words.nothingKeeps} />
            </section>
          )}
          <div class="stack">
            <section class="card" aria-label={words.firstTime}>
              <div class="content">
                <FirstTime setUp={setUp} />
              </div>
            </section>
            <section class="card" aria-labelledby="well">
              <header>
                <h2 id="well">{words.well}</h2>
              </header>
              <ul class="content well">
                {aspectsOf(setUp.readiness).map(([code, count]) => (
                  <li key={code}>
                    <Icon name="check" small /> {words.aspects[code] ?? code}
                    {count > 1 && <span class="hint">{count}</span>}
                  </li>
                ))}
              </ul>
            </section>
          </div>
        </div>
      )}
    </Page>
  )
}

/** The aspects that are well throughout, each with the number of things. */
function aspectsOf({ items }: Readiness): [code: ReadinessItem["code"], count: number][] {
  const counts = new Map<ReadinessItem["code"], number>()
  for (const { code } of items) counts.set(code, (counts.get(code) ?? 0) + 1)
  for (const { code } of items.filter(({ ok }) => !ok)) counts.delete(code)
  return [...counts]
}
