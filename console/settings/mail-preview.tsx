/** A confirmation as a customer would read it, by the function that writes mails. */
import { api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { useWords } from "../words/words.ts"

const sample = {
  queryKey: ["mail-preview"] as const,
  queryFn: () => api.previewMail({ purpose: "confirmation" }),
}

export function MailPreview() {
  const words = useWords().settings
  const { data } = useQuery(sample)
  if (!data) return null
  return (
    <section class="told" aria-label={words.mailPreview}>
      <h3>{words.mailPreview}</h3>
      {data.from === null && <p class="hint">{words.noMailHost}</p>}
      <figure>
        {data.from !== null && (
          <figcaption class="hint">
            {words.mailFrom} {data.from}
          </figcaption>
        )}
        <blockquote>
          <b>{data.subject}</b>
          {`\n\n${data.text}`}
        </blockquote>
      </figure>
    </section>
  )
}
