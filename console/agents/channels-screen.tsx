/** The numbers on which agents answer, for calls and for texts. */

import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { allChannels } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { internationalNumber } from "../customers/typed-contact.ts"
import { formatsOf, shownPhone } from "../formats.ts"
import { Dialog } from "../parts/dialog.tsx"
import { Field, TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { Question } from "../parts/question.tsx"
import { Empty, Failed, failureAt, Loading, Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { notify } from "../shell/notices.tsx"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { type Channel, readChannelsAgain } from "./agent-data.ts"
import { AgentTabs } from "./agent-tabs.tsx"

export default function ChannelsScreen() {
  const words = useWords().agents
  const { data: channels, error, refetch } = useQuery(allChannels)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Channel | null>(null)
  useKeys([{ key: "c", does: words.add, run: () => setAdding(true) }])
  return (
    <Page
      title={words.title}
      lead={<AgentTabs shown="channels" />}
      tools={
        <button type="button" class="button primary" onClick={() => setAdding(true)}>
          <Icon name="plus" small /> {words.add} <KeyCap of="C" />
        </button>
      }
    >
      {error && !channels ? (
        <Failed error={error} retry={refetch} />
      ) : !channels ? (
        <Loading rows={3} />
      ) : channels.length === 0 ? (
        <Empty icon="phone" title={words.noChannels} hint={words.channelsHint}>
          <button type="button" class="button" onClick={() => setAdding(true)}>
            {words.add}
          </button>
        </Empty>
      ) : (
        <>
          <Numbers channels={channels} onRemove={setRemoved} />
          <p class="hint">{words.channelsHint}</p>
        </>
      )}
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {removed && (
        <Question
          title={words.removeQuestion({ phone: shownPhone(removed.phone) })}
          text={words.removeMeaning[removed.kind]}
          confirm={words.remove}
          keep={words.keep}
          run={() => api.deleteChannel({ id: removed.id })}
          onDone={async () => {
            await readChannelsAgain()
            notify({ text: words.removed })
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </Page>
  )
}

interface NumbersProps {
  channels: readonly Channel[]
  onRemove(channel: Channel): void
}

function Numbers({ channels, onRemove }: NumbersProps) {
  const words = useWords().agents
  const formats = formatsOf(useSession().company.timezone)
  return (
    <section class="card" aria-label={words.channels}>
      <ul class="rows">
        {channels.map((channel) => (
          <li key={channel.id}>
            <Icon name={channel.kind === "voice" ? "phone" : "messages"} />
            <div>
              <strong>{shownPhone(channel.phone)}</strong>
              <p class="hint">
                {words.kinds[channel.kind]} · {words.since} {formats.moment(channel.created_at)}
              </p>
            </div>
            <button
              type="button"
              class="button"
              aria-label={`${words.remove}: ${words.kinds[channel.kind]}, ${channel.phone}`}
              onClick={() => onRemove(channel)}
            >
              {words.remove}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AddDialog({ onClose }: { onClose(): void }) {
  const words = useWords().agents
  const [kind, setKind] = useState<Channel["kind"]>("voice")
  const [typed, setTyped] = useState("")
  const add = useWrite({
    mutationFn: () => api.createChannel({ kind, phone: internationalNumber(typed) ?? typed }),
    onSuccess: async () => {
      await readChannelsAgain()
      notify({ text: words.added })
      onClose()
    },
  })
  const atNumber = failureAt(add.failure, "phone")
  return (
    <Dialog title={words.add} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          add.run(undefined)
        }}
      >
        <Field label={words.kind}>
          {(attributes) => (
            <select
              class="input"
              {...attributes}
              value={kind}
              onInput={(event) => setKind(event.currentTarget.value as Channel["kind"])}
            >
              <option value="voice">{words.kinds.voice}</option>
              <option value="sms">{words.kinds.sms}</option>
            </select>
          )}
        </Field>
        <TextField
          label={words.number}
          hint={words.numberHint}
          type="tel"
          autocomplete="off"
          required
          value={typed}
          onInput={setTyped}
          error={atNumber}
        />
        {atNumber === null && <Refused error={add.failure} />}
        <button type="submit" class="button primary" disabled={add.isRunning}>
          {words.add}
        </button>
      </form>
    </Dialog>
  )
}
