/** The address and the server by which the company's mails go: its own domains, what proves them, and its server. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { allMailDomains } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { CopyButton } from "../parts/copy-button.tsx"
import { CheckField, TextField } from "../parts/field.tsx"
import { Failed, failureAt, Loading, Refused } from "../parts/states.tsx"
import { readAllAgain, useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { MailDomain } from "./settings-data.ts"

/** Null for a company that sends no mails. */
export function MailSender() {
  const words = useWords().settings.mailSender
  const { mail } = useSession().company
  const { data, error, refetch } = useQuery(allMailDomains)
  if (mail === null) return null
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading rows={2} />
  return (
    <section class="card" aria-labelledby="mail-sender">
      <header>
        <h2 id="mail-sender">{words.title}</h2>
      </header>
      <div class="content stack">
        <p class="hint">{words.hint}</p>
        <ul class="rows">
          {data.map((domain) => (
            <Domain key={domain.id} domain={domain} />
          ))}
        </ul>
        <NewDomain />
        {(data.some(({ proven_by }) => proven_by !== null) || mail.own_from !== null) && (
          <SenderForm key={`${mail.own_from} ${mail.smtp?.host}`} mail={mail} />
        )}
      </div>
    </section>
  )
}

function Domain({ domain }: { domain: MailDomain }) {
  const words = useWords().settings.mailSender
  const { copy } = useWords().shell
  const { id, record, proven_by: provenBy } = domain
  const check = useWrite({ mutationFn: () => api.checkMailDomain({ id }), onSuccess: readAllAgain })
  const remove = useWrite({ mutationFn: () => api.deleteMailDomain({ id }), onSuccess: readAllAgain })
  return (
    <li>
      <div class="stack">
        <p>
          <strong>{domain.domain}</strong>{" "}
          <span class={provenBy ? "tag ok" : "tag"}>{provenBy ? words.proven : words.unproven}</span>
        </p>
        {(provenBy === null || domain.missing_since !== null) && (
          <>
            <p class="hint">{words.record}</p>
            <code class="secret">{record.name}</code>
            <code class="secret">{record.value}</code>
            <CopyButton text={record.value} label={copy} plain />
          </>
        )}
        {provenBy === null && domain.checked_at !== null && (
          <p class="hint" role="status">
            {words.notYet}
          </p>
        )}
        <Refused error={check.failure ?? remove.failure} text={remove.failure && words.inUse} />
      </div>
      <span class="row">
        {provenBy !== "operator" && (
          <button
            type="button"
            class="button"
            disabled={check.isRunning}
            onClick={() => check.run(undefined)}
          >
            {words.check}
          </button>
        )}
        <button type="button" class="button plain" onClick={() => remove.run(undefined)}>
          {words.giveUp({ domain: domain.domain })}
        </button>
      </span>
    </li>
  )
}

function NewDomain() {
  const words = useWords().settings.mailSender
  const [domain, setDomain] = useState("")
  const add = useWrite({
    mutationFn: () => api.createMailDomain({ domain: domain.trim() }),
    async onSuccess() {
      setDomain("")
      await readAllAgain()
    },
  })
  const error = failureAt(add.failure, "domain")
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        add.run(undefined)
      }}
    >
      <TextField
        label={words.domain}
        required
        autocomplete="off"
        placeholder="example.com"
        value={domain}
        onInput={setDomain}
        error={error}
      />
      {error === null && <Refused error={add.failure} />}
      <div class="row">
        <button type="submit" class="button" disabled={add.isRunning}>
          {words.addDomain}
        </button>
      </div>
    </form>
  )
}

type Mail = NonNullable<ReturnType<typeof useSession>["company"]["mail"]>

function SenderForm({ mail }: { mail: Mail }) {
  const words = useWords().settings.mailSender
  const { version } = useSession().company
  const { smtp: present } = mail
  const [from, setFrom] = useState(mail.own_from ?? "")
  const [isOwn, setOwn] = useState(present !== null)
  const [host, setHost] = useState(present?.host ?? "")
  const [port, setPort] = useState(String(present?.port ?? 587))
  const [username, setUsername] = useState(present?.username ?? "")
  const [password, setPassword] = useState("")
  const server = { host, port: Number(port), username, ...(password !== "" && { password }) }
  const save = useWrite({
    mutationFn: () =>
      api.updateCompany({
        if_version: version,
        mail: { reply_to: mail.reply_to, from: from.trim() || null, smtp: isOwn ? server : null },
      }),
    async onSuccess() {
      setPassword("")
      await readAllAgain()
      notify({ text: words.saved })
    },
  })
  const errorOf = (field: string) => failureAt(save.failure, `mail.${field}`)
  const fields = ["from", "smtp.host", "smtp.port", "smtp.username", "smtp.password"]
  const text = (label: string, field: string, value: string, onInput: (value: string) => void) => (
    <TextField label={label} autocomplete="off" required {...{ value, onInput }} error={errorOf(field)} />
  )
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        save.run(undefined)
      }}
    >
      <TextField
        label={words.from}
        hint={words.fromHint}
        autocomplete="off"
        value={from}
        onInput={setFrom}
        error={errorOf("from")}
      />
      <CheckField label={words.ownServer} checked={isOwn} onChange={setOwn} />
      {isOwn && (
        <>
          {present?.failing_since && (
            <p class="error">{words.failing({ error: present.last_error ?? "" })}</p>
          )}
          {text(words.host, "smtp.host", host, setHost)}
          {text(words.port, "smtp.port", port, setPort)}
          {text(words.username, "smtp.username", username, setUsername)}
          <TextField
            label={words.password}
            type="password"
            autocomplete="off"
            required={present === null}
            {...(present && { hint: words.passwordKept })}
            value={password}
            onInput={setPassword}
            error={errorOf("smtp.password")}
          />
        </>
      )}
      {fields.every((field) => errorOf(field) === null) && <Refused error={save.failure} />}
      <div class="row">
        <button type="submit" class="button" disabled={save.isRunning}>
          {words.save}
        </button>
      </div>
    </form>
  )
}
