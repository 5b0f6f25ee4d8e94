/** Many customers of another system at once, each made or changed by its id there, and each with its own fate. */
import { z } from "zod"
import { bulkCustomerFields } from "./customer.ts"

const mostRows = 500

export const bulkCustomersInput = z
  .strictObject({
    rows: z
      .array(bulkCustomerFields)
      .min(1, { error: "expected at least one row" })
      .max(mostRows, { error: `expected at most ${mostRows} rows` }),
  })
  .meta({ examples: [{ rows: [{ external_ref: "crm-9", name: "Sam Poe", email: "sam@example.com" }] }] })
export type BulkCustomer = z.output<typeof bulkCustomerFields>

export const bulkFates = ["made", "changed", "unchanged", "refused"] as const
export type BulkFate = (typeof bulkFates)[number]

const bulkRowView = z
  .object({
    external_ref: z.string(),
    fate: z.enum(bulkFates).meta({
      description:
        "`made`: it is new. `changed`: fields have another value now. `unchanged`: it stood so already. `refused`: `reason` says why, and " +
        "nothing of the row was written.",
    }),
    id: z
      .int()
      .nullable()
      .meta({ description: "The customer's id; null where a refused row names no customer." }),
    reason: z
      .object({
        code: z.string().meta({ description: "A refusal's code." }),
        message: z.string(),
        field: z.string().nullable().meta({ description: "The row's field that it is about." }),
      })
      .nullable(),
  })
  .meta({ id: "BulkCustomerRow" })
export type BulkRowResult = z.output<typeof bulkRowView>

export const bulkCustomersView = z.object({
  made: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  rows: z.array(bulkRowView).meta({ description: "In the order in which they were sent." }),
})

export function bulkShown(rows: BulkRowResult[]): z.input<typeof bulkCustomersView> {
  const count = (fate: BulkFate) => rows.filter((row) => row.fate === fate).length
  return {
    ...{ made: count("made"), changed: count("changed"), unchanged: count("unchanged") },
    ...{ refused: count("refused"), rows },
  }
}
