/** Numbers that may not be contacted, and what was said of any number. The open number is in the address. */

import { useRef } from "preact/hooks"
import { useQuery } from "../api/queries.ts"
import { internationalNumber } from "../customers/typed-contact.ts"
import { formatsOf, shownPhone } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { Paging } from "../parts/paging.tsx"
import { Empty, Failed, Loading } from "../parts/states.tsx"
import { goWithQuery, hrefOf } from "../router.ts"
import type { ScreenProps } from "../screen.ts"
import { useSession } from "../session.ts"
import { useKeys } from "../shell/keys.tsx"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import "../styles/messages.css"
import { type OptOut, optOutsFrom } from "./message-data.ts"
import { MessageTabs } from "./message-tabs.tsx"
import { NumberPanel } from "./number-panel.tsx"
import { sourceText } from "./sources.ts"

export default function OptOutsScreen({ query }: ScreenProps) {
  const words = useWords().messages
  const cursor = query.get("cursor")
  const phone = query.get("number")
  const { data, error, refetch } = useQuery(optOutsFrom(cursor))
  const field = useRef<HTMLInputElement>(null)
  useKeys([{ key: "/", does: words.checkNumber, run: () => field.current!.focus() }])
  return (
    <Page title={words.title} lead={<MessageTabs shown="optOuts" />} fills>
      <div class="scroller">
        <div class="wide">
          <form
            class="input narrow"
            onSubmit={(event) => {
              event.preventDefault()
              goWithQuery({ number: internationalNumber(field.current!.value) })
            }}
          >
            <Icon name="search" />
            <input
              ref={field}
              type="tel"
              autocomplete="off"
              aria-label={words.checkNumber}
              placeholder={words.checkNumber}
            />
          </form>
          {error && !data ? (
            <Failed error={error} retry={refetch} />
          ) : !data ? (
            <Loading />
          ) : data.data.length === 0 && cursor === null ? (
            <Empty icon="check" title={words.optOutNone} hint={words.optOutNoneHint} />
          ) : (
            <OptOuts optOuts={data.data} opened={phone} />
          )}
          {data && <Paging cursor={cursor} next={data.next_cursor} words={words} />}
        </div>
      </div>
      {phone !== null && (
        <NumberPanel key={phone} phone={phone} onClose={() => goWithQuery({ number: null })} />
      )}
    </Page>
  )
}

function OptOuts({ optOuts, opened }: { optOuts: readonly OptOut[]; opened: string | null }) {
  const words = useWords().messages
  const formats = formatsOf(useSession().company.timezone)
  return (
    <section class="card table" aria-label={words.optOuts}>
      <table class="texts stacks">
        <thead>
          <tr>
            <th>{words.number}</th>
            <th>{words.customer}</th>
            <th>{words.what}</th>
            <th>{words.since}</th>
            <th>{words.how}</th>
          </tr>
        </thead>
        <tbody>
          {optOuts.map(({ id, phone, customers, channel, at, source }) => (
            <tr key={id} class={phone !== null && phone === opened ? "chosen" : undefined}>
              <td class="subject">
                {phone && (
                  <a class="opens" href={hrefOf(`/messages/opt-outs?number=${encodeURIComponent(phone)}`)}>
                    <strong>{shownPhone(phone)}</strong>
                  </a>
                )}
              </td>
              <td>
                {customers.length === 0 && <span class="hint">{words.nobody}</span>}
                {customers.map((customer, at) => (
                  <span key={customer.id}>
                    {at > 0 && ", "}
                    <a href={hrefOf(`/customers/${customer.id}`)}>{customer.name}</a>
                  </span>
                ))}
              </td>
              <td class="outcome">{words.channelNames[channel]}</td>
              <td>{formats.moment(at)}</td>
              <td>{sourceText(source, words)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
