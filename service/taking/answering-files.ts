/** Files that answers name: which can answer, and that they are one appointment's from then on. */
import type { Actor } from "../../domain/model/actor.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { Answer, SentAnswers } from "../../domain/model/question.ts"
import {
  answerFileOf,
  isFileReference,
  staffUploads,
  type UploadedFile,
  uploaderOfVisit,
} from "../../domain/model/uploaded-file.ts"
import type { AnsweringFiles } from "../../domain/rules/booking/answers.ts"
import { claimFiles, endFilesBesides, findAnswering } from "../ledger/uploaded-files.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const none: AnsweringFiles = new Map()

/** The namer of the files, and the appointment that they are for. */
interface Naming {
  actor: Actor
  customerId: number
  /** Null before there is one. */
  appointmentId?: number
}

/**
 * Asks nothing where no answer names a file. Others than staff name what they have uploaded themselves, or what was uploaded for the
 * same customer by a link or in another visit of theirs.
 */
export async function filesNamedBy(
  db: Db,
  companyId: number,
  answers: SentAnswers,
  { actor, customerId, appointmentId }: Naming,
): Promise<AnsweringFiles> {
  const references = Object.values(answers).flat().filter(isFileReference)
  if (references.length === 0) return none
  const found = await findAnswering(db, companyId, references, appointmentId ?? null)
  const files = found.filter((file) => mayName(actor, customerId, appointmentId, file))
  return new Map(files.map((file) => [file.reference, answerFileOf(file)]))
}

function mayName(
  actor: Actor,
  customerId: number,
  appointmentId: number | undefined,
  file: UploadedFile,
): boolean {
  if (file.appointment_id !== null) return file.appointment_id === appointmentId
  if (actor.kind === "public" && file.uploader === uploaderOfVisit(actor.visitId!)) return true
  if (actor.kind === "public" || actor.kind === "link" || actor.kind === "agent")
    return file.uploader !== staffUploads && file.customer_id === customerId
  return true
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
