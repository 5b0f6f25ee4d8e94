/** The result: the first time that a customer could book now, or the obstacles that are left. */

import { useLayoutEffect, useRef } from "preact/hooks"
import { Icon } from "../parts/icon.tsx"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import { FirstTime } from "./first-time.tsx"
import { Lacks } from "./lacks.tsx"
import type { StepProps } from "./step-form.tsx"
import { addressOf, stepBefore } from "./steps.ts"

export function DoneStep({ setUp, step }: StepProps) {
  const words = useWords().setUp
  const { company, readiness } = setUp
  const onBoard = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => onBoard.current?.focus(), [])
  return (
    <div class="step">
      <header>
        <h2>{readiness.ready ? words.ready : words.notReady}</h2>
        <p class="hint">{readiness.ready ? words.readyHint : words.notReadyHint}</p>
      </header>
      <section class="card" aria-label={words.firstTime}>
        <div class="content">
          <FirstTime setUp={setUp} />
        </div>
      </section>
      {!readiness.ready && (
        <section class="card" aria-label={words.keeps}>
          <Lacks setUp={setUp} withReasons />
        </section>
      )}
      <footer class="row spread">
        <a class="button big" href={hrefOf(addressOf(stepBefore(step)))}>
          {words.back}
        </a>
        <span class="row">
          {company.public_booking_url && company.public_booking_enabled && (
            <a class="button big" href={company.public_booking_url} target="_blank" rel="noreferrer">
              {words.openPage}
            </a>
          )}
          <a ref={onBoard} class="button primary big" href={hrefOf("/")}>
            <Icon name="board" small /> {words.toBoard}
          </a>
        </span>
      </footer>
    </div>
  )
}
