/** The user who is signed in: language, password, second factor, sessions. */
import { useState } from "preact/hooks"
import { api, isRefusal } from "../api/client.ts"
import { queries, useQuery, useWrite } from "../api/queries.ts"
import { ConnectedApps } from "../apps/connected-apps.tsx"
import { formatsOf } from "../formats.ts"
import { arrivalsAreShown, showArrivals } from "../inbox/arrivals.ts"
import { Device } from "../parts/device.tsx"
import { CheckField, NewPasswordField, TextField } from "../parts/field.tsx"
import { Segments } from "../parts/segments.tsx"
import { Failed, failureText, Loading } from "../parts/states.tsx"
import { forgetAll, readSessionAgain, signOut, useSession } from "../session.ts"
import { keepLetters, lettersWork } from "../shell/letters.ts"
import { notify } from "../shell/notices.tsx"
import { Page } from "../shell/page.tsx"
import { keepLocale, type Locale, localeNames, spokenLocale, useWords } from "../words/words.ts"
import { SecondFactorForm } from "./second-factor.tsx"

export default function YouScreen() {
  const words = useWords()
  const { user, company } = useSession()
  return (
    <Page
      title={user.name}
      note={`${words.you.role[user.role]} · ${company.name}`}
      tools={
        <button type="button" class="button" onClick={signOut}>
          {words.signIn.signOut}
        </button>
      }
    >
      <div class="cards">
        <section class="card" aria-labelledby="language">
          <header>
            <h2 id="language">{words.you.language}</h2>
          </header>
          <div class="content stack">
            <LanguageChoice />
            <LettersChoice />
            <ArrivalsChoice />
          </div>
        </section>
        <section class="card" aria-labelledby="password">
          <header>
            <h2 id="password">{words.you.password}</h2>
          </header>
          <div class="content">
            {user.password_set ? <PasswordForm /> : <p class="hint">{words.you.noPassword}</p>}
          </div>
        </section>
        <section class="card" aria-labelledby="factor">
          <header>
            <h2 id="factor">{words.you.secondFactor}</h2>
            <span class={user.second_factor ? "tag ok" : "tag"}>
              {user.second_factor ? words.you.factorOn : words.you.factorOff}
            </span>
          </header>
          <div class="content stack">
            <p class="hint">
              {user.second_factor
                ? words.you.recoveryLeft({ count: user.recovery_codes_left })
                : words.you.factorHint}
            </p>
            {user.password_set && (
              <SecondFactorForm key={String(user.second_factor)} user={user} onDone={readSessionAgain} />
            )}
          </div>
        </section>
        <section class="card" aria-labelledby="sessions">
          <header>
            <h2 id="sessions">{words.you.sessions}</h2>
          </header>
          <Sessions />
        </section>
        <section class="card" aria-labelledby="apps">
          <header>
            <h2 id="apps">{words.apps.connected}</h2>
          </header>
          <ConnectedApps />
        </section>
      </div>
    </Page>
  )
}

/** The words of a page are loaded once, so another language loads the page anew. */
function LanguageChoice() {
  return (
    <Segments
      legend={useWords().you.language}
      choices={Object.entries(localeNames).map(([locale, name]) => [
        locale as Locale,
        <span key={locale} lang={locale}>
          {name}
        </span>,
      ])}
      chosen={spokenLocale()}
      onChoose={(locale) => {
        keepLocale(locale)
        location.reload()
      }}
    />
  )
}

function LettersChoice() {
  const words = useWords().you
  const [work, setWork] = useState(lettersWork)
  return (
    <div>
      <CheckField
        label={words.letters}
        checked={work}
        onChange={(wanted) => {
          keepLetters(wanted)
          setWork(wanted)
        }}
      />
      <p class="hint">{words.lettersHint}</p>
    </div>
  )
}

function ArrivalsChoice() {
  const words = useWords().you
  const [are, setAre] = useState(arrivalsAreShown)
  const [isBlocked, setBlocked] = useState(false)
  return (
    <div>
      <CheckField
        label={words.arrivals}
        checked={are}
        onChange={(wanted) =>
          void showArrivals(wanted).then((shown) => {
            setAre(shown)
            setBlocked(wanted && !shown)
          })
        }
      />
      <p class={isBlocked ? "refused" : "hint"} aria-live="polite">
        {isBlocked ? words.arrivalsBlocked : words.arrivalsHint}
      </p>
    </div>
  )
}

function PasswordForm() {
  const words = useWords().you
  const [current, setCurrent] = useState("")
  const [wanted, setWanted] = useState("")
  const change = useWrite({
    mutationFn: () => api.changeOwnPassword({ current_password: current, new_password: wanted }),
    onSuccess: () => {
      setCurrent("")
      setWanted("")
      notify({ text: words.changed })
      queries.invalidateQueries({ queryKey: ["own-sessions"] })
    },
  })
  const { failure } = change
  const isWrong = isRefusal(failure, "wrong_password")
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        change.run(undefined)
      }}
    >
      <TextField
        label={words.currentPassword}
        type="password"
        autocomplete="current-password"
        required
        value={current}
        onInput={setCurrent}
        error={isWrong ? words.wrongPassword : null}
      />
      <NewPasswordField
        label={words.newPassword}
        hint={words.newPasswordHint}
        value={wanted}
        onInput={setWanted}
        error={failure && !isWrong ? failureText(failure) : null}
      />
      <button type="submit" class="button" disabled={change.isRunning}>
        {words.change}
      </button>
    </form>
  )
}

function Sessions() {
  const words = useWords().you
  const { company } = useSession()
  const formats = formatsOf(company.timezone)
  const { data, error, refetch } = useQuery({
    queryKey: ["own-sessions"],
    queryFn: () => api.listOwnSessions(),
  })
  const end = useWrite({
    mutationFn: (id: number) => api.endOwnSession({ id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["own-sessions"] }),
  })
  const endAll = useWrite({ mutationFn: () => api.endOwnSessions(), onSuccess: forgetAll })
  if (error) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading rows={2} />
  return (
    <>
      <ul class="rows">
        {data.data.map(({ id, current, network, user_agent, last_used_at }) => (
          <li key={id}>
            <div>
              <Device userAgent={user_agent ?? network} />{" "}
              {current && <span class="tag ok">{words.current}</span>}
              <p class="hint">
                {network} · {words.lastUsed} {formats.moment(last_used_at)}
              </p>
            </div>
            {!current && (
              <button type="button" class="button" onClick={() => end.run(id)}>
                {words.end}
              </button>
            )}
          </li>
        ))}
      </ul>
      <footer>
        <button type="button" class="button danger" onClick={() => endAll.run(undefined)}>
          {words.endAll}
        </button>
      </footer>
    </>
  )
}
