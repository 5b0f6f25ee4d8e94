/** Judges input by its schema and says what is wrong in one sentence that names the field. */
import type { z } from "zod"
import { Refusal } from "../../../domain/model/errors.ts"

/** `["weekly_hours", 0, "start"]` → `weekly_hours[0].start`. */
function fieldPath(path: readonly PropertyKey[]): string {
  let text = ""
  for (const step of path)
    text += typeof step === "number" ? `[${step}]` : `${text ? "." : ""}${String(step)}`
  return text
}

type Issue = z.core.$ZodIssue

/** The most useful issue: inside a union, that of the option which the input fits best. */
function deepest(issue: Issue): { path: PropertyKey[]; issue: Issue } {
  if (issue.code !== "invalid_union") return { path: issue.path, issue }
  const inner = issue.errors
    .flat()
    .map((each) => deepest(each))
    .sort((a, b) => b.path.length - a.path.length)[0]
  if (!inner || inner.path.length === 0) return { path: issue.path, issue }
  return { path: [...issue.path, ...inner.path], issue: inner.issue }
}

function expectation(issue: Issue): string {
  if (issue.code === "unrecognized_keys") return "is not a known field"
  if (issue.code === "invalid_type" && issue.input === undefined) return `is required (${issue.message})`
  return issue.message
}

const worded: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${issue.expected === "object" ? "an object" : issue.expected === "array" ? "a list" : issue.expected}`
    case "invalid_value":
      return `expected one of ${issue.values.map(String).join(", ")}`
    case "too_big":
      return `expected at most ${issue.maximum}${issue.origin === "array" ? " entries" : ""}`
    case "too_small":
      return `expected at least ${issue.minimum}${issue.origin === "array" ? " entries" : ""}`
    case "invalid_union":
      return "expected one of the documented forms"
    default:
      return undefined
  }
}

/** The part of a request that an input is in. */
type Where = "body" | "query" | "path" | "headers"

/** An unknown field may have a name as long as the body. */
const longestField = 200

function refusalOfIssue(where: Where, issue: Issue): Refusal {
  const { path, issue: telling } = deepest(issue)
  const at = telling.code === "unrecognized_keys" ? [...path, telling.keys[0]!] : path
  const field = fieldPath(at).slice(0, longestField) || where
  return new Refusal("invalid_input", { field, message: `${field}: ${expectation(telling)}` })
}

/** zod ends at the first field or entry that is wrong: only that one is named, and wording ten thousand takes a while. */
const firstWrong = { error: worded, reportInput: true, abortEarly: true } as z.core.ParseContext<Issue>

/** The value as its schema reads it; throws `invalid_input` for the first thing wrong. */
export function judged<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  where: Where,
): z.output<Schema> {
  const result = schema.safeParse(value, firstWrong)
  if (result.success) return result.data
  throw refusalOfIssue(where, result.error.issues[0]!)
}
