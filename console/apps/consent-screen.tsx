/** The consent screen: which app asks to act for the user, for what, and the user's answer. */
import { useState } from "preact/hooks"
import { isRefusal, sendSignIn } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { CheckField } from "../parts/field.tsx"
import { Failed, failureText, Loading } from "../parts/states.tsx"
import { useAddress } from "../router.ts"
import { useSession } from "../session.ts"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { type Grant, grantText } from "./grant-text.ts"

interface Asked {
  app: { name: string; host: string }
  scopes: Grant[]
}

export default function ConsentScreen() {
  const words = useWords().apps
  const { query } = useAddress()
  const ask = query.toString()
  const { data, error, refetch } = useQuery({
    queryKey: ["consent", ask],
    queryFn: () => sendSignIn<Asked>("GET", `/consent?${ask}`),
    retry: false,
  })
  return (
    <Page title={words.title}>
      {error && isRefusal(error, "invalid_input") ? (
        <p class="refused" role="alert">
          {words.notPossible({ message: error.message })}
        </p>
      ) : error ? (
        <Failed error={error} retry={refetch} />
      ) : data ? (
        <Consent asked={data} ask={Object.fromEntries(query)} />
      ) : (
        <Loading rows={3} />
      )}
    </Page>
  )
}

function Consent({ asked: { app, scopes }, ask }: { asked: Asked; ask: Record<string, string> }) {
  const words = useWords()
  const { user, company } = useSession()
  const [chosen, setChosen] = useState<readonly Grant[]>(scopes)
  const [isDone, setDone] = useState(false)
  const answer = useWrite({
    mutationFn: (allow: boolean) =>
      sendSignIn<{ redirect_to: string }>("POST", "/consent", {
        ...{ ask, allow },
        ...(allow ? { scopes: chosen } : {}),
      }),
    onSuccess: ({ redirect_to }) => {
      setDone(true)
      location.assign(redirect_to)
    },
  })
  const isOver = answer.isRunning || isDone
  return (
    <div class="cards">
      <section class="card" aria-labelledby="asks">
        <header>
          <h2 id="asks">{words.apps.asks({ name: app.name })}</h2>
        </header>
        <div class="content stack">
          <p>{words.apps.account({ name: user.name, company: company.name })}</p>
          <p>
            <strong>{words.apps.host({ host: app.host })}</strong>
          </p>
          <fieldset class="stack">
            <legend>{words.apps.may}</legend>
            {scopes.map((grant) => (
              <CheckField
                key={grant}
                label={grantText(words.developers.keys, grant)}
                checked={chosen.includes(grant)}
                onChange={(isWanted) =>
                  setChosen(scopes.filter((each) => (each === grant ? isWanted : chosen.includes(each))))
                }
              />
            ))}
          </fieldset>
          <p class="hint">{words.apps.confirms}</p>
          <p class="hint">{words.apps.warning}</p>
          {answer.failure && (
            <p class="refused" role="alert">
              {failureText(answer.failure)}
            </p>
          )}
        </div>
        <footer class="row">
          <button type="button" class="button" disabled={isOver} onClick={() => answer.run(false)}>
            {words.apps.deny}
          </button>
          <button
            type="button"
            class="button primary"
            disabled={isOver || chosen.length === 0}
            onClick={() => answer.run(true)}
          >
            {isDone ? words.apps.leaving : words.apps.allow}
          </button>
        </footer>
      </section>
    </div>
  )
}
