/** The keys with which programs act for the company: made and shown once, recognised by their end, revoked. */

import { useState } from "preact/hooks"
import { api, isRefusal, type Row } from "../api/client.ts"
import { allKeys, allPeople } from "../api/lists.ts"
import { queries, useQuery, useWrite } from "../api/queries.ts"
import { formatsOf } from "../formats.ts"
import { Dialog } from "../parts/dialog.tsx"
import { Field, TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { Question } from "../parts/question.tsx"
import { Empty, Failed, Loading, Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { DevelopersPage } from "./developers-page.tsx"
import { forWebsites, isChosen, KeyChoiceFields, narrowed, noChoices } from "./key-choices.tsx"
import { SecretOnce } from "./secret-once.tsx"

type ApiKey = Row<"listApiKeys">
const roles = ["member", "admin", "agent", "visitor"] as const

const readKeysAgain = () => queries.invalidateQueries({ queryKey: allKeys.queryKey })

export default function KeysScreen() {
  const words = useWords().developers.keys
  const { data: keys, error, refetch } = useQuery(allKeys)
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [revokedId, setRevokedId] = useState<number | null>(null)
  const revoked = keys?.find(({ id }) => id === revokedId)
  const make = () => setMaking(true)
  const askToRevoke = ({ id }: ApiKey) => {
    // It may have been used since the list was read.
    readKeysAgain()
    setRevokedId(id)
  }
  useKeys([{ key: "c", does: words.make, run: make }])
  return (
    <DevelopersPage
      section="keys"
      tools={
        <button type="button" class="button primary" onClick={make}>
          <Icon name="plus" small /> {words.make} <KeyCap of="C" />
        </button>
      }
    >
      {error && !keys ? (
        <Failed error={error} retry={refetch} />
      ) : !keys ? (
        <Loading />
      ) : keys.length === 0 ? (
        <Empty icon="key" title={words.none} hint={words.noneHint} />
      ) : (
        <KeyTable keys={keys} onRevoke={askToRevoke} />
      )}
      {isMaking && (
        <MakeDialog
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false)
            setSecret(key)
          }}
        />
      )}
      {secret !== null && (
        <SecretOnce
          title={words.key}
          text={words.shownOnce}
          secret={secret}
          done={words.done}
          onClose={() => setSecret(null)}
        />
      )}
      {revoked && <RevokeQuestion apiKey={revoked} onClose={() => setRevokedId(null)} />}
    </DevelopersPage>
  )
}

function KeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke(key: ApiKey): void }) {
  const words = useWords().developers
  const formats = formatsOf(useSession().company.timezone)
  const { data: users } = useQuery(allPeople)
  const makerOf = ({ created_by: { kind, user_id, api_key_id } }: ApiKey) => {
    if (kind === "admin_user") {
      return users?.find(({ id }) => id === user_id)?.name ?? words.keys.userMaker({ id: user_id! })
    }
    if (kind === "system") return words.keys.operator
    return keys.find(({ id }) => id === api_key_id)?.name ?? words.keys.keyMaker({ id: api_key_id! })
  }
  return (
    <section class="card" aria-label={words.sections.keys}>
      <ul class="rows">
        {keys.map((key) => (
          <li key={key.id}>
            <div>
              <p>
                <strong>{key.name}</strong> <code class="hint">…{key.last_four}</code>{" "}
                <span class={key.role === "admin" && !key.scopes ? "tag warn" : "tag"}>
                  {words.keys.roles[key.role]}
                </span>
                <Bounds of={key} />
              </p>
              <p class="hint">
                {words.keys.made} {formats.moment(key.created_at)} {words.keys.by} {makerOf(key)} ·{" "}
                {words.keys.lastUsed}:{" "}
                {key.last_used_at === null ? words.keys.never : formats.moment(key.last_used_at)}
              </p>
            </div>
            <button
              type="button"
              class="button danger"
              aria-label={words.keys.revokeNamed({ name: key.name })}
              onClick={() => onRevoke(key)}
            >
              {words.keys.revoke}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** This text says what narrows the key; it says nothing of a key that may do all that its role may. */
function Bounds({ of: key }: { of: ApiKey }) {
  const { scopes, expires_at: end, allowed_addresses: addresses, allowed_origins: origins } = key
  const words = useWords().developers.keys
  const formats = formatsOf(useSession().company.timezone)
  const [only] = scopes ?? []
  const isSet = scopes?.length === 1 && only !== undefined && isSetName(only)
  const bounds = [
    ...(origins ?? []),
    ...(isSet ? [words.grants[only]] : scopes ? [words.mayScopes({ count: scopes.length })] : []),
    ...(end === null
      ? []
      : [(Date.parse(end) > Date.now() ? words.endsAt : words.ended)({ when: formats.moment(end) })]),
    ...(addresses ? [words.fromAddresses({ count: addresses.length })] : []),
  ]
  return bounds.length === 0 ? null : <span class="hint"> {bounds.join(" · ")}</span>
}

type SetName = "read" | "schedule" | "settings"
const isSetName = (grant: string): grant is SetName => ["read", "schedule", "settings"].includes(grant)

function MakeDialog({ onClose, onMade }: { onClose(): void; onMade(key: string): void }) {
  const words = useWords().developers.keys
  const [name, setName] = useState("")
  const [role, setRole] = useState<(typeof roles)[number]>("member")
  const [choices, setChoices] = useState(noChoices)
  const make = useWrite({
    mutationFn: () =>
      api.createApiKey({
        name: name.trim(),
        ...(role === "visitor"
          ? forWebsites(choices, Date.now())
          : { role, ...narrowed(choices, Date.now()) }),
      }),
    onSuccess: ({ key }) => {
      readKeysAgain()
      onMade(key)
    },
  })
  return (
    <Dialog title={words.make} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          make.run(undefined)
        }}
      >
        <TextField
          label={words.name}
          hint={words.nameHint}
          autocomplete="off"
          required
          maxLength={100}
          value={name}
          onInput={setName}
        />
        <Field label={words.role} hint={words.roleMeanings[role]}>
          {(attributes) => (
            <select
              class="input"
              {...attributes}
              value={role}
              onInput={(event) => setRole(event.currentTarget.value as typeof role)}
            >
              {roles.map((each) => (
                <option key={each} value={each}>
                  {words.roles[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <KeyChoiceFields isForWebsites={role === "visitor"} choices={choices} onChange={setChoices} />
        <Refused error={make.failure} />
        <button
          type="submit"
          class="button primary"
          disabled={make.isRunning || name.trim() === "" || !isChosen(choices, role === "visitor")}
        >
          {words.make}
        </button>
      </form>
    </Dialog>
  )
}

interface RevokeQuestionProps {
  apiKey: ApiKey
  onClose(): void
}

/** The question names what will stop working. */
function RevokeQuestion({ apiKey: { id, name, last_used_at: usedAt }, onClose }: RevokeQuestionProps) {
  const words = useWords().developers.keys
  const formats = formatsOf(useSession().company.timezone)
  return (
    <Question
      title={words.revokeQuestion({ name })}
      text={
        usedAt === null ? words.notInUse : `${words.stops} ${words.inUse({ when: formats.moment(usedAt) })}`
      }
      confirm={words.revoke}
      run={() => api.revokeApiKey({ id })}
      onDone={async () => {
        await readKeysAgain()
        notify({ text: words.revoked })
      }}
      refusalText={(failure) => (isRefusal(failure, "last_admin_key") ? words.isLast : null)}
      onClose={onClose}
    />
  )
}
