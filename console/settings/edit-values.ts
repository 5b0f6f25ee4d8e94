/**
 * Values as they are edited, and back. What is typed stays as it is typed: a number is text until it is sent, so that the API
 * judges it and says at the field what is wrong.
 */
import { internationalNumber } from "../customers/typed-contact.ts"
import { editedDistance, typedKm } from "../distances.ts"
import { instantAt, shownPhone } from "../formats.ts"
import type { Control, Fields, NumberControl } from "./controls.ts"
import { editsOf, type Question, type QuestionEdit, questionsFrom } from "./questions-edit.ts"

export type Row = Readonly<Record<string, unknown>>
export interface Amount {
  amount: string
  /** Minutes of the chosen unit: 1, 60 or 1,440. */
  unit: number
}
export interface Choice {
  areAll: boolean
  ids: readonly number[]
}
export interface Group {
  isOn: boolean
  values: Row
}
export interface Variant {
  kind: string
  /** One draft per kind, so that looking at another kind loses nothing. */
  values: Readonly<Record<string, Row>>
}

/** The values that controls edit, by the control. */
export interface Edits {
  text: string
  phone: string
  zone: string
  color: string
  clock: string
  date: string
  /** `2027-03-02T09:00` on the company's clock */
  moment: string
  switch: boolean
  choice: string
  number: string
  minutes: Amount
  pick: string
  picks: Choice
  lines: string
  rows: readonly Row[]
  group: Group
  variant: Variant
  json: string
  week: readonly Hours[]
  questions: readonly QuestionEdit[]
  kept: unknown
}

export interface Hours {
  location_id: number
  weekday: number
  start: string
  end: string
}

const unitsOfTime = [1_440, 60, 1]

/** @param value as the API answers it; undefined for a new record */
export function toEdit(control: Control, value: unknown): Edits[Control["control"]] {
  switch (control.control) {
    case "phone":
      return shownPhone(textOf(value))
    case "switch":
      return value === undefined ? control.usually === true : value === true
    case "choice":
      return textOf(value ?? control.values[0])
    case "number":
      return typeof value === "number" && isDistance(control)
        ? editedDistance(value)
        : textOf(value ?? control.usually)
    case "minutes":
      return amountOf(value)
    case "picks":
      return {
        areAll: control.nullIsAll === true && (value ?? null) === null,
        ids: (value as number[] | null) ?? [],
      }
    case "lines":
      return ((value as string[] | undefined) ?? []).join("\n")
    case "rows":
      return ((value as unknown[] | undefined) ?? []).map((row) =>
        rowOf(control.row, control.isPlain ? { value: row } : row),
      )
    case "group":
      return { isOn: !control.nullable || (value ?? null) !== null, values: rowOf(control.fields, value) }
    case "variant":
      return variantOf(control.cases, value as { kind: string } | undefined)
    case "json":
      return value === undefined ? "" : JSON.stringify(value)
    case "week":
      return (value as Hours[] | undefined) ?? []
    case "questions":
      return editsOf((value as Question[] | undefined) ?? [])
    case "kept":
      return value
    default:
      return textOf(value)
  }
}

/** Edited in the company's unit. */
const isDistance = ({ unit }: NumberControl) => unit === "km" || unit === "kmPerHour"

const textOf = (value: unknown) => (value === null || value === undefined ? "" : String(value))

/** In the largest unit that leaves no rest. */
function amountOf(value: unknown): Amount {
  if (typeof value !== "number") return { amount: "", unit: 1 }
  const unit = value === 0 ? 1 : unitsOfTime.find((each) => value % each === 0)!
  return { amount: String(value / unit), unit }
}

export const rowOf = (fields: Fields, value: unknown): Row =>
  Object.fromEntries(
    Object.entries(fields).map(([name, control]) => [
      name,
      toEdit(control, (value as Row | null | undefined)?.[name]),
    ]),
  )

function variantOf(cases: Readonly<Record<string, Fields>>, value: { kind: string } | undefined): Variant {
  const kind = value?.kind ?? Object.keys(cases)[0]!
  const rows = Object.entries(cases).map(([each, fields]) => [
    each,
    rowOf(fields, each === kind ? value : undefined),
  ])
  return { kind, values: Object.fromEntries(rows) }
}

/**
 * As it is sent; undefined is left out. What is no number is sent as it was typed, for the API to refuse.
 * @param zone of the company, in which moments are typed
 */
export function toInput(control: Control, edit: unknown, zone: string): unknown {
  switch (control.control) {
    case "phone":
      return (edit as string).trim() === "" ? emptyOf(control) : internationalNumber(edit as string)
    case "text":
    case "zone":
      return (edit as string).trim() === "" ? emptyOf(control) : edit
    case "number": {
      const typed = edit as string
      if (typed.trim() === "") return emptyOf(control, null)
      const isKm = isDistance(control) && typeof numberOf(typed) === "number"
      return isKm ? typedKm(typed) : numberOf(typed)
    }
    case "minutes": {
      const { amount, unit } = edit as Amount
      const typed = numberOf(amount)
      return typeof typed === "number" ? rounded(typed * unit) : typed
    }
    case "moment":
      return instantOf(edit as string, zone)
    case "pick":
      return numberOf(edit as string)
    case "picks": {
      const { areAll, ids } = edit as Choice
      return areAll ? null : ids
    }
    case "lines":
      return (edit as string)
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "")
    case "rows":
      return (edit as readonly Row[])
        .map((row) => inputOf(control.row, row, zone))
        .map((row) => (control.isPlain ? row.value : row))
    case "group": {
      const { isOn, values } = edit as Group
      return isOn ? inputOf(control.fields, values, zone) : null
    }
    case "variant": {
      const { kind, values } = edit as Variant
      return { kind, ...inputOf(control.cases[kind]!, values[kind]!, zone) }
    }
    case "questions":
      return questionsFrom(edit as readonly QuestionEdit[])
    case "json":
      return parsed(edit as string)
    default:
      return edit
  }
}

const emptyOf = ({ whenEmpty }: { whenEmpty?: "null" | "omit" }, otherwise: "" | null = "") =>
  whenEmpty === "null" ? null : whenEmpty === "omit" ? undefined : otherwise

/** A comma is a decimal point in Spanish and French. */
function numberOf(typed: string): number | string | null {
  const text = typed.trim().replace(",", ".")
  if (text === "") return null
  return Number.isFinite(Number(text)) ? Number(text) : typed
}

/** 1.1 hours are 66 minutes, though the nearest binary fraction is a little more. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/** A text that is no date yet, as while a year is typed, is sent as it is. */
function instantOf(typed: string, zone: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(typed) ?? []
  return date && time ? instantAt(zone, date, time) : typed
}

function parsed(typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}

function inputOf(fields: Fields, row: Row, zone: string): Record<string, unknown> {
  const entries = Object.entries(fields).map(
    ([name, control]) => [name, toInput(control, row[name], zone)] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The edited values, by field; the others stand as the record has them. */
export type Draft = Readonly<Record<string, unknown>>

/** The fields that differ from the record, as they are sent. */
export function changesOf(fields: Fields, record: Row, draft: Draft, zone: string): Record<string, unknown> {
  const changed = Object.entries(fields).filter(
    ([name, control]) =>
      name in draft &&
      !isSame(toInput(control, draft[name], zone), toInput(control, toEdit(control, record[name]), zone)),
  )
  return inputOf(Object.fromEntries(changed), draft, zone)
}

/** A new record: all fields, those that were not edited as they begin. */
export const wholeOf = (fields: Fields, record: Row, draft: Draft, zone: string): Record<string, unknown> =>
  inputOf(fields, { ...rowOf(fields, record), ...draft }, zone)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
