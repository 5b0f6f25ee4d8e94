/** Asks once more before something that can't be taken back. */
import { useWrite } from "../api/queries.ts"
import { useWords } from "../words/words.ts"
import { Dialog } from "./dialog.tsx"
import { Refused } from "./states.tsx"

interface QuestionProps {
  title: string
  text: string
  confirm: string
  /** The label of the button that changes nothing; "Cancel" when left out. */
  keep?: string
  run(): Promise<unknown>
  /** Before the dialog closes. */
  onDone(): unknown
  /** It was refused; the dialog stays, with the reason. */
  onRefused?(): unknown
  /** The text for this refusal in place of the API's sentence. */
  refusalText?(failure: Error): string | null
  onClose(): void
}

export function Question({
  title,
  text,
  confirm,
  keep,
  run,
  onDone,
  onRefused,
  refusalText,
  onClose,
}: QuestionProps) {
  const words = useWords().shell
  const write = useWrite({
    mutationFn: run,
    onSuccess: async () => {
      await onDone()
      onClose()
    },
    onError: () => onRefused?.(),
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <p>{text}</p>
        <Refused error={write.failure} text={write.failure && refusalText?.(write.failure)} />
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
            {keep ?? words.cancel}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
