/**
 * The company's events as they happen. Each means that something shown may have changed, so it is read again. The SDK takes a
 * lost line up where it ended; meanwhile the console says that it is not live. A line that carries nothing looks like one on
 * which nothing happens, so the service is asked every other second whether it is there.
 */
import { useEffect, useLayoutEffect, useState } from "preact/hooks"
import { createClient } from "../sdk/src/index.ts"
import { fetchAsConsole, isRefusal } from "./api/client.ts"
import { queries } from "./api/queries.ts"

/** `lost`: the service answers, but tells no events. `away`: it does not answer. */
export type Line = "waiting" | "live" | "lost" | "away"

let line: Line = "waiting"
/** When the service last answered, in epoch milliseconds. */
let answeredAt = Date.now()
const listeners = new Set<() => void>()

function become(now: Line): void {
  if (line === now) return
  line = now
  for (const listener of listeners) listener()
}

export function useLine(): Line {
  const [shown, setShown] = useState(line)
  useLayoutEffect(() => {
    const follow = () => setShown(line)
    listeners.add(follow)
    follow()
    return () => {
      listeners.delete(follow)
    }
  }, [])
  return shown
}

/** When the service last answered, in epoch milliseconds, while it does not; else null. */
export const useAwaySince = (): number | null => (useLine() === "away" ? answeredAt : null)

const togetherMs = 80
let isPlanned = false

/** Queries that events do not refresh: no event is raised for them, or they are counted later. */
const unlive: ReadonlySet<unknown> = new Set(["session", "fullness"])

/** Events that come at once cause one reading. */
function readAllAgain(): void {
  if (isPlanned) return
  isPlanned = true
  setTimeout(() => {
    isPlanned = false
    queries.invalidateQueries({ predicate: ({ queryKey }) => !unlive.has(queryKey[0]) })
  }, togetherMs)
}

/** Follows the events until `signal` aborts. */
async function follow(signal: AbortSignal): Promise<void> {
  const asking: typeof fetch = (input, init) => {
    // A second call means that the previous connection has ended.
    if (line === "live") become("lost")
    return fetchAsConsole(input, init)
  }
  const { streamEvents } = createClient({ baseUrl: location.origin, fetch: asking })
  const onOpen = () => {
    if (line === "lost" || line === "away") readAllAgain()
    become("live")
  }
  for await (const _ of streamEvents({ signal, onOpen, onChange: readAllAgain })) readAllAgain()
}

const againMs = 2_000
/** Together with `answerMs` less than the 5 s in which a lost connection is said. */
const askEveryMs = 2_000
const answerMs = 2_500

const isThere = () =>
  fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(answerMs) }).then(
    () => true,
    () => false,
  )

/** Asks while somebody looks, until `signal` aborts. */
async function keepAsking(signal: AbortSignal, found: (isThere: boolean) => void): Promise<void> {
  while (!signal.aborted) {
    if (!document.hidden) {
      const answers = await isThere()
      if (signal.aborted) return
      found(answers)
    }
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
  }
}

/** The session has ended or lost its rights, so reconnecting would not help. */
const isSignedOut = (error: unknown) =>
  isRefusal(error, "unauthorized") || isRefusal(error, "forbidden") || isRefusal(error, "enrolment_needed")

/** Keeps the console live as long as it is shown. */
export function useLiveEvents(): void {
  useEffect(() => {
    let ending = new AbortController()
    const begin = () => {
      const { signal } = ending
      follow(signal).catch((error: unknown) => {
        if (signal.aborted) return
        if (line !== "away") become("lost")
        // The place where the line ended may be too old to go on from: another one begins now, and all is read again.
        if (!isSignedOut(error)) setTimeout(() => signal.aborted || begin(), againMs)
      })
    }
    const away = () => become("away")
    // The state of the old connection is unknown, so a new one replaces it.
    const back = () => {
      ending.abort()
      ending = new AbortController()
      begin()
    }
    const asking = new AbortController()
    void keepAsking(asking.signal, (isThere) => {
      if (!isThere) return away()
      answeredAt = Date.now()
      if (line !== "away") return
      become("lost")
      back()
    })
    addEventListener("offline", away)
    addEventListener("online", back)
    begin()
    return () => {
      asking.abort()
      removeEventListener("offline", away)
      removeEventListener("online", back)
      ending.abort()
      become("waiting")
    }
  }, [])
}
