/** The calls of a conversation: what would be said, and what was sent and answered. */

import { Code } from "../parts/code.tsx"
import { useWords } from "../words/words.ts"
import type { Inputs, Turn } from "./played.ts"
import { offersIn } from "./suggestions.ts"

interface TurnsProps {
  turns: readonly Turn[]
  onFillIn(tool: string, inputs: Inputs): void
}

export function Turns({ turns, onFillIn }: TurnsProps) {
  const words = useWords().agents
  return (
    <section class="card" aria-label={words.calls} hidden={turns.length === 0}>
      <ol class="rows turns" aria-live="polite">
        {turns.toReversed().map((turn) => (
          <li key={turn.number}>
            <div class="row spread">
              <strong>
                {turn.number}. {turn.tool}
              </strong>
              <span class="row">
                <span class={turn.status < 300 ? "tag ok" : "tag bad"}>{turn.status}</span>
                <button type="button" class="button plain" onClick={() => onFillIn(turn.tool, turn.inputs)}>
                  {words.again}
                </button>
              </span>
            </div>
            {turn.say && (
              <p class="said-aloud">
                <span class="said">{words.say}: </span>
                {turn.say}
              </p>
            )}
            <div class="row">
              {offersIn(turn).map(({ tool, inputs, say }) => (
                <button
                  key={`${String(inputs.start_time)} ${String(inputs.provider_id)}`}
                  type="button"
                  class="button"
                  onClick={() => onFillIn(tool, inputs)}
                >
                  {words.take({ say })}
                </button>
              ))}
            </div>
            <details>
              <summary>{words.request}</summary>
              <Code height="short" label={words.request}>
                {requestText(turn)}
              </Code>
            </details>
            <details>
              <summary>{words.answer}</summary>
              <Code height="short" label={words.answer}>
                {JSON.stringify(turn.answer, null, 2)}
              </Code>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

const requestText = ({ request: { method, path, body } }: Turn): string =>
  [`${method} ${path}`, ...(body ? [JSON.stringify(body, null, 2)] : [])].join("\n\n")
