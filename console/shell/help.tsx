/** The ways to help: a button in each header, on a phone the last entry of More, and the key `?` anywhere. */
import { useLayoutEffect, useState } from "preact/hooks"
import { Icon } from "../parts/icon.tsx"
import { pressedBy } from "../parts/key-cap.tsx"
import { later } from "../parts/later.tsx"
import { useWords } from "../words/words.ts"
import type { HelpProps } from "./help-dialog.tsx"
import { useKeys } from "./keys.tsx"

const HelpDialog = later(async () => (await import("./help-dialog.tsx")).HelpDialog)

let open = () => {}
export const openHelp = (): void => open()

/** The help that is shown on demand. */
export function Help({ part }: HelpProps) {
  const words = useWords().shell
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    open = () => setOpen(true)
  }, [])
  useKeys([{ key: "?", does: words.help, run: openHelp }])
  return isOpen ? <HelpDialog part={part} onClose={() => setOpen(false)} /> : null
}

export function HelpButton() {
  const words = useWords().shell
  return (
    <button type="button" class="button icon-only plain" onClick={openHelp} {...pressedBy("?")}>
      <Icon name="help" /> <span class="said">{words.help}</span>
    </button>
  )
}
