import { useLayoutEffect, useState } from "preact/hooks"

/**
 * Runs an act with the render that follows, which shows every change made beside it. So the focus moves before a quick hand
 * presses the next key; with the browser's next frame it could come after that, and take the focus away again.
 */
export function useAfterRender(): (act: () => void) => void {
  const [wish, setWish] = useState<{ act(): void } | null>(null)
  useLayoutEffect(() => wish?.act(), [wish])
  return (act) => setWish({ act })
}
