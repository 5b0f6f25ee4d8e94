/** The statements about one number, and the way back where there is one: a yes of its owner, or their START. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { formatsOf, shownPhone } from "../formats.ts"
import { CheckField, TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { Panel } from "../parts/panel.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { type Channel, consentsOf, holdersOf, readConsentsAgain, useOwnNumber } from "./message-data.ts"
import { sourceText } from "./sources.ts"

interface NumberPanelProps {
  phone: string
  onClose(): void
}

const channels: readonly Channel[] = ["sms", "voice"]

export function NumberPanel({ phone, onClose }: NumberPanelProps) {
  const words = useWords().messages
  const formats = formatsOf(useSession().company.timezone)
  const { data, error, refetch } = useQuery(consentsOf(phone))
  const { data: holders } = useQuery(holdersOf(phone))
  const entries = data?.data ?? []
  const declined = channels.flatMap(
    (channel) => entries.find((entry) => entry.channel === channel && isNewest(entry, entries)) ?? [],
  )
  return (
    <Panel
      title={shownPhone(phone)}
      note={holders?.data.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ", "}
          <a href={hrefOf(`/customers/${id}`)}>{name}</a>
        </span>
      ))}
      onClose={onClose}
    >
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading rows={3} />
      ) : entries.length === 0 ? (
        <p class="hint">{words.noHistory}</p>
      ) : (
        <>
          {declined
            .filter(({ event }) => event === "revoked")
            .map((entry) => (
              <Restore key={entry.channel} phone={phone} entry={entry} />
            ))}
          <section class="history">
            <h3>{words.history}</h3>
            <ul class="rows">
              {entries.map(({ id, channel, event, source, at }) => (
                <li key={id}>
                  <div>
                    {words.pair({ name: words.channelNames[channel], value: sourceText(source, words) })}
                    <p class="hint">{formats.moment(at)}</p>
                  </div>
                  <span class={event === "granted" ? "tag ok" : "tag bad"}>{words.consents[event]}</span>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </Panel>
  )
}

type Entry = Awaited<ReturnType<typeof api.listConsents>>["data"][number]

/** Entries come newest first. */
const isNewest = (entry: Entry, entries: readonly Entry[]) =>
  entries.find(({ channel }) => channel === entry.channel) === entry

const startSource = "customer replied START"

/** An opt-out at the carrier ends only by START, so it is recorded as such and never as a statement of staff. */
function Restore({ phone, entry }: { phone: string; entry: Entry }) {
  const words = useWords().messages
  const own = useOwnNumber()
  const { data: holders } = useQuery(holdersOf(phone))
  const [source, setSource] = useState("")
  const [isSure, setSure] = useState(false)
  const contact = holders?.data
    .flatMap(({ id, contacts }) => contacts.map((one) => ({ ...one, customerId: id })))
    .find((one) => one.phone === phone)
  const { channel, needs_start } = entry
  const record = useWrite({
    mutationFn: () =>
      api.recordConsent({
        id: contact!.customerId,
        contactId: contact!.id,
        channel,
        event: "granted",
        source: needs_start ? startSource : source.trim(),
      }),
    onSuccess: async () => {
      await readConsentsAgain()
      notify({ text: words.restored })
    },
  })
  if (!contact) return null
  return (
    <form
      class="question"
      aria-label={words.pair({ name: words.restore, value: words.channelNames[channel] })}
      onSubmit={(event) => {
        event.preventDefault()
        record.run(undefined)
      }}
    >
      {needs_start ? (
        <>
          <p>
            <Icon name="warning" small /> <strong>{words.onlyStart}</strong>{" "}
            {words.startMeaning({ phone: own ? shownPhone(own) : words.yourNumber })}
          </p>
          <CheckField required label={words.startCheck} checked={isSure} onChange={setSure} />
          <p class="hint">{words.startWhy}</p>
        </>
      ) : (
        <>
          <p>{words.restoreMeaning({ phone: shownPhone(phone) })}</p>
          <TextField
            label={words.source}
            hint={words.sourceHint}
            required
            maxLength={200}
            value={source}
            onInput={setSource}
          />
        </>
      )}
      <Refused error={record.failure} />
      <button type="submit" class="button primary" disabled={record.isRunning || (needs_start && !isSure)}>
        {needs_start ? words.startCame : words.restore}
      </button>
    </form>
  )
}
