/** The audit trail as admins read it. */
import { z } from "zod"
import type { AuditedActor } from "./actor.ts"
import { timestamp } from "./fields.ts"
import { iso } from "./views.ts"

export const auditActorKinds = [
  "api_key",
  "admin_user",
  "link",
  "public",
  "agent",
  "system",
  "anonymous",
] as const

export const auditView = z.object({
  id: z.int(),
  at: timestamp,
  operation: z.string().meta({
    description:
      "What was done, as `update_company`; `refuse_sign_in` and `refuse_key` are tries that were refused.",
  }),
  target_id: z.int().nullable().meta({ description: "The record, of the kind that the operation names." }),
  fields: z.array(z.string()).meta({ description: "Names of the fields that were written, never values." }),
  actor: z.object({
    kind: z.enum(auditActorKinds),
    role: z.string().nullable(),
    api_key_id: z.int().nullable(),
    user_id: z.int().nullable(),
    session_id: z
      .int()
      .nullable()
      .meta({ description: "Of a user's sign-in, or of an agent's conversation." }),
    customer_id: z.int().nullable().meta({ description: "For whom an agent or a visitor acted." }),
    connected_app_id: z.int().nullable().meta({ description: "The connected app that acted for the user." }),
  }),
  network: z.string().nullable().meta({
    description: "Of sign-ins: where they came from, without the last part of the address.",
  }),
  request_id: z.string(),
})

export interface AuditRow {
  id: number
  at: Date
  actor: AuditedActor
  request_id: string
  operation: string
  target_id: number | null
  fields: string[]
  network: string | null
}

export const showAudit = ({ at, actor, ...row }: AuditRow): z.input<typeof auditView> => ({
  ...row,
  at: iso(at),
  actor: {
    kind: actor.kind,
    role: "role" in actor ? actor.role : null,
    api_key_id: "apiKeyId" in actor ? actor.apiKeyId : null,
    user_id: "userId" in actor ? actor.userId : null,
    session_id: "sessionId" in actor ? (actor.sessionId ?? null) : null,
    customer_id: "customerId" in actor ? actor.customerId : null,
    connected_app_id: "appId" in actor ? (actor.appId ?? null) : null,
  },
})
