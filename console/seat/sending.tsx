/** Lists the presses that wait to be sent, and those that the service did not take. */
import { dismiss, presentSeat, refused, waiting } from "./seat.ts"
import { clock } from "./times.ts"
import type { Words } from "./words.ts"

export function Waiting({ words, isCut }: { words: Words; isCut: boolean }) {
  const all = waiting()
  if (all.length === 0) return null
  const zone = presentSeat().kept!.day.timezone
  return (
    <section class="queue" aria-labelledby="queue">
      <h2 id="queue">
        {words.waits({ count: all.length })} {isCut && <span>{words.noSignal}</span>}
      </h2>
      <ul>
        {all.map(({ id, deed, name, at }) => (
          <li class="queue-item" key={id}>
            {words.pressed[deed]({ name })} <span>{clock(at, zone)}</span>
          </li>
        ))}
      </ul>
      {isCut && <p>{words.noSignalHint}</p>}
    </section>
  )
}

export function NotTaken({ words }: { words: Words }) {
  return (
    <div role="alert">
      {refused().map((press) => (
        <section class="card bad" key={press.id}>
          <h2 class="small">
            {words.notTaken({ pressed: words.pressed[press.deed]({ name: press.name }) })}
          </h2>
          <p>{whyOf(press.refused!, words)}</p>
          <button type="button" class="b" onClick={() => void dismiss(press)}>
            {words.understood}
          </button>
        </section>
      ))}
    </div>
  )
}

function whyOf(code: string, words: Words): string {
  const known: Record<string, string> = {
    version_conflict: words.changed,
    not_found: words.gone,
    appointment_not_scheduled: words.cancelledMeanwhile,
    appointment_not_started: words.notYet,
    appointment_not_today: words.otherDay,
  }
  return known[code] ?? words.otherReason
}
