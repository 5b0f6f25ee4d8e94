/** The configuration of an agent platform: a key, and the files that name it by its secret. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { Code } from "../parts/code.tsx"
import { CopyButton } from "../parts/copy-button.tsx"
import { download } from "../parts/download.ts"
import { Field, TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { goWithQuery } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import "../styles/agents.css"
import { agentLanguages, type ConfigurationFile, platformFiles, platforms, toolsPath } from "./agent-data.ts"
import { AgentTabs } from "./agent-tabs.tsx"
import { RetellCard } from "./retell-card.tsx"
import { archived } from "./tar.ts"

const sampleSecret = "SECRET_ID"

export default function PlatformScreen({ query }: ScreenProps) {
  const words = useWords().agents
  const { company } = useSession()
  const secretId = query.get("secret") ?? ""
  const platform = oneOf(platforms, query.get("platform"), "elevenlabs")
  const language = oneOf(agentLanguages, query.get("language"), company.locale)
  const {
    data: files,
    error,
    refetch,
  } = useQuery(
    platformFiles({
      company: company.name,
      secretId: secretId.trim() || sampleSecret,
      transferPhone: company.agent.transfer_phone,
      platform,
      language,
    }),
  )
  return (
    <Page title={words.title} lead={<AgentTabs shown="platform" />}>
      {location.protocol !== "https:" && (
        <p class="hint">
          <Icon name="warning" small /> {words.notHttps} <code>{location.origin}</code>.
        </p>
      )}
      <div class="cards">
        <KeyCard />
        <section class="card" aria-labelledby="secret">
          <header>
            <h2 id="secret">{words.secret}</h2>
          </header>
          <div class="content stack">
            <TextField
              label={words.secretId}
              hint={words.secretHint}
              placeholder={sampleSecret}
              autocomplete="off"
              maxLength={200}
              value={secretId}
              onInput={(value) => goWithQuery({ secret: value || null }, { replace: true })}
            />
            <Choice
              label={words.platform}
              values={platforms}
              chosen={platform}
              nameOf={(each) => words.platforms[each]}
              onChoose={(each) => goWithQuery({ platform: each, file: null }, { replace: true })}
            />
            <Choice
              label={words.language}
              values={agentLanguages}
              chosen={language}
              nameOf={(each) => words.languages[each]}
              onChoose={(each) => goWithQuery({ language: each }, { replace: true })}
            />
          </div>
        </section>
        <RetellCard />
      </div>
      <section class="card" aria-labelledby="files">
        <header>
          <h2 id="files">{words.files}</h2>
          {files && (
            <button type="button" class="button" onClick={() => downloadAll(files)}>
              {words.download}
            </button>
          )}
        </header>
        <div class="content stack">
          <p class="hint">{words.filesHint[platform]}</p>
          {error && !files ? (
            <Failed error={error} retry={refetch} />
          ) : !files ? (
            <Loading />
          ) : (
            <Files files={files} opened={query.get("file")} />
          )}
        </div>
      </section>
    </Page>
  )
}

/** The one of `values` that the address names; `usual` where it names none of them. */
function oneOf<Value extends string>(values: readonly Value[], named: string | null, usual: Value): Value {
  return values.find((value) => value === named) ?? usual
}

interface ChoiceProps<Value extends string> {
  label: string
  values: readonly Value[]
  chosen: Value
  nameOf: (value: Value) => string
  onChoose: (value: Value) => void
}

function Choice<Value extends string>({ label, values, chosen, nameOf, onChoose }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(attributes) => (
        <select
          class="input"
          {...attributes}
          value={chosen}
          onInput={(event) => onChoose(oneOf(values, event.currentTarget.value, chosen))}
        >
          {values.map((value) => (
            <option key={value} value={value}>
              {nameOf(value)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** The key is in this answer only. */
function KeyCard() {
  const words = useWords().agents
  const [key, setKey] = useState<string | null>(null)
  const make = useWrite({
    mutationFn: () => api.createApiKey({ name: words.keyName, role: "agent" }),
    onSuccess: (made) => setKey(made.key),
  })
  return (
    <section class="card" aria-labelledby="key">
      <header>
        <h2 id="key">{words.key}</h2>
      </header>
      <div class="content stack">
        <p class="hint">{key === null ? words.keyHint : words.keyOnce}</p>
        {key === null ? (
          <button type="button" class="button" disabled={make.isRunning} onClick={() => make.run(undefined)}>
            <Icon name="key" small /> {words.makeKey}
          </button>
        ) : (
          <Copied text={`Bearer ${key}`} />
        )}
        <Refused error={make.failure} />
      </div>
    </section>
  )
}

/** A secret that is shown once, with the button that copies it. */
export function Copied({ text }: { text: string }) {
  return (
    <>
      <p class="secret">
        <code>{text}</code>
      </p>
      <CopyButton text={text} />
    </>
  )
}

function Files({ files, opened }: { files: readonly ConfigurationFile[]; opened: string | null }) {
  const words = useWords().agents
  const shown = files.find(({ path }) => path === opened) ?? files[0]!
  return (
    <>
      <div class="row spread wide-row">
        <Field label={words.file}>
          {(attributes) => (
            <select
              class="input"
              {...attributes}
              value={shown.path}
              onInput={(event) => goWithQuery({ file: event.currentTarget.value })}
            >
              {files.map(({ path }) => (
                <option key={path} value={path}>
                  {path}
                </option>
              ))}
            </select>
          )}
        </Field>
        <span class="row">
          <CopyButton text={shown.text} />
          <a class="button" href={toolsPath} download="agent-tools.json">
            {words.tools}
          </a>
        </span>
      </div>
      <Code height="tall" label={shown.path}>
        {shown.text}
      </Code>
    </>
  )
}

function downloadAll(files: readonly ConfigurationFile[]): void {
  const inFolder = files.map(({ path, text }) => ({ path: `agent/${path}`, text }))
  const archive = new Blob([archived(inFolder, Date.now())], { type: "application/x-tar" })
  download(archive, "agent-platform.tar")
}
