/** A key or secret that is shown only now. */
import { CopyButton } from "../parts/copy-button.tsx"
import { Dialog } from "../parts/dialog.tsx"

interface SecretOnceProps {
  title: string
  text: string
  secret: string
  done: string
  onClose(): void
}

export function SecretOnce({ title, text, secret, done, onClose }: SecretOnceProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <p>{text}</p>
        <p class="secret">
          <code>{secret}</code>
        </p>
        <div class="row">
          <CopyButton text={secret} />
          <button type="button" class="button primary" onClick={onClose}>
            {done}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
