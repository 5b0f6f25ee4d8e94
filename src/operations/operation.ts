/**
 * What an operation is, and what it is given. An operation is one verb: it gathers, judges and writes, owns its
 * transaction, and is the same for every door. Doors find their routes, checks and documents in its description.
 */
import type { z } from "zod"
import type { AppContext } from "../context.ts"
import type { Actor, Role } from "../model/actor.ts"
import type { Refusal } from "../model/errors.ts"
import type { Tx } from "../store/pg/database.ts"

/** One call of one operation. */
export interface Call {
  companyId: number
  actor: Actor
  requestId: string
  /** Epoch milliseconds; read once, when the call begins. */
  now: number
  /** Set by a door that must write the answer in the same transaction (Idempotency-Key). */
  onWritten?: (tx: Tx, result: unknown, customerId: number | null) => void
}

/** A call without a credential. */
export interface AnonymousRequest {
  /** The caller's network address, behind all trusted proxies. */
  clientAddress: string
  requestId: string
  /** Epoch milliseconds; read once, when the call begins. */
  now: number
}

type Schema = z.ZodType | undefined
type Read<S extends Schema> = S extends z.ZodType ? z.output<S> : unknown

/** What documents and doors read; the same for every operation. */
interface Description {
  /** snake_case verb and noun; also the operationId. */
  name: string
  /** One line for the documentation. */
  summary: string
  description?: string
  /** The tag under which the documentation lists it. */
  noun: string
  roles: readonly Role[]
  /** Where people who sign in need another role than keys do. */
  userRoles?: readonly Role[]
  /** One record, or one row of a list. */
  result: z.ZodType
  /** The answer's status; 200 when left out. */
  status?: 200 | 201
  /** Its answer carries a secret, so that what is kept for a repeat is kept sealed. */
  secret?: boolean
  /**
   * All that it does is in the transaction that keeps its answer under an Idempotency-Key. So a repeat may be run like the
   * first: the key undoes it, and only then the first answer is looked for.
   */
  isOneTransaction?: boolean
}

interface Inputs<Params extends Schema, Query extends Schema, Body extends Schema> {
  params?: Params
  query?: Query
  body?: Body
}

type Run<Input, Output> = (context: AppContext, call: Call, input: Input) => Promise<Output>

/** What doors and documents need of any operation, whoever may call it. */
interface Mountable extends Description, Inputs<z.ZodObject | undefined, z.ZodObject | undefined, Schema> {
  /** Lists answer `next_cursor` beside `data`. */
  list: boolean
}

/** As the tables of mounts hold them: any input, any result. */
export interface AnyOperation extends Mountable {
  open?: false
  run(context: AppContext, call: Call, input: unknown): Promise<unknown>
}

/** One that anybody may call, before it is known who they are and for which company. Its `roles` are empty. */
export interface AnyOpenOperation extends Mountable {
  open: true
  run(context: AppContext, request: AnonymousRequest, input: unknown): Promise<unknown>
}

type Made<Input, Output> = Omit<AnyOperation, "run"> & {
  run(context: AppContext, call: Call, input: Input): Promise<Output>
}

type MadeOpen<Input, Output> = Omit<AnyOpenOperation, "run"> & {
  run(context: AppContext, request: AnonymousRequest, input: Input): Promise<Output>
}

/** An operation on one record; gives it its types. */
export function operation<
  Result extends z.ZodType,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends Schema = undefined,
>(
  description: Description &
    Inputs<Params, Query, Body> & {
      result: Result
      run: Run<Read<Params> & Read<Query> & Read<Body>, z.input<Result>>
    },
): Made<Read<Params> & Read<Query> & Read<Body>, z.input<Result>> {
  return { ...description, list: false }
}

/** An operation for callers without a credential. */
export function openOperation<Result extends z.ZodType, Body extends Schema = undefined>(
  description: Omit<Description, "roles"> & { body?: Body } & {
    result: Result
    run(context: AppContext, request: AnonymousRequest, input: Read<Body>): Promise<z.input<Result>>
  },
): MadeOpen<Read<Body>, z.input<Result>> {
  return { ...description, roles: [], list: false, open: true }
}

/** An operation that answers a page of records. */
export function listOperation<
  Result extends z.ZodType,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
>(
  description: Description &
    Inputs<Params, Query, undefined> & {
      result: Result
      run: Run<Read<Params> & Read<Query>, Listed<z.input<Result>>>
    },
): Made<Read<Params> & Read<Query>, Listed<z.input<Result>>> {
  return { ...description, list: true }
}

/** What a list operation returns: its rows, and where the next page begins. */
export interface Listed<Row> {
  rows: Row[]
  next_cursor: string | null
}

/** Takes a result out of `T | null`, or refuses. */
export function found<T>(record: T | null | undefined, refusal: Refusal): T {
  if (record === null || record === undefined) throw refusal
  return record
}

export const staff: readonly Role[] = ["admin", "member"]
export const adminOnly: readonly Role[] = ["admin"]
