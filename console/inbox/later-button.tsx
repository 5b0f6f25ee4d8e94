/** Puts an entry off: for an hour, until tomorrow or until Monday. It comes back by itself. */
import { useState } from "preact/hooks"
import { api } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { formatsOf, instantAt, localDate } from "../formats.ts"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { Refused } from "../parts/states.tsx"
import { useKeys } from "../shell/keys.tsx"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import type { Entry } from "./entry.ts"
import { readInboxAgain } from "./inbox-data.ts"

const msPerDay = 86_400_000

export function LaterButton({ entry, zone }: { entry: Entry; zone: string }) {
  const words = useWords().inbox
  const [isOpen, setOpen] = useState(false)
  const { kind, id } = entry
  const putOff = useWrite({
    mutationFn: (until: string) => api.putOffInboxEntry({ kind, id, until }),
    onSuccess: (_, until) => {
      notify({
        text: words.putOff({ time: formatsOf(zone).moment(until) }),
        undo: () => void api.putOffInboxEntry({ kind, id, until: null }).then(readInboxAgain),
      })
      return readInboxAgain()
    },
    onError: readInboxAgain,
  })
  const choices = choicesOf(zone).map(({ name, at }) => ({
    label: words[name],
    run: () => putOff.run(at()),
  }))
  useKeys([
    { key: "h", does: words.later, run: () => setOpen(!isOpen) },
    ...(isOpen
      ? [
          ...choices.map(({ label, run }, index) => ({ key: String(index + 1), does: label, run })),
          { key: "Escape", does: words.later, run: () => setOpen(false) },
        ]
      : []),
  ])
  return (
    <div class="later">
      <button
        type="button"
        class="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        {...pressedBy("h")}
      >
        {words.later} <KeyCap of="H" />
      </button>
      {isOpen && (
        <fieldset class="row">
          <legend class="said">{words.laterTitle}</legend>
          {choices.map(({ label, run }, index) => (
            <button key={label} type="button" class="button" disabled={putOff.isRunning} onClick={run}>
              {label} <KeyCap of={String(index + 1)} />
            </button>
          ))}
        </fieldset>
      )}
      <Refused error={putOff.failure} />
    </div>
  )
}

interface Choice {
  name: "inAnHour" | "tomorrow" | "monday"
  at(): string
}

/** The choices follow the company's clock. Late on a Sunday tomorrow is Monday, so that one of both is left out. */
function choicesOf(zone: string): Choice[] {
  const dayAfter = (days: number) => localDate(Date.now() + days * msPerDay, zone)
  const weekday = new Date(`${dayAfter(0)}T12:00:00Z`).getUTCDay()
  const toMonday = (1 - weekday + 7) % 7 || 7
  const choices: Choice[] = [
    { name: "inAnHour", at: () => new Date(Date.now() + 3_600_000).toISOString() },
    { name: "tomorrow", at: () => instantAt(zone, dayAfter(1), "09:00") },
  ]
  return toMonday === 1
    ? choices
    : [...choices, { name: "monday", at: () => instantAt(zone, dayAfter(toMonday), "09:00") }]
}
