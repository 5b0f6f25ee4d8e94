/** An appointment type's questions at booking, and their answers. An answer keeps its question as it was asked. */
import { z } from "zod"
import { bounded, flag, line, name, text } from "./fields.ts"
import { type AnswerFile, answerFileView } from "./uploaded-file.ts"

export const questionKinds = [
  "text",
  "long_text",
  "number",
  "date",
  "choice",
  "choices",
  "consent",
  "file",
] as const
export type QuestionKind = (typeof questionKinds)[number]

export const mostQuestions = 20
export const mostOptions = 30
export const mostOptionCharacters = 100
export const mostLabelCharacters = 500

const expectedKey =
  "expected a key of at most 40 lower-case letters, digits and underscores, which begins with a letter"
const key = bounded(40, expectedKey).regex(/^[a-z][a-z0-9_]{0,39}$/, { error: expectedKey })

const shownIf = z
  .strictObject({
    key,
    is: z.union([name(mostOptionCharacters), flag], { error: "expected an option, or true or false" }),
  })
  .meta({
    description:
      "Asked only where an earlier question was answered so: with this option of a `choice` or among those of `choices`; " +
      "true or false for a `consent`.",
  })

export const questionKind = z.enum(questionKinds, { error: `expected one of ${questionKinds.join(", ")}` })

const question = z
  .strictObject({
    key: key.meta({ description: "Names the answer. It stays while the question means the same." }),
    label: name(mostLabelCharacters).meta({
      description: "The question as it is asked; of a `consent`, its full wording.",
    }),
    kind: questionKind,
    options: z
      .array(name(mostOptionCharacters))
      .max(mostOptions, { error: `expected at most ${mostOptions} options` })
      .optional()
      .meta({ description: "Of `choice` and `choices`: what can be chosen." }),
    required: flag.default(false),
    shown_if: shownIf.nullable().optional(),
  })
  .transform(
    ({ options, shown_if, ...plain }): Question => ({
      ...plain,
      ...(options && options.length > 0 ? { options } : {}),
      ...(shown_if ? { shown_if } : {}),
    }),
  )

export const questions = z
  .array(question)
  .max(mostQuestions, { error: `expected at most ${mostQuestions} questions` })
  .meta({
    description:
      "What is asked at booking, in this order. A changed list is a new version: appointments keep their questions as they " +
      "were asked.",
  })

/** As it is stored and asked. */
export interface Question {
  key: string
  label: string
  kind: QuestionKind
  options?: string[]
  required: boolean
  shown_if?: { key: string; is: string | boolean }
}

export const questionView = z.object({
  key: z.string(),
  label: z.string(),
  kind: questionKind,
  options: z.array(z.string()).optional(),
  required: z.boolean(),
  shown_if: z.object({ key: z.string(), is: z.union([z.string(), z.boolean()]) }).optional(),
})

export type AnswerValue = string | number | boolean | string[]

const expectedAnswer = "expected a text, a number, true or false, or a list of texts"
export const mostAnswerCharacters = { text: 300, long_text: 2_000 }

/** The booking judges which answer fits which question. */
export const answersInput = z
  .record(
    key,
    z
      .union(
        [
          text(mostAnswerCharacters.long_text),
          z.number(),
          z.boolean(),
          z.array(line(mostOptionCharacters)).max(mostOptions),
        ],
        { error: expectedAnswer },
      )
      .nullable(),
    { error: "expected an object of answers by the questions' keys" },
  )
  .optional()
  .meta({
    description:
      "Answers to the type's `questions`, by their keys: a text, a number, a date as YYYY-MM-DD, an option, a list of " +
      "options, true for a consent; of a `file` the ids of files that were uploaded (`POST /files`).",
  })
export type SentAnswers = Readonly<Record<string, AnswerValue | null>>

/** As it is stored. */
export interface Answer {
  key: string
  /** As the question was asked. */
  label: string
  kind: QuestionKind
  /** The version of the type's questions. */
  version: number
  /** For a `file`, the names of its files. */
  value: AnswerValue
  /** Set for a `file` alone. */
  files?: AnswerFile[]
}

export const answerView = z
  .object({
    key: z.string(),
    label: z.string().meta({ description: "The question as it was asked." }),
    value: z
      .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
      .meta({ description: "Of a `file` the names of its files." }),
    files: z.array(answerFileView).optional().meta({ description: "Of a `file` alone." }),
  })
  .meta({ id: "Answer" })

/**
 * The answers as the interfaces show them: none at all where nothing was answered, so that other appointments look as they
 * always did.
 */
export const shownAnswers = (answers: readonly Answer[]): { answers?: z.input<typeof answerView>[] } =>
  answers.length === 0
    ? {}
    : {
        answers: answers.map(({ key, label, value, files }) => ({
          key,
          label,
          value,
          ...(files ? { files } : {}),
        })),
      }
