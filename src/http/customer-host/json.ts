/** The pages' JSON answers. */
import type { Answer } from "../../operations/operation.ts"

export const jsonType = "application/json; charset=utf-8"

export const shown = (status: number, data: unknown): Answer => ({
  status,
  body: JSON.stringify({ success: true, data }),
})
