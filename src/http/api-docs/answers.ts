/** The one shape of refusals, which every operation refers to. */
import { errorTable } from "../../model/errors.ts"
import type { JsonSchema } from "./json-schema.ts"

export const errorAnswers: Record<string, JsonSchema> = {
  "4XX": { $ref: "#/components/responses/Refusal" },
  "5XX": { $ref: "#/components/responses/Refusal" },
}

const error: JsonSchema = {
  type: "object",
  properties: {
    code: { type: "string", enum: Object.keys(errorTable).sort() },
    message: { type: "string", description: "One plain sentence." },
    field: { type: "string", description: "The offending field, as weekly_hours[0].start." },
    details: { type: "object", description: "What helps to go on, by code." },
    request_id: { type: "string" },
  },
  required: ["code", "message", "request_id"],
}

export const sharedResponses: Record<string, JsonSchema> = {
  Refusal: {
    description: "What stands in the way. The codes and what to do about each: docs/errors.md, or /docs.",
    headers: {
      "Retry-After": {
        description: "Seconds to wait, where waiting helps.",
        schema: { type: "integer" },
      },
    },
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: { success: { type: "boolean", const: false }, error },
          required: ["success", "error"],
        },
      },
    },
  },
}

export const sharedHeaders: Record<string, JsonSchema> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "1 to 255 printable characters. The same key and body within a day give the first answer again.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]{1,255}$" },
  },
}
