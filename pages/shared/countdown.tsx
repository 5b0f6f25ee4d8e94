import { useEffect, useState } from "preact/hooks"
import { useLanguage } from "./language.ts"
import { Announcement } from "./step.tsx"

const wholeSeconds = 300
/** Seconds left at which what is left is spoken. */
const spokenAt: readonly number[] = [120, 60]

interface CountdownProps {
  /** By this device's clock, in milliseconds. */
  until: number
  label: string
  /** The spoken words about the time that is left. */
  speak(wait: string): string
  onEnd(): void
}

/** Says that a time is kept, and for how long. Spoken only with two minutes, one minute and nothing left. */
export function Countdown({ until, label, speak, onEnd }: CountdownProps) {
  const { formats } = useLanguage()
  // Counted without the device's clock, which may be set meanwhile.
  const [end] = useState(() => performance.now() + until - Date.now())
  const [seconds, setSeconds] = useState(() => secondsTo(end))
  const [spoken, setSpoken] = useState("")
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsTo(end)), 250)
    return () => clearInterval(timer)
  }, [end])
  useEffect(() => {
    if (spokenAt.includes(seconds)) setSpoken(speak(formats.wait(seconds)))
    if (seconds <= 0) onEnd()
  }, [seconds])
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
  return (
    <div class="hold" role="timer" aria-live="off" aria-label={label}>
      <HoldIcon />
      <span>{label}</span>
      <b class="hold-left">{left}</b>
      <progress max={wholeSeconds} value={seconds} aria-hidden="true" />
      <Announcement>{spoken}</Announcement>
    </div>
  )
}

const secondsTo = (end: number) => Math.max(0, Math.ceil((end - performance.now()) / 1_000))

export const HoldIcon = () => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4.5l3 2" />
  </svg>
)
