/** Help on the screen that is shown: what is done there, and the keys that work now. */
import { Dialog } from "../parts/dialog.tsx"
import { useWords, type Words } from "../words/words.ts"
import { presentKeys } from "./keys.tsx"

export interface HelpProps {
  /** The part of the console that the screen belongs to. */
  part: keyof Words["shell"]["rail"] | undefined
}

interface HelpDialogProps extends HelpProps {
  onClose(): void
}

export function HelpDialog({ part, onClose }: HelpDialogProps) {
  const { shell, help } = useWords()
  return (
    <Dialog title={shell.help} onClose={onClose}>
      {part && (
        <section>
          <h3>{shell.rail[part]}</h3>
          <p>{help.parts[part]}</p>
        </section>
      )}
      <section>
        <h3>{shell.keysHere}</h3>
        <dl class="key-list">
          {presentKeys().map(({ key, does }) => (
            <div key={key}>
              <dt>
                <kbd>{caps[key] ?? key.toUpperCase()}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Dialog>
  )
}

/** The labels of keys that are not letters. */
const caps: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowDown: "↓",
  ArrowUp: "↑",
  "Shift+ArrowLeft": "⇧←",
  "Shift+ArrowRight": "⇧→",
  Escape: "Esc",
}
