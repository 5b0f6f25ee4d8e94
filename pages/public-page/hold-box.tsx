import { useEffect, useState } from "preact/hooks"
import { useLanguage } from "../shared/language.ts"
import { Announcement } from "../shared/step.tsx"
import type { StepProps } from "./use-public-page.ts"
import { useOwnWords } from "./words.ts"

/** Under the chosen time: that it is held, and for how long. Spoken only with two minutes, one minute and nothing left. */
export function HoldBox({ state, commands }: StepProps) {
  const own = useOwnWords()
  const { held } = state
  if (held === null) return null
  if (held === "over") {
    return (
      <output class="hold is-over">
        <HoldIcon />
        <span>
          <b>{own.noLongerHeld}</b>
          <span>{own.stillFree}</span>
        </span>
      </output>
    )
  }
  return <Countdown key={held} until={held} onEnd={commands.holdEnded} />
}

const wholeSeconds = 300
/** Seconds left at which what is left is spoken. */
const spokenAt: readonly number[] = [120, 60]

function Countdown({ until, onEnd }: { until: number; onEnd(): void }) {
  const { formats } = useLanguage()
  const own = useOwnWords()
  // Counted without the device's clock, which may be set meanwhile.
  const [end] = useState(() => performance.now() + until - Date.now())
  const [seconds, setSeconds] = useState(() => secondsTo(end))
  const [spoken, setSpoken] = useState("")
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsTo(end)), 250)
    return () => clearInterval(timer)
  }, [end])
  useEffect(() => {
    if (spokenAt.includes(seconds)) setSpoken(own.heldFor({ wait: formats.wait(seconds) }))
    if (seconds <= 0) onEnd()
  }, [seconds])
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
  return (
    <div class="hold" role="timer" aria-live="off" aria-label={own.held}>
      <HoldIcon />
      <span>{own.held}</span>
      <b class="hold-left">{left}</b>
      <progress max={wholeSeconds} value={seconds} aria-hidden="true" />
      <Announcement>{spoken}</Announcement>
    </div>
  )
}

const secondsTo = (end: number) => Math.max(0, Math.ceil((end - performance.now()) / 1_000))

const HoldIcon = () => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4.5l3 2" />
  </svg>
)
