/** What follows a write, read before it is made: each text as it will go, why others do not, and what other systems hear. */
import type { Answer } from "../api/client.ts"
import { formatsOf, shownPhone } from "../formats.ts"
import { useWords, type Words } from "../words/words.ts"
import { failureText, Loading } from "./states.tsx"

type Preview = Answer<"previewBooking">
type Text = Preview["texts"][number]

interface PreviewProps {
  /** What `useQuery` reads of a preview. */
  read: { data: Preview | undefined; error: Error | null }
  /** The zone in which the times are written. */
  timeZone: string
}

export function PreviewOfTexts({ read: { data, error }, timeZone }: PreviewProps) {
  const words = useWords().texts
  const going = data?.texts.filter(({ reason }) => reason === null) ?? []
  const kept = data?.texts.filter(({ reason }) => reason !== null) ?? []
  return (
    <section class="told" aria-live="polite" aria-label={words.told}>
      <h3>{words.told}</h3>
      {error ? (
        <p class="refused">{failureText(error)}</p>
      ) : !data ? (
        <Loading rows={2} />
      ) : (
        <>
          {going.length === 0 && <p>{words.nothing}</p>}
          {going.map((text) => (
            <GoingText key={text.at + text.purpose + text.channel} text={text} timeZone={timeZone} />
          ))}
          {byReason(kept).map(([reason, texts]) => (
            <p key={reason} class="hint">
              {words.notSent({ purposes: purposesOf(texts, words) })}. {words.reasons[reason]}
            </p>
          ))}
          {data.events.length > 0 && <p class="hint">{words.events({ names: data.events.join(", ") })}</p>}
        </>
      )}
    </section>
  )
}

/** Nearer than this is now. */
const nowMs = 90_000

function GoingText({ text, timeZone }: { text: Text; timeZone: string }) {
  const words = useWords().texts
  const { at, purpose, channel, to, subject, body, length } = text
  const isNow = Math.abs(Date.parse(at) - Date.now()) < nowMs
  const when = isNow ? words.now : formatsOf(timeZone).moment(at)
  if (channel === "mail")
    return (
      <figure>
        <figcaption class="hint">
          <b>{words.purposes[purpose]}</b>, {words.mail}, {when}, {words.to({ phone: to! })}
        </figcaption>
        <blockquote>
          <b>{subject}</b>
          {`\n\n${body}`}
        </blockquote>
      </figure>
    )
  if (body === null || length === null)
    return (
      <p>
        {words.call({ phone: shownPhone(to!) })}, {when}
      </p>
    )
  return (
    <figure>
      <figcaption class="hint">
        <b>{words.purposes[purpose]}</b>, {when}, {words.to({ phone: shownPhone(to!) })}
      </figcaption>
      <blockquote>{body}</blockquote>
      <p class="hint">
        {words.length({ segments: length.segments, characters: length.characters, room: length.room })}
        {length.encoding === "ucs2" && `. ${words.dear}`}
      </p>
    </figure>
  )
}

type Reason = NonNullable<Text["reason"]>

function byReason(texts: readonly Text[]): [Reason, Text[]][] {
  const groups = new Map<Reason, Text[]>()
  for (const text of texts) groups.set(text.reason!, [...(groups.get(text.reason!) ?? []), text])
  return [...groups]
}

const purposesOf = (texts: readonly Text[], words: Words["texts"]) =>
  [...new Set(texts.map(({ purpose }) => words.purposes[purpose]))].join(", ")
