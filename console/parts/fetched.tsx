/** A page outside the frame of screens, whose script is fetched when it is first shown. */
import type { ComponentType } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"
import { Failed } from "./states.tsx"

interface FetchedProps {
  load(): Promise<{ default: ComponentType }>
}

export function Fetched({ load }: FetchedProps) {
  const [{ page: Shown }, setPage] = useState<{ page: ComponentType | null }>({ page: null })
  const [failure, setFailure] = useState<Error | null>(null)
  const read = () => {
    setFailure(null)
    load().then(({ default: page }) => setPage({ page }), setFailure)
  }
  useLayoutEffect(read, [])
  if (Shown) return <Shown />
  return failure && <Failed error={failure} retry={read} />
}
