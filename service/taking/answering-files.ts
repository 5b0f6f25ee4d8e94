/** Files that answers name: which can answer, and that they are one appointment's from then on. */
import { Refusal } from "../../domain/model/errors.ts"
import type { Answer, SentAnswers } from "../../domain/model/question.ts"
import { answerFileOf, isFileReference } from "../../domain/model/uploaded-file.ts"
import type { AnsweringFiles } from "../../domain/rules/booking/answers.ts"
import { claimFiles, endFilesBesides, findAnswering } from "../ledger/uploaded-files.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const none: AnsweringFiles = new Map()

/** Asks nothing where no answer names a file. `appointmentId` is null before there is one. */
export async function filesNamedBy(
  db: Db,
  companyId: number,
  answers: SentAnswers,
  appointmentId: number | null = null,
): Promise<AnsweringFiles> {
  const references = Object.values(answers).flat().filter(isFileReference)
  if (references.length === 0) return none
  const files = await findAnswering(db, companyId, references, appointmentId)
  return new Map(files.map((file) => [file.reference, answerFileOf(file)]))
}

const referencesOf = (answers: readonly Answer[]): string[] =>
  answers.flatMap(({ files = [] }) => files.map(({ id }) => id))

interface Claimant {
  companyId: number
  appointmentId: number
  customerId: number
}

/** Throws when another booking has taken one of them meanwhile. */
export async function claimAnswered(
  tx: Tx,
  { companyId, ...claimant }: Claimant,
  answers: readonly Answer[],
): Promise<void> {
  const references = referencesOf(answers)
  if (references.length === 0) return
  if ((await claimFiles(tx, companyId, references, claimant)) === references.length) return
  const { key } = answers.find(({ files }) => files)!
  const field = `answers.${key}`
  throw new Refusal("invalid_input", {
    field,
    message: `${field}: expected ids of uploaded files that no booking has`,
  })
}

/** Files that were answers before and are none any more are deleted. */
export async function changeAnswered(
  tx: Tx,
  claimant: Claimant,
  before: readonly Answer[],
  after: readonly Answer[],
  now: number,
): Promise<void> {
  await claimAnswered(tx, claimant, after)
  if (referencesOf(before).length === 0) return
  const { companyId, appointmentId } = claimant
  await endFilesBesides(tx, companyId, appointmentId, referencesOf(after), new Date(now))
}
