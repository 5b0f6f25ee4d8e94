/**
 * What an operation is, and what it is given. An operation is one verb: it gathers, judges and writes, owns its
 * transaction, and is the same for every door. Doors find their routes, checks and documents in its description.
 */
import type { z } from "zod"
import { appendAudit } from "../changes/audit.ts"
import type { Actor, Role } from "../model/actor.ts"
import { Refusal } from "../model/errors.ts"
import type { LinkKeys } from "../model/link-token.ts"
import type { Sealer } from "../model/sealing.ts"
import type { Calendar, Clock, Log, Random } from "../ports.ts"
import type { Database, Tx } from "../store/database.ts"
import { missesPartition, refusalOf } from "../store/laws.ts"
import { ensurePartitions } from "../store/partitions.ts"
import type { ProviderGate } from "./provider-gate.ts"

/** The service as operations see it: its store, its clock, its ports and the few settings that rules need. */
export interface House {
  db: Database
  clock: Clock
  random: Random
  calendar: Calendar
  log: Log
  /** `{book_url}` without a trailing slash; null when the host has no booking pages. */
  bookUrl: string | null
  linkKeys: LinkKeys
  sealer: Sealer
  gate: ProviderGate
}

/** One call of one operation. */
export interface Call {
  companyId: number
  actor: Actor
  requestId: string
  /** Epoch milliseconds; read once, when the call begins. */
  now: number
  /** Set by a door that must write the answer in the same transaction (Idempotency-Key). */
  onWritten?: (tx: Tx, result: unknown, customerId: number | null) => Promise<void>
}

export interface Operation<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType, Result extends z.ZodType> {
  /** snake_case verb and noun; also the operationId. */
  name: string
  /** One line for the documentation. */
  summary: string
  description?: string
  /** The tag under which the documentation lists it. */
  noun: string
  roles: readonly Role[]
  params?: Params
  query?: Query
  body?: Body
  result: Result
  /** The answer's status; 200 when left out. */
  status?: 200 | 201
  /** Lists answer `next_cursor` beside `data`. */
  list?: boolean
  /** Its answer carries a secret, so that what is kept for a repeat is kept sealed. */
  secret?: boolean
  run(house: House, call: Call, input: z.output<Params> & z.output<Query> & z.output<Body>): Promise<z.input<Result>>
}

// biome-ignore lint/suspicious/noExplicitAny: the registry holds operations of every input and result
export type AnyOperation = Operation<any, any, any, any>

type None = z.ZodObject<Record<never, never>>

/** Gives an operation its types; the description is the whole of it. */
export function operation<
  Result extends z.ZodType,
  Params extends z.ZodObject = None,
  Query extends z.ZodObject = None,
  Body extends z.ZodType = None,
>(description: Operation<Params, Query, Body, Result>): Operation<Params, Query, Body, Result> {
  return description
}

/** What a list operation returns: its rows, and where the next page begins. */
export interface Listed<Row> {
  rows: Row[]
  next_cursor: string | null
}

export interface Written<Result> {
  result: Result
  /** The record that was written to, for the audit row. */
  targetId: number | null
  /** Names of the fields that were written, never their values. */
  fields: readonly string[]
  /** Whose personal data the answer carries; an erasure reaches it by this. */
  customerId?: number | null
}

/**
 * The one way to write: a transaction that also holds the audit row and, where the door asks for it, the answer.
 * Database laws come out as their refusals. A day without partitions gets them and the work runs again.
 */
export async function write<Result>(
  house: House,
  call: Call,
  operationName: string,
  work: (tx: Tx) => Promise<Written<Result>>,
): Promise<Result> {
  const once = () =>
    house.db.transaction(async (tx) => {
      const written = await work(tx)
      await appendAudit(tx, {
        companyId: call.companyId,
        actor: call.actor,
        requestId: call.requestId,
        now: call.now,
        operation: operationName,
        targetId: written.targetId,
        fields: written.fields,
      })
      await call.onWritten?.(tx, written.result, written.customerId ?? null)
      return written.result
    })
  try {
    return await once()
  } catch (error) {
    if (!missesPartition(error)) throw refusalOf(error) ?? error
  }
  await ensurePartitions(house.db, call.now)
  try {
    return await once()
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

/** Takes a result out of `T | null`, or refuses. */
export function found<T>(record: T | null | undefined, refusal: Refusal): T {
  if (record === null || record === undefined) throw refusal
  return record
}

export const staff: readonly Role[] = ["admin", "member"]
export const adminOnly: readonly Role[] = ["admin"]
