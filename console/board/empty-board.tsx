/** A company without providers has no board yet. An admin goes on to the set-up, by Enter at once. */
import { useLayoutEffect, useRef } from "preact/hooks"
import { Empty } from "../parts/states.tsx"
import { hrefOf } from "../router.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"

export function EmptyBoard() {
  const { board: words, setUp } = useWords()
  const { user } = useSession()
  const link = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => link.current?.focus(), [])
  return (
    <Empty icon="people" title={words.noProviders} hint={words.noProvidersHint}>
      {user.role === "admin" && (
        <a ref={link} class="button primary" href={hrefOf("/settings/assistant")}>
          {setUp.title}
        </a>
      )}
    </Empty>
  )
}
