/**
 * The company's events as they happen. Each means that something shown may have changed, so it is read again. The SDK takes a
 * lost line up where it ended; meanwhile the console says that it is not live.
 */
import { useEffect, useState } from "preact/hooks"
import { createClient } from "../../sdk/src/index.ts"
import { fetchAsConsole } from "./api/client.ts"
import { queries } from "./api/queries.ts"

export type Line = "waiting" | "live" | "lost"

let line: Line = "waiting"
const listeners = new Set<() => void>()

function become(now: Line): void {
  if (line === now) return
  line = now
  for (const listener of listeners) listener()
}

export function useLine(): Line {
  const [shown, setShown] = useState(line)
  useEffect(() => {
    const follow = () => setShown(line)
    listeners.add(follow)
    follow()
    return () => {
      listeners.delete(follow)
    }
  }, [])
  return shown
}

const togetherMs = 80
let isPlanned = false

/** Events that come at once cause one reading. */
function readAllAgain(): void {
  if (isPlanned) return
  isPlanned = true
  setTimeout(() => {
    isPlanned = false
    queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" })
  }, togetherMs)
}

/** Follows the events until `signal` aborts. */
async function follow(signal: AbortSignal): Promise<void> {
  const asking: typeof fetch = (input, init) => {
    // Asked again, so the line before has ended.
    if (line === "live") become("lost")
    return fetchAsConsole(input, init)
  }
  const { streamEvents } = createClient({ baseUrl: location.origin, fetch: asking })
  const onOpen = () => {
    if (line === "lost") readAllAgain()
    become("live")
  }
  for await (const _ of streamEvents({ signal, onOpen })) readAllAgain()
}

/** Keeps the console live as long as it is shown. */
export function useLiveEvents(): void {
  useEffect(() => {
    const ending = new AbortController()
    const lost = () => become("lost")
    addEventListener("offline", lost)
    // Refused for good, as after a sign-out.
    follow(ending.signal).catch(lost)
    return () => {
      removeEventListener("offline", lost)
      ending.abort()
      become("waiting")
    }
  }, [])
}
