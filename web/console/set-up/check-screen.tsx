/** What still keeps customers from booking, what fails, and what is well: the company's readiness. */
import { useQuery } from "../api/queries.ts"
import { Icon } from "../parts/icon.tsx"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { FirstTime } from "./first-time.tsx"
import { Lacks } from "./lacks.tsx"
import { readiness } from "./set-up-data.ts"
import { addressOf, openStep } from "./steps.ts"
import { useSetUp } from "./use-set-up.ts"
import "../styles/set-up.css"

export default function CheckScreen() {
  const words = useWords().setUp
  const { setUp, error, retry } = useSetUp()
  const { isFetching, refetch } = useQuery(readiness)
  const lacking = setUp?.readiness.items.filter(({ ok }) => !ok).length ?? 0
  const well = setUp ? setUp.readiness.items.length - lacking : 0
  return (
    <Page
      title={words.check}
      tools={
        <>
          <button type="button" class="button" disabled={isFetching} onClick={() => refetch()}>
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
          <section class="card" aria-labelledby="lacks">
            <header>
              <h2 id="lacks">{words.keeps}</h2>
              {lacking > 0 && <span class="tag bad">{lacking}</span>}
            </header>
            {lacking > 0 ? (
              <Lacks setUp={setUp} withReasons />
            ) : (
              <Empty icon="check" title={words.nothingKeeps} />
            )}
          </section>
          <div class="stack">
            <section class="card" aria-label={words.firstTime}>
              <div class="content">
                <FirstTime setUp={setUp} />
              </div>
            </section>
            <p class="hint">
              <Icon name="check" small /> {words.well(well)}
            </p>
          </div>
        </div>
      )}
    </Page>
  )
}
