/**
 * Operations and their context. An operation is one verb: it gathers, judges and writes, owns its transaction, and is the
 * same for every interface. Routes, input checks and API documents follow its description.
 */
import type { z } from "zod"
import type { Actor, Role } from "../../domain/model/actor.ts"
import { type ErrorCode, Refusal } from "../../domain/model/errors.ts"
import type { EventType } from "../../domain/model/event.ts"
import type { AppContext } from "./context.ts"
import type { Db } from "./pg/database.ts"

/** One call of one operation. */
export interface Call {
  companyId: number
  actor: Actor
  requestId: string
  /** Epoch milliseconds; read once, when the call begins. */
  now: number
  /** Present on a call under an Idempotency-Key: `write` keeps its answer in the operation's transaction. */
  keyed?: KeyedCall
}

/** The record of a provider's seat that an operation works on. */
export type Seat = "own" | "appointment" | "customer" | "provider"

/** An answer as the interface sends it. */
export interface Answer {
  status: number
  body: string
}

/** How an interface describes a call that came under a key. It travels with the call to `write`. */
export interface KeyedCall {
  key: string
  method: string
  /** Without the query. */
  path: string
  bodyHash: string
  /** The answer carries a secret, so it is kept sealed. */
  isSecret: boolean
  /** A repeat may run before the first answer is looked for: its own row under the key undoes all that it did. */
  runsFirst: boolean
  /** The answer to the operation's result. */
  compose(result: unknown): Answer
}

/** A call without a credential. */
export interface AnonymousRequest {
  /** The caller's network address, behind all trusted proxies. */
  clientAddress: string
  /** As the caller's program names itself; left out where it does not matter. */
  userAgent?: string | null
  /** The random value of a browser that has signed in before; null or left out without one. */
  device?: string | null
  requestId: string
  /** Epoch milliseconds; read once, when the call begins. */
  now: number
}

type Schema = z.ZodType | undefined
type Read<S extends Schema> = S extends z.ZodType ? z.output<S> : unknown

/** The description that API documents and interfaces read of every operation. */
interface Description {
  /** snake_case verb and noun; also the operationId. */
  name: string
  /** One line for the documentation. */
  summary: string
  description?: string
  /** The tag under which the documentation lists it. */
  noun: string
  roles: readonly Role[]
  /** The roles of users, where they differ from those of API keys. */
  userRoles?: readonly Role[]
  /**
   * Open to users of the role `provider`, and to what of: "own", where the operation asks for nothing but the caller's own, or a record
   * named by the path's `id`, which has to be of the caller's seat (`service/ways-in/http/seat-wall.ts`). Left out: closed to them.
   */
  seat?: Seat
  /** The codes that it is refused with, but for those that operations of its kind share (`service/ways-in/http/refusals-of.ts`). */
  refusals?: readonly ErrorCode[]
  /** The types of the events that it may cause. */
  events?: readonly EventType[]
  /** One record, or one row of a list. */
  result: z.ZodType
  /** About who may act for the company, which the host's time decides: in a test company too. */
  byHostTime?: boolean
  /** It does what is due in a test company itself, and says what: nothing is done after it. */
  doesDue?: boolean
  /** Open to a session that may only set up a second factor. */
  forEnrolment?: boolean
  /** The answer's status; 200 when left out. */
  status?: 200 | 201
  /** The answer carries a secret, so it is kept sealed under an Idempotency-Key. */
  secret?: boolean
  /**
   * The operation does everything in the transaction that keeps its answer under an Idempotency-Key. So a repeat may run
   * first and look for the first answer only when its own row under the key has undone it: one read less for a booking.
   */
  isOneTransaction?: boolean
  /**
   * It writes nothing, even where its method is not GET: it is repeated safely without an Idempotency-Key, and makes nothing
   * due.
   */
  readsOnly?: true
  /** It may take long, so its statements go over connections of their own: bookings and searches never wait for it. */
  isLong?: boolean
  /** Its result is `Paged`, so the answer is written as it is read. */
  isPaged?: true
}

interface Inputs<Params extends Schema, Query extends Schema, Body extends Schema> {
  params?: Params
  query?: Query
  body?: Body
}

type Run<Input, Output> = (context: AppContext, call: Call, input: Input) => Promise<Output>

/** The part of any operation that interfaces and API documents need. */
interface Mountable extends Description, Inputs<z.ZodObject | undefined, z.ZodObject | undefined, Schema> {
  /** Headers that are inputs, by their names as documents show them. */
  headers?: z.ZodObject | undefined
  /** Lists answer `next_cursor` beside `data`. */
  list: boolean
}

/** As the tables of mounts hold them: any input, any result. */
export interface AnyOperation extends Mountable {
  open?: false
  run(context: AppContext, call: Call, input: unknown): Promise<unknown>
}

/** An operation that is called without a credential and for no company yet. Its `roles` are empty. */
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
  Headers extends z.ZodObject | undefined = undefined,
>(
  description: Description &
    Inputs<Params, Query, Body> & {
      headers?: Headers
      result: Result
      run: Run<Read<Params> & Read<Query> & Read<Body> & Read<Headers>, z.input<Result>>
    },
): Made<Read<Params> & Read<Query> & Read<Body> & Read<Headers>, z.input<Result>> {
  return { ...description, list: false }
}

/** A record whose lists may come in pages, each read when the client has taken the ones before. */
export type Paged<Value> = {
  [Name in keyof Value]: Value[Name] extends readonly (infer Row)[]
    ? AsyncIterable<Row[]> | Value[Name]
    : Value[Name]
}

/** An operation whose result may be longer than what should stand in memory at once. */
export function exportOperation<Result extends z.ZodObject, Params extends z.ZodObject>(
  description: Description & {
    params: Params
    result: Result
    run: Run<z.output<Params>, Paged<z.input<Result>>>
  },
): Made<z.output<Params>, Paged<z.input<Result>>> {
  return { ...description, list: false, isLong: true, isPaged: true }
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

/** The context of a list. Its `db` only reads, and may answer as it was a moment ago: a list judges nothing. */
export type ListContext = Omit<AppContext, "db"> & { db: Db }

/** An operation that answers a page of records. */
export function listOperation<
  Result extends z.ZodType,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
>(
  description: Description &
    Inputs<Params, Query, undefined> & {
      result: Result
      run(
        context: ListContext,
        call: Call,
        input: Read<Params> & Read<Query>,
      ): Promise<Listed<z.input<Result>>>
    },
): Made<Read<Params> & Read<Query>, Listed<z.input<Result>>> {
  const { run, ...rest } = description
  return {
    ...rest,
    list: true,
    async run(context, call, input) {
      try {
        return await run({ ...context, db: context.readDb }, call, input)
      } catch (error) {
        // The record that the list belongs to may have been made a moment ago.
        if (!(error instanceof Refusal) || context.readDb === context.db) throw error
        return run(context, call, input)
      }
    },
  }
}

/** The rows of one page, and the cursor of the next one. */
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
