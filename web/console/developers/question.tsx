/** Asks once more before something that can't be taken back. */
import { useWrite } from "../api/queries.ts"
import { Dialog } from "../parts/dialog.tsx"
import { Refused } from "../parts/states.tsx"
import { useWords } from "../words/words.ts"

interface QuestionProps {
  title: string
  text: string
  confirm: string
  run(): Promise<unknown>
  onDone(): void
  onClose(): void
}

export function Question({ title, text, confirm, run, onDone, onClose }: QuestionProps) {
  const words = useWords().developers
  const write = useWrite({
    mutationFn: run,
    onSuccess: () => {
      onClose()
      onDone()
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <p>{text}</p>
        <Refused error={write.failure} />
        <div class="row">
          <button
            type="button"
            class="button danger"
            disabled={write.isRunning}
            onClick={() => write.run(undefined)}
          >
            {confirm}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
