/** A screen, whose script and words are fetched when it is first shown. */
import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Failed, Loading } from "../parts/states.tsx"
import type { Screen, ScreenProps } from "../screen.ts"
import { speakAll, useWords } from "../words/words.ts"
import { Page } from "./page.tsx"
import { preparePalette } from "./palette.tsx"

const fetched = new Map<Screen, ComponentType<ScreenProps>>()

interface ShownScreenProps extends ScreenProps {
  screen: Screen
}

export function ShownScreen({ screen, ...props }: ShownScreenProps) {
  const [, render] = useState(0)
  const [failure, setFailure] = useState<Error | null>(null)
  const [tries, setTries] = useState(0)
  const words = useWords().shell
  useEffect(() => {
    if (fetched.has(screen)) return
    setFailure(null)
    Promise.all([screen.load(), screen.speaksFirst ?? speakAll()]).then(
      ([{ default: component }]) => {
        fetched.set(screen, component)
        // The board fetches it with its panels.
        if (!screen.speaksFirst) preparePalette()
        render((count) => count + 1)
      },
      (error: Error) => setFailure(error),
    )
  }, [screen, tries])
  const Shown = fetched.get(screen)
  if (Shown) return <Shown {...props} />
  return (
    <Page title={words.loading}>
      {failure ? <Failed error={failure} retry={() => setTries(tries + 1)} /> : <Loading />}
    </Page>
  )
}
