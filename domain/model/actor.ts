import type { LinkedNoun } from "./link-token.ts"

/** A `visitor` is a publishable key, which opens the operations for visitors and nothing else. */
export type Role = "admin" | "member" | "agent" | "provider" | "visitor"

/** The roles of people who sign in. A `provider` works in a seat of their own: their day, its customers and their hours. */
export const userRoles = ["admin", "member", "provider"] as const
export type UserRole = (typeof userRoles)[number]

/** An actor. Every write knows its actor; events and the audit trail name it. */
export type Actor =
  | { kind: "api_key"; apiKeyId: number; role: Role }
  | {
      kind: "admin_user"
      userId: number
      role: UserRole
      /** The provider whose seat it is, for the role `provider` alone. */
      providerId?: number
      /** The session that calls; absent while one is being made. */
      sessionId?: number
      /** The connected app that acts for the user; absent where the user acts. */
      appId?: number
    }
  /** The holder of the link of a request, an appointment or a waiting entry, whose id is `id`. */
  | { kind: "link"; of: LinkedNoun; id: number; linkVersion: number }
  /** A visitor of the public page; without a visit before a number is verified, without a customer before registering. */
  | { kind: "public"; visitId: number | null; customerId: number | null }
  /** An agent in one conversation; without a customer while the caller is unknown. */
  | { kind: "agent"; sessionId: number; customerId: number | null }
  | { kind: "system" }

/** An actor as the audit trail names it, or a person who tried to sign in and is not known. */
export type AuditedActor = Actor | { kind: "anonymous" }

/** The `source` of every event, as the specification defines it. */
export type EventSource =
  | { kind: "agent" | "link" | "public" | "system" }
  | { kind: "api_key"; api_key_id: number }
  | { kind: "admin_user"; user_id: number }

export const bookedByKinds = ["link", "public", "agent", "api", "admin"] as const
export type BookedBy = (typeof bookedByKinds)[number]

export function sourceOf(actor: Actor): EventSource {
  switch (actor.kind) {
    case "api_key":
      return { kind: "api_key", api_key_id: actor.apiKeyId }
    case "admin_user":
      return { kind: "admin_user", user_id: actor.userId }
    default:
      return { kind: actor.kind }
  }
}

export function bookedBy(actor: Actor): BookedBy {
  switch (actor.kind) {
    case "link":
      return "link"
    case "public":
      return "public"
    case "agent":
      return "agent"
    case "admin_user":
      return "admin"
    default:
      return "api"
  }
}

/** True where the actor is the company's staff or one of its systems. Only these may override eligibility. */
export function isStaff(actor: Actor): boolean {
  return actor.kind === "api_key" || actor.kind === "admin_user"
}

/** The provider whose seat it is, for a user who sees and works on the own day alone; null for all others. */
export const seatOf = (actor: Actor): number | null =>
  actor.kind === "admin_user" && actor.role === "provider" ? (actor.providerId ?? 0) : null

/** The scope of this actor's idempotency keys. */
export function credentialOf(actor: Actor): string {
  switch (actor.kind) {
    case "api_key":
      return `key:${actor.apiKeyId}`
    case "admin_user":
      return `user:${actor.userId}`
    case "link":
      return `link:${actor.of}:${actor.id}`
    case "public":
      return `visit:${actor.visitId}`
    case "agent":
      return `agent:${actor.sessionId}`
    case "system":
      return "system"
  }
}
