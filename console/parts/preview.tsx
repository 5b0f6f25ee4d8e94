/** The effects of a write, read before it is made: each text as it will go, why others do not, and what other systems hear. */
import { useState } from "preact/hooks"
import { formatsOf, shownPhone } from "../formats.ts"
import { useWords, type Words } from "../words/words.ts"
import { CheckField } from "./field.tsx"
import { failureText, Loading } from "./states.tsx"
import { isOfWrite, type Preview, type TellingChannel, type Text } from "./told.ts"

interface PreviewProps {
  /** The `useQuery` of a preview. */
  read: { data: Preview | undefined; error: Error | null }
  /** The zone in which the times are written. */
  timeZone: string
  /** The name of the person whom the texts and mails reach. */
  name?: string | undefined
  /** Lets each message about the write itself be switched off for this once. */
  ticks?: Ticks
}

/** The messages that are switched off for this once. */
export interface Ticks {
  silent: readonly TellingChannel[]
  set(channel: TellingChannel, isSent: boolean): void
}

export function useTicks(switchedOff: readonly TellingChannel[] = []): Ticks {
  const [silent, setSilent] = useState(switchedOff)
  const set = (channel: TellingChannel, isSent: boolean) =>
    setSilent((before) => [...before.filter((each) => each !== channel), ...(isSent ? [] : [channel])])
  return { silent, set }
}

export function PreviewOfTexts({ read: { data, error }, timeZone, name, ticks }: PreviewProps) {
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
            <GoingText
              key={text.at + text.purpose + text.channel}
              text={text}
              timeZone={timeZone}
              name={name}
              ticks={isOfWrite(text) ? ticks : undefined}
            />
          ))}
          {byReason(kept).map(([key, texts]) => (
            <p key={key} class="hint">
              {words.notSent[texts[0]!.channel]({ purposes: purposesOf(texts, words) })}{" "}
              {words.reasons[texts[0]!.reason!]}
            </p>
          ))}
          {data.texts.some(isAboutWrite) && !data.texts.some(({ channel }) => channel === "mail") && (
            <p class="hint">{words.noMails}</p>
          )}
        </>
      )}
    </section>
  )
}

/** Nearer than this is now. */
const nowMs = 90_000

interface GoingTextProps {
  text: Text
  timeZone: string
  name: string | undefined
  ticks: Ticks | undefined
}

function GoingText({ text, timeZone, name, ticks }: GoingTextProps) {
  const words = useWords().texts
  const { at, purpose, channel, to, subject, body, length } = text
  const isNow = Math.abs(Date.parse(at) - Date.now()) < nowMs
  const when = isNow ? words.now : formatsOf(timeZone).moment(at)
  const addressee = (way: string) => words.to({ phone: name ? `${name}, ${way}` : way })
  const tick = ticks && channel !== "voice" && (
    <Tick
      ticks={ticks}
      channel={channel}
      label={`${words.send}: ${words.purposes[purpose]}, ${words.channels[channel]}`}
    />
  )
  const isOff = ticks?.silent.some((each) => each === channel)
  if (channel === "mail")
    return (
      <figure class={isOff ? "silenced" : ""}>
        {tick}
        <figcaption class="hint">
          <b>{words.purposes[purpose]}</b>, {words.mail}, {when}, {addressee(to!)}
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
    <figure class={isOff ? "silenced" : ""}>
      {tick}
      <figcaption class="hint">
        <b>{words.purposes[purpose]}</b>, {words.text}, {when}, {addressee(shownPhone(to!))}
      </figcaption>
      <blockquote>{body}</blockquote>
      <p class="hint">
        {words.length({ segments: length.segments, characters: length.characters, room: length.room })}
        {length.encoding === "ucs2" && `. ${words.dear}`}
      </p>
    </figure>
  )
}

function Tick({ ticks, channel, label }: { ticks: Ticks; channel: TellingChannel; label: string }) {
  const words = useWords().texts
  const isSent = !ticks.silent.includes(channel)
  return (
    <div class="row spread">
      <CheckField label={label} checked={isSent} onChange={(isOn) => ticks.set(channel, isOn)} />
      {!isSent && <span class="tag">{words.notThisOnce}</span>}
    </div>
  )
}

const isAboutWrite = ({ purpose }: Text) => purpose === "confirmation" || purpose === "change"

/** Groups those that do not go for the same reason on the same channel. */
function byReason(texts: readonly Text[]): [string, Text[]][] {
  const groups = new Map<string, Text[]>()
  for (const text of texts) {
    const key = `${text.channel} ${text.reason}`
    groups.set(key, [...(groups.get(key) ?? []), text])
  }
  return [...groups]
}

const purposesOf = (texts: readonly Text[], words: Words["texts"]) =>
  [...new Set(texts.map(({ purpose }) => words.purposes[purpose]))].join(", ")
