/** Rows of a CSV file that become scheduling requests: what would become of each, and then what does. */
import type { CsvTable } from "../../domain/csv/csv.ts"
import { isSameName } from "../../domain/csv/plain-name.ts"
import { api, Refusal } from "../api/client.ts"
import type { AppointmentType } from "../board/board-data.ts"
import { internationalNumber, isNumber } from "../customers/typed-contact.ts"
import type { Words } from "../words/words.ts"
import type { OutreachPlan } from "./request-data.ts"

export const heads = [
  "customer",
  "appointment_type",
  "latest_date",
  "earliest_date",
  "external_ref",
  "outreach_plan",
] as const
/** Without these no row can be read. */
export const neededHeads: readonly string[] = heads.slice(0, 3)

export const mostRows = 1_000

type Input = Parameters<typeof api.createSchedulingRequest>[0]

export type Fate =
  | { kind: "ready"; input: Input; customer: string; texts: number }
  | { kind: "wrong"; reason: string }
  | { kind: "made"; id: number; input: Input; customer: string }

type Row = CsvTable["rows"][number]

export interface JudgedRow {
  row: Row
  /** Null until it is known. */
  fate: Fate | null
}

/** The records that names stand for. */
export interface Known {
  types: readonly AppointmentType[]
  plans: readonly OutreachPlan[]
}

type ImportWords = Words["requests"]["import"]

/** Asks the service what it would say to the row; nothing is made. */
export async function judgeRow({ cells }: Row, known: Known, words: ImportWords): Promise<Fate> {
  const type = named(known.types, cells.appointment_type)
  if (!type) return { kind: "wrong", reason: words.noType({ text: cells.appointment_type ?? "" }) }
  const plan = named(known.plans, cells.outreach_plan)
  if (cells.outreach_plan && !plan)
    return { kind: "wrong", reason: words.noPlan({ text: cells.outreach_plan }) }
  try {
    const found = await findCustomers(cells.customer ?? "")
    const [customer] = found
    if (!customer) return { kind: "wrong", reason: words.noCustomer({ text: cells.customer ?? "" }) }
    if (found.length > 1) return { kind: "wrong", reason: words.severalCustomers({ text: cells.customer! }) }
    const input: Input = {
      customer_id: customer.id,
      appointment_type_id: type.id,
      latest_date: cells.latest_date ?? "",
      ...(cells.earliest_date ? { earliest_date: cells.earliest_date } : {}),
      ...(cells.external_ref ? { external_ref: cells.external_ref } : {}),
      ...(plan ? { outreach_plan_id: plan.id } : {}),
    }
    const { texts } = await api.previewSchedulingRequest(input)
    const going = texts.filter(({ reason }) => reason === null).length
    return { kind: "ready", input, customer: customer.name, texts: going }
  } catch (error) {
    return refused(error, words)
  }
}

export async function makeRow(
  { input, customer }: Extract<Fate, { kind: "ready" }>,
  words: ImportWords,
): Promise<Fate> {
  try {
    const { id } = await api.createSchedulingRequest(input)
    return { kind: "made", id, input, customer }
  } catch (error) {
    return refused(error, words)
  }
}

function refused(error: unknown, words: ImportWords): Fate {
  return { kind: "wrong", reason: error instanceof Refusal ? error.message : words.unreachable }
}

const named = <One extends { id: number; name: string }>(all: readonly One[], text = ""): One | undefined =>
  all.find(({ name }) => isSameName(name, text)) ?? all.find(({ id }) => String(id) === text)

/** By number, email or the company's own id for the customer; two are enough to know that it is not one. */
async function findCustomers(text: string): Promise<{ id: number; name: string }[]> {
  if (text === "") return []
  const by = text.includes("@")
    ? { email: text }
    : isNumber(text)
      ? { phone: internationalNumber(text)! }
      : { external_ref: text }
  const { data } = await api.listCustomers({ ...by, limit: 2 })
  return data
}

/** At most one open request of a type: of rows for the same customer and type the first one counts. */
export function withoutDoubles(judged: readonly JudgedRow[], words: ImportWords): JudgedRow[] {
  const firstLines = new Map<string, number>()
  return judged.map((each) => {
    if (each.fate === null || each.fate.kind === "wrong") return each
    const { customer_id, appointment_type_id } = each.fate.input
    const key = `${customer_id} ${appointment_type_id}`
    const before = firstLines.get(key)
    if (before !== undefined && each.fate.kind === "ready")
      return { ...each, fate: { kind: "wrong", reason: words.sameAsLine({ line: before }) } }
    firstLines.set(key, each.row.line)
    return each
  })
}

const atOnce = 4

/** A few rows at a time; stops taking more once `signal` is aborted. */
export async function eachRow(
  rows: readonly JudgedRow[],
  work: (row: JudgedRow, index: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = rows.entries()
  const take = async () => {
    for (const [index, row] of waiting) {
      if (signal.aborted) return
      await work(row, index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, take))
}
