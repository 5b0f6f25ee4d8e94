/** A customer's address and contacts, and the consent of each number. */

import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { formatsOf, shownPhone } from "../formats.ts"
import { Dialog } from "../parts/dialog.tsx"
import { TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { Refused } from "../parts/states.tsx"
import { useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { type Contact, type Customer, readCustomerAgain } from "./customer-data.ts"

export function ContactCard({ customer, onEdit }: { customer: Customer; onEdit(): void }) {
  const words = useWords().customers
  const { email, address, address_accuracy, locale } = customer
  const [stated, setStated] = useState<ConsentChange | null>(null)
  const languages = { en: "English", es: "Español", fr: "Français" }
  return (
    <section class="card" aria-labelledby="contact">
      <header>
        <h2 id="contact">{words.contact}</h2>
        <button type="button" class="button plain" onClick={onEdit}>
          {words.edit} <KeyCap of="E" />
        </button>
      </header>
      <dl class="facts content">
        <dt>{words.email}</dt>
        <dd>
          {email ? <a href={`mailto:${email}`}>{email}</a> : words.unknown}
          {email && (
            <Channel
              channel="email"
              of={email}
              consents={customer.email_consents}
              onChange={(event) => setStated({ channel: "email", of: email, event })}
            />
          )}
        </dd>
        <dt>{words.address}</dt>
        <dd>
          {address ? (
            <>
              {address.line1}
              {address.line2 && `, ${address.line2}`}
              <br />
              {address.city}, {address.state} {address.postal_code}
              {address_accuracy === "unknown" && <p class="hint">{words.notOnMap}</p>}
              {(address_accuracy === "postal" || address_accuracy === "city") && (
                <p class="hint">{words.onlyNearby}</p>
              )}
            </>
          ) : (
            words.unknown
          )}
        </dd>
        <dt>{words.fields.locale}</dt>
        <dd>{locale ? languages[locale] : words.anyLanguage}</dd>
      </dl>
      {stated && <ConsentDialog customerId={customer.id} change={stated} onClose={() => setStated(null)} />}
    </section>
  )
}

const channels = ["sms", "voice"] as const

export function NumbersCard({ customer }: { customer: Customer }) {
  const words = useWords().customers
  const [changed, setChanged] = useState<ConsentChange | null>(null)
  return (
    <section class="card" aria-labelledby="numbers">
      <header>
        <h2 id="numbers">{words.numbers}</h2>
      </header>
      {customer.contacts.length === 0 && <p class="content hint">{words.noNumbers}</p>}
      <ul class="rows">
        {customer.contacts.map((contact) => (
          <li key={contact.id}>
            <div>
              <strong>{shownPhone(contact.phone)}</strong>{" "}
              <span class="hint">{contact.label ?? (contact.primary ? words.primary : "")}</span>
              {channels.map((channel) => (
                <Channel
                  key={channel}
                  channel={channel}
                  of={contact.phone}
                  consents={contact.consents.filter((consent) => consent.channel === channel)}
                  onChange={(event) =>
                    setChanged({ channel, contactId: contact.id, of: contact.phone, event })
                  }
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
      {changed && (
        <ConsentDialog customerId={customer.id} change={changed} onClose={() => setChanged(null)} />
      )}
    </section>
  )
}

type Consents = readonly Pick<Contact["consents"][number], "event" | "source" | "at">[]
type Stated = "granted" | "revoked"

/** A statement about a number or the email, as `of` names it. */
type ConsentChange = { of: string; event: Stated } & (
  | { channel: (typeof channels)[number]; contactId: number }
  | { channel: "email" }
)

interface ChannelProps {
  channel: ConsentChange["channel"]
  of: string
  consents: Consents
  onChange(event: Stated): void
}

/** The newest statement counts; all of them are listed below it. */
function Channel({ channel, of, consents, onChange }: ChannelProps) {
  const words = useWords().customers
  const formats = formatsOf(useSession().company.timezone)
  const history = consents.toSorted((a, b) => b.at.localeCompare(a.at))
  const newest = history[0]
  const events = (["granted", "revoked"] as const).filter((event) => event !== newest?.event)
  return (
    <div class="consent">
      <span>{words.channels[channel]}</span>
      <span class={newest ? (newest.event === "granted" ? "tag ok" : "tag bad") : "tag"}>
        {newest ? words.consents[newest.event] : words.notAsked}
      </span>
      <span class="row">
        {events.map((event) => (
          <button
            key={event}
            type="button"
            class="button plain"
            aria-label={`${words.record[event]}: ${words.channels[channel]}, ${of}`}
            onClick={() => onChange(event)}
          >
            {words.record[event]}
          </button>
        ))}
      </span>
      {history.length > 0 && (
        <details>
          <summary class="hint">{words.history({ count: history.length })}</summary>
          <ul>
            {history.map(({ at, event: stated, source }) => (
              <li key={at} class="hint">
                {formats.moment(at)} · {words.consents[stated]} · {source}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

interface ConsentDialogProps {
  customerId: number
  change: ConsentChange
  onClose(): void
}

function ConsentDialog({ customerId, change, onClose }: ConsentDialogProps) {
  const words = useWords().customers
  const { channel, event, of } = change
  const meaning =
    channel === "email"
      ? words[event === "granted" ? "grantMails" : "revokeMails"]({ email: of })
      : words[event === "granted" ? "grantMeaning" : "revokeMeaning"]({ phone: shownPhone(of) })
  const [source, setSource] = useState("")
  const record = useWrite({
    mutationFn: async (): Promise<unknown> => {
      const stated = { id: customerId, event, source: source.trim() }
      return change.channel === "email"
        ? api.recordEmailConsent(stated)
        : api.recordConsent({ ...stated, contactId: change.contactId, channel: change.channel })
    },
    onSuccess: async () => {
      await readCustomerAgain(customerId)
      notify({ text: words.recorded })
      onClose()
    },
  })
  return (
    <Dialog title={`${words.record[event]}: ${words.channels[channel]}`} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(submit) => {
          submit.preventDefault()
          record.run(undefined)
        }}
      >
        <p>{meaning}</p>
        <TextField
          label={words.source}
          hint={words.sourceHint}
          required
          maxLength={200}
          value={source}
          onInput={setSource}
        />
        <Refused error={record.failure} />
        <button type="submit" class="button primary" disabled={record.isRunning}>
          <Icon name="check" small /> {words.record[event]}
        </button>
      </form>
    </Dialog>
  )
}
