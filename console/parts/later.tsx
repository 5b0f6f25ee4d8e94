/**
 * A part of the console that the first board does without: its script, and the words that the board lacks, come when it is
 * first shown, or ahead of that by `prepare`.
 */
import type { ComponentType } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"
import { speakAll } from "../words/words.ts"
import { Failed } from "./states.tsx"

export interface Later<Props> {
  (props: Props): preact.JSX.Element | null
  /** Fetches it. Without a connection it is asked for again when it is shown. */
  prepare(): void
}

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let Loaded: ComponentType<Props> | null = null
  const read = () =>
    Promise.all([load(), speakAll()]).then(([component]) => {
      Loaded = component
    })
  function Later(props: Props) {
    const [, again] = useState(0)
    const [failure, setFailure] = useState<Error | null>(null)
    const show = () => {
      if (Loaded) return
      setFailure(null)
      read().then(() => again((count) => count + 1), setFailure)
    }
    useLayoutEffect(show, [])
    if (Loaded) return <Loaded {...props} />
    return failure && <Failed error={failure} retry={show} />
  }
  return Object.assign(Later, { prepare: () => void read().catch(() => undefined) })
}
