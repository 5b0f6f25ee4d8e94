import { useEffect, useState } from "preact/hooks"
import { formatter } from "../../shared/formatter.ts"

const stepMs = 15_000

/** The present minute since 1970 UTC; the component renders again when it changes. */
export function useNow(): number {
  const read = () => Math.floor(Date.now() / 60_000)
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read), stepMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The local date in a zone, `YYYY-MM-DD`. */
export const todayIn = (zone: string, minute: number): string =>
  formatter("en-CA", zone, { year: "numeric", month: "2-digit", day: "2-digit" }).format(minute * 60_000)
