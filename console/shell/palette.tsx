/** The ways to the palette: a button in each header, `/`, and Ctrl or Command with K, also while somebody types. */
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { Icon } from "../parts/icon.tsx"
import { pressedBy } from "../parts/key-cap.tsx"
import { later } from "../parts/later.tsx"
import type { Screen } from "../screen.ts"
import { useWords } from "../words/words.ts"
import { useKeys } from "./keys.tsx"
import { lettersWork } from "./letters.ts"

const PaletteDialog = later(async () => (await import("../palette/palette-dialog.tsx")).PaletteDialog)

let open = () => {}
const openPalette = (): void => open()

/** Ahead of the first use: a quick hand types before a script has come. */
export const preparePalette = (): void => PaletteDialog.prepare()

/** The palette, which comes on demand. */
export function Palette({ screens }: { screens: readonly Screen[] }) {
  const words = useWords().shell
  const [isOpen, setOpen] = useState(false)
  const typedAhead = useRef("")
  useLayoutEffect(() => {
    open = () => setOpen(true)
    const keyDown = (event: KeyboardEvent) => {
      const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isAsked || event.key.toLowerCase() !== "k") return
      // Browsers have an own meaning for it.
      event.preventDefault()
      openPalette()
    }
    addEventListener("keydown", keyDown)
    return () => removeEventListener("keydown", keyDown)
  }, [])
  useLayoutEffect(() => {
    typedAhead.current = ""
    if (!isOpen) return
    // Letters that come before the dialog are its own, and no keys of the screen.
    const keep = (event: KeyboardEvent) => {
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isLetter || document.querySelector(".palette")) return
      event.preventDefault()
      event.stopPropagation()
      typedAhead.current += event.key
    }
    addEventListener("keydown", keep, true)
    return () => removeEventListener("keydown", keep, true)
  }, [isOpen])
  useKeys([{ key: "/", does: words.searchOrDo, run: openPalette }])
  return isOpen ? (
    <PaletteDialog screens={screens} typedAhead={typedAhead} onClose={() => setOpen(false)} />
  ) : null
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

export function PaletteButton({ isNarrow }: { isNarrow: boolean }) {
  const words = useWords().shell
  return (
    <button type="button" class="button find" onClick={openPalette} {...pressedBy("Control+k")}>
      <Icon name="search" /> <span class={isNarrow ? "said" : "label"}>{words.searchOrDo}</span>
      {lettersWork() && !isNarrow && <kbd>{isApple ? "⌘K" : "Ctrl K"}</kbd>}
    </button>
  )
}
