/** Puts a text into the clipboard, and says whether the browser let it. */
import type { ComponentChildren } from "preact"
import { copyText } from "../../ui/copy-text.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { Icon } from "./icon.tsx"

interface CopyButtonProps {
  text: string
  /** "Copy" when left out. */
  children?: ComponentChildren
  /** For screen readers, where several buttons read the same. */
  label?: string
  plain?: boolean
}

export function CopyButton({ text, children, label, plain = false }: CopyButtonProps) {
  const words = useWords().shell
  const copy = async () => notify({ text: (await copyText(text)) ? words.copied : words.notCopied })
  return (
    <button type="button" class={plain ? "button plain" : "button"} aria-label={label} onClick={copy}>
      <Icon name="copy" small /> {children ?? words.copy}
    </button>
  )
}
