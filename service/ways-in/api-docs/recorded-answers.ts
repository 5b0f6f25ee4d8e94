/** Answers that the demo gave to the samples, as `RECORD_ANSWERS=1 npm test -- test/samples` has written them, by operation. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

export const recordedPath = join(import.meta.dirname, "samples", "recorded-answers.json")

let answers: Readonly<Record<string, unknown>> | null = null

/** Nothing for an operation that was not recorded yet. */
export function recordedExample(operationId: string): { example?: unknown } {
  answers ??= JSON.parse(readFileSync(recordedPath, "utf8")) as Readonly<Record<string, unknown>>
  return operationId in answers ? { example: answers[operationId] } : {}
}
