/** The numbers that the company texts from, and that its callers reach the agent under. */

import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { allChannels } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { shownPhone } from "../formats.ts"
import { Question } from "../parts/question.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import type { ScreenProps } from "../screen.ts"
import { readAllAgain } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { InputOf } from "./controls.ts"
import { FormView } from "./form-view.tsx"
import { channelForm } from "./forms/company.ts"
import type { Channel } from "./settings-data.ts"
import { SettingsPage } from "./settings-page.tsx"

export default function ChannelsScreen({ query }: ScreenProps) {
  const words = useWords().settings
  const [made, setMade] = useState(0)
  return (
    <SettingsPage title={words.topics.channels} here="channels">
      <Channels />
      <FormView
        key={made}
        form={channelForm}
        record={{}}
        isNew
        action={words.addChannel}
        save={(input) => api.createChannel(input as InputOf<"createChannel">)}
        onSaved={() => setMade(made + 1)}
        field={query.get("field")}
      />
    </SettingsPage>
  )
}

function Channels() {
  const words = useWords().settings
  const { data, error, refetch } = useQuery(allChannels)
  const [ending, setEnding] = useState<Channel | null>(null)
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading rows={2} />
  if (data.length === 0) return <p class="hint">{words.noChannels}</p>
  return (
    <section class="card" aria-label={words.topics.channels}>
      <ul class="rows">
        {data.map((channel) => (
          <li key={channel.id}>
            <div>
              <strong>{shownPhone(channel.phone)}</strong>
              <p class="hint">{words.values.channel.kind[channel.kind]}</p>
            </div>
            <button type="button" class="button" onClick={() => setEnding(channel)}>
              {words.remove}
            </button>
          </li>
        ))}
      </ul>
      {ending && <RemoveQuestion channel={ending} onClose={() => setEnding(null)} />}
    </section>
  )
}

function RemoveQuestion({ channel, onClose }: { channel: Channel; onClose(): void }) {
  const words = useWords().settings
  return (
    <Question
      title={words.removeQuestion({ phone: shownPhone(channel.phone) })}
      text={words.removeChannelMeaning[channel.kind]}
      confirm={words.remove}
      keep={words.keep}
      run={() => api.deleteChannel({ id: channel.id })}
      onDone={async () => {
        await readAllAgain()
        notify({ text: words.removed })
      }}
      onClose={onClose}
    />
  )
}
