import type { FunctionComponent } from "preact"
import { useEffect, useState } from "preact/hooks"

/** A part that few visitors need: its script comes when it is first shown, or called for ahead of that. */
export function lazy<Props extends object>(load: () => Promise<FunctionComponent<Props>>) {
  let Loaded: FunctionComponent<Props> | null = null
  const prepare = () =>
    load().then(
      (component) => {
        Loaded = component
      },
      // Without a connection the part is asked for again when it is shown.
      () => undefined,
    )
  function Lazy(props: Props) {
    const [, again] = useState(0)
    useEffect(() => {
      if (Loaded) return
      // A screen that is left meanwhile renders no more.
      prepare().then(() => again((count) => count + 1))
    }, [])
    return Loaded ? <Loaded {...props} /> : <div class="skeleton" aria-hidden="true" />
  }
  return Object.assign(Lazy, { prepare })
}
