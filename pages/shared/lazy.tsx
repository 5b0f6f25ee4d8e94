import type { FunctionComponent } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { beginningOf } from "./step.tsx"

const retryMs = 2_000

/**
 * A part that few visitors need, or that none needs at first: its script comes when it is first shown, or called for ahead of
 * that. Without a connection it is asked for again until it comes.
 *
 * @param isStep a whole step, whose heading takes the focus that was lost while its script came
 */
export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  { isStep = false } = {},
) {
  let Loaded: FunctionComponent<Props> | null = null
  const prepare = () =>
    load().then(
      (component) => {
        Loaded = component
      },
      () => undefined,
    )
  function Lazy(props: Props) {
    const [tries, again] = useState(0)
    const hasWaited = useRef(false)
    const isShown = Loaded !== null
    useEffect(() => {
      if (isShown) return
      hasWaited.current = true
      // It may have come between the render and this effect.
      if (Loaded) return again((count) => count + 1)
      let timer: ReturnType<typeof setTimeout>
      // A screen that is left meanwhile renders no more.
      prepare().then(() => {
        timer = setTimeout(() => again((count) => count + 1), Loaded ? 0 : retryMs)
      })
      return () => clearTimeout(timer)
    }, [tries])
    useLayoutEffect(() => {
      if (!isStep || !Loaded || !hasWaited.current) return
      hasWaited.current = false
      if (document.activeElement === document.body) beginningOf(document)?.focus({ preventScroll: true })
    })
    return Loaded ? <Loaded {...props} /> : <div class="skeleton" aria-hidden="true" />
  }
  return Object.assign(Lazy, { prepare })
}
