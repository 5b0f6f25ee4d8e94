import { useEffect, useState } from "preact/hooks"

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
