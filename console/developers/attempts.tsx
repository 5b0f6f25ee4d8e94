/** The attempts of a delivery, and one of them: what was sent, and what came back. */

import { Code } from "../parts/code.tsx"
import { CopyButton } from "../parts/copy-button.tsx"
import { useSession } from "../session.ts"
import { useWords, type Words } from "../words/words.ts"
import type { Attempt } from "./endpoint-data.ts"
import { stampsOf } from "./stamps.ts"

interface AttemptChoiceProps {
  attempts: readonly Attempt[]
  shown: Attempt
  onChoose(number: number): void
}

const isTaken = ({ status_code: code }: Attempt) => code !== null && code >= 200 && code < 300

export function AttemptChoice({ attempts, shown, onChoose }: AttemptChoiceProps) {
  const words = useWords().developers.delivery
  const stamps = stampsOf(useSession().company.timezone)
  return (
    <ol class="attempts">
      {attempts.map((attempt) => {
        const { number, started_at, status_code, error } = attempt
        return (
          <li key={`${number} ${started_at}`}>
            <button type="button" aria-pressed={attempt === shown} onClick={() => onChoose(number)}>
              <span>
                <span class="said">{words.attempt}</span> {number}
              </span>
              <span>{stamps.time(started_at)}</span>
              <span class={isTaken(attempt) ? "tag ok" : "tag bad"}>
                {error ?? status_code ?? words.running}
              </span>
              <span class="hint">{tookOf(attempt, words)}</span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

function tookOf({ started_at, finished_at }: Attempt, words: Words["developers"]["delivery"]): string | null {
  return finished_at === null ? null : words.took({ ms: Date.parse(finished_at) - Date.parse(started_at) })
}

interface AttemptDetailsProps {
  attempt: Attempt
  url: string
  /** As it was sent; null when the event is gone. */
  body: string | null
}

export function AttemptDetails({ attempt, url, body }: AttemptDetailsProps) {
  const words = useWords().developers.delivery
  const { status_code: status, error, address, answer_body: answer, request_headers: sent } = attempt
  const { pathname, search } = new URL(url)
  const headers = Object.entries({ "content-type": contentType, ...sent })
  return (
    <>
      <section>
        <div class="row spread">
          <h3>{words.answer}</h3>
          <span class="hint">
            {status} {error} {address && words.to({ address })}
          </span>
        </div>
        {answer === null ? (
          <p class="hint">
            {isTaken(attempt) ? words.taken : status === null ? words.noAnswer : words.noBody}
          </p>
        ) : (
          <Code label={words.answer}>{answer}</Code>
        )}
      </section>
      <section>
        <div class="row spread">
          <h3>{words.request}</h3>
          {sent && body !== null && (
            <CopyButton plain text={curlOf(url, headers, body)}>
              {words.curl}
            </CopyButton>
          )}
        </div>
        {sent === null ? (
          <p class="hint">{words.notKept}</p>
        ) : (
          <Code label={words.request}>
            {[`POST ${pathname}${search}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\n")}
          </Code>
        )}
      </section>
    </>
  )
}

const contentType = "application/json; charset=utf-8"

/** The same request for a shell. */
function curlOf(url: string, headers: readonly (readonly [string, string])[], body: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const flags = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return ["curl -X POST", quoted(url), ...flags, `--data-binary ${quoted(body)}`].join(" ")
}
