/** The field of a form that a refusal belongs to. */
import { Refusal } from "../api/client.ts"
import { sentenceAt } from "../parts/plain-sentences.ts"
import type { Fields } from "./controls.ts"

export interface Problem {
  /** As `duration_options.1.minutes` */
  path: string
  text: string
}

/** Null for a refusal that names no field, and for any other failure. */
export function problemOf(failure: Error | null): Problem | null {
  if (!(failure instanceof Refusal) || !failure.field) return null
  return { path: failure.field.replace(/\[(\d+)\]/g, ".$1"), text: sentenceAt(failure) }
}

export const isWithin = (problem: Problem, path: string): boolean =>
  problem.path === path || problem.path.startsWith(`${path}.`)

/** The text at a control without fields of its own: everything at it and in it. */
export const textAt = (problem: Problem | null, path: string): string | null =>
  problem && isWithin(problem, path) ? problem.text : null

/** The text at a control with fields of its own: all that none of them shows. */
export function textBeside(problem: Problem | null, path: string, fields: Fields): string | null {
  if (!problem || !isWithin(problem, path)) return null
  const [name] = problem.path.slice(path.length + 1).split(".")
  const isShown = name !== "" && name! in fields && fields[name!]!.control !== "kept"
  return isShown ? null : problem.text
}
