/** Whether a customer got a text: the newest ones, how each went, and why one did not go. */
import { useQuery } from "../api/queries.ts"
import { formatsOf } from "../formats.ts"
import { textsBy } from "../messages/message-data.ts"
import { outcomeTags, whyText } from "../messages/reasons.ts"
import { Failed, Loading } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import type { Customer } from "./customer-data.ts"

const shownAtOnce = 5

export function TextsCard({ customer: { id, phone } }: { customer: Customer }) {
  const { customers: words, messages, texts } = useWords()
  const formats = formatsOf(useSession().company.timezone)
  const { data, error, refetch } = useQuery(textsBy({ customer_id: id, limit: shownAtOnce }))
  return (
    <section class="card" aria-labelledby="texts">
      <header>
        <h2 id="texts">{words.texts}</h2>
        {data?.next_cursor && phone && (
          <a class="button plain" href={hrefOf(`/messages?number=${encodeURIComponent(phone)}`)}>
            {words.allTexts}
          </a>
        )}
      </header>
      {error && !data ? (
        <Failed error={error} retry={refetch} />
      ) : !data ? (
        <Loading rows={2} />
      ) : data.data.length === 0 ? (
        <p class="content hint">{words.noTexts}</p>
      ) : (
        <ul class="rows">
          {data.data.map((text) => (
            <li key={text.id}>
              <div>
                <a class="opens" href={hrefOf(`/messages?text=${text.id}`)}>
                  <strong>{texts.purposes[text.purpose]}</strong>
                </a>
                <p class="hint">
                  {text.due_at
                    ? messages.notBefore({ time: formats.moment(text.due_at) })
                    : formats.moment(text.sent_at ?? text.created_at)}
                </p>
                {text.reason && <p class="hint">{whyText(text, messages)}</p>}
              </div>
              <span class={outcomeTags[text.outcome]}>{messages.outcomes[text.outcome]}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
