import type { QuestionView } from "../../domain/contracts/customer-pages.ts"
import type { WaitingView } from "../../domain/contracts/waiting.ts"

/** Five minutes are short: photos and documents follow by the appointment's own link. */
export const askedHere = ({ questions }: WaitingView): QuestionView[] =>
  questions.filter(({ kind }) => kind !== "file")
