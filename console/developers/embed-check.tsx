/** Asks the service to read a website, and shows what a browser would let through there, each with what to change. */
import { useState } from "preact/hooks"
import { type Answer, api, isRefusal } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { saveCompany } from "../api/saves.ts"
import { Code } from "../parts/code.tsx"
import { CopyButton } from "../parts/copy-button.tsx"
import { TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { Refused } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import { readSessionAgain, useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"

export type Shows = "page" | "link"
type Check = Answer<"checkEmbedding">
type Item = Check["items"][number]

/** People often leave out the scheme. */
const withScheme = (address: string) =>
  /^[a-z]+:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`

export function EmbedCheck({ shows, address }: { shows: Shows; address: string }) {
  const words = useWords().developers.embed
  const [typed, setTyped] = useState(address)
  const [checked, setChecked] = useState<Check | null>(null)
  const check = useWrite({
    mutationFn: () => api.checkEmbedding({ url: withScheme(typed), shows }),
    onMutate: () => goWithQuery({ url: typed.trim() }, { replace: true }),
    onSuccess: setChecked,
    onError: () => setChecked(null),
  })
  const { failure } = check
  const isUrl = isRefusal(failure, "invalid_input") && failure.field === "url"
  return (
    <section class="card" aria-labelledby="check">
      <header>
        <h2 id="check">{words.check}</h2>
      </header>
      <div class="content stack wide-items">
        <p class="hint">{words.checkHint}</p>
        <form
          class="stack wide-items"
          onSubmit={(event) => {
            event.preventDefault()
            check.run(undefined)
          }}
        >
          <TextField
            label={words.address}
            autocomplete="url"
            required
            maxLength={2_000}
            placeholder="www.example.com/book"
            value={typed}
            onInput={setTyped}
            error={isUrl ? failure.message : null}
          />
          <Refused error={isUrl ? null : failure} />
          <div>
            <button type="submit" class="button primary" disabled={check.isRunning || typed.trim() === ""}>
              {words.run}
            </button>
          </div>
        </form>
      </div>
      {checked && <Findings checked={checked} again={() => check.run(undefined)} />}
    </section>
  )
}

function Findings({ checked, again }: { checked: Check; again(): void }) {
  const words = useWords().developers.embed
  return (
    <>
      <div class="content" role="status">
        <p class={checked.ready ? "alert ok" : "alert bad"}>
          <Icon name={checked.ready ? "check" : "warning"} />
          <span>
            <strong>{checked.ready ? words.ready : words.notReady}</strong>{" "}
            {words.readAt({ url: checked.url })}
          </span>
        </p>
      </div>
      <ul class="rows">
        {checked.items.map((item) => (
          <li key={item.code}>
            <Finding item={item} origin={checked.origin} again={again} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The setting that holds the company's own part of the fix. */
const settings: Partial<Record<NonNullable<Item["reason"]>, string>> = {
  no_slug: "/settings/page?field=public_slug",
  page_off: "/settings/page?field=public_booking_enabled",
  links_off: "/settings/texts?field=booking_links_enabled",
}

function Finding({ item, origin, again }: { item: Item; origin: string; again(): void }) {
  const {
    developers: { embed: words },
    settings: { title: toSettings },
  } = useWords()
  const { code, ok, reason, policy } = item
  const [tag, text] = ok === null ? ["tag", words.open] : ok ? ["tag ok", words.ok] : ["tag bad", words.wrong]
  return (
    <div class="stack wide-items">
      <div class="row spread">
        <h3>{words.items[code]}</h3>
        <span class={tag}>{text}</span>
      </div>
      {reason && (
        <p>
          {words.reasons[reason]} {settings[reason] && <a href={hrefOf(settings[reason])}>{toSettings}</a>}
        </p>
      )}
      {reason === "not_listed" && <ListButton origin={origin} again={again} />}
      {policy && (
        <>
          <p class="hint">
            {words.now}, {policy.from === "header" ? words.byHeader : words.byMeta}:
          </p>
          <Code label={words.now} wraps>
            {policy.directive}
          </Code>
        </>
      )}
      {policy?.suggestion && (
        <>
          <div class="row spread">
            <p class="hint">{words.write}:</p>
            <CopyButton plain text={policy.suggestion} />
          </div>
          <Code label={words.write} wraps>
            {policy.suggestion}
          </Code>
        </>
      )}
    </div>
  )
}

/** The fix that is the company's own. */
function ListButton({ origin, again }: { origin: string; again(): void }) {
  const words = useWords().developers.embed
  const { company } = useSession()
  const list = useWrite({
    mutationFn: () => saveCompany(company, { embed_origins: [...company.embed_origins, origin] }),
    onSuccess: async () => {
      await readSessionAgain()
      notify({ text: words.listed })
      again()
    },
  })
  return (
    <div>
      <Refused error={list.failure} />
      <button type="button" class="button" disabled={list.isRunning} onClick={() => list.run(undefined)}>
        {words.list({ origin })}
      </button>
    </div>
  )
}
