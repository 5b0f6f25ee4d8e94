/** Refusals as integrating developers know them: their types of `details` are written from one table. */
import type { ErrorCode } from "../../domain/model/errors.ts"
import { refusalDetails } from "../../domain/model/refusal-details.ts"

/** Throws when a refusal of the company API has other details than the table says. `path` is that below `/api/v1`. */
export function assertDescribedDetails(path: string, body: unknown): void {
  if (path.startsWith("/agent/") || path.startsWith("//")) return
  const { error } = Object(body) as { error?: { code: ErrorCode; details?: unknown } }
  if (!error) return
  const { code, details } = error
  const schema = refusalDetails[code]
  const fits = schema ? schema.strict().safeParse(details).success : details === undefined
  if (!fits)
    throw new Error(`${path}: details of ${code} are not those described: ${JSON.stringify(details)}`)
}
