import { notFound } from "../../domain/model/errors.ts"
import { isTestCompany } from "../../domain/model/test-company.ts"
import { appendAudit } from "./audit.sql.ts"
import { audited } from "./audited.ts"
import type { AppContext } from "./context.ts"
import { keepCompany } from "./empty-company.sql.ts"
import { keepComposed } from "./idempotency.ts"
import type { Call } from "./operation.ts"
import type { Tx } from "./pg/database.ts"
import { afterTelling } from "./tell-first.ts"

export interface Written<Result> {
  result: Result
  /** The record that was written to, for the audit row. */
  targetId: number | null
  /** Names of the fields that were written, never their values. */
  fields: readonly string[]
  /** The customer whom the write is about: their history shows it, and an erasure finds the answer with their personal data. */
  customerId?: number | null
  /** The answer carries personal data of several customers, as that of an import does. */
  ofMany?: boolean
  /** The record stood as it was wanted, so nothing was written, and no audit row is. */
  isUnchanged?: boolean
  /** The network address of a sign-in. */
  network?: string
}

/**
 * The one way to write: a transaction that also holds the audit row and, under an Idempotency-Key, the answer. Throws the
 * refusals that laws of the database stand for. When the day has no partitions yet, they are made and `work` runs again, as
 * it does once a change that could be taken back is announced.
 */
export async function write<Result>(
  context: AppContext,
  call: Call,
  operationName: string,
  work: (tx: Tx) => Promise<Written<Result>>,
): Promise<Result> {
  return afterTelling(context, call.companyId, () =>
    audited(context.db, call.now, async (tx) => {
      await requireCompany(tx, call)
      return finish(tx, context, call, operationName, await work(tx))
    }),
  )
}

/** A write whose work may give up, and says why: then nothing is written. */
export async function writeUnless<Result, GivenUp extends object>(
  context: AppContext,
  call: Call,
  operationName: string,
  work: (tx: Tx) => Promise<{ ok: Written<Result> } | GivenUp>,
): Promise<{ ok: Result } | GivenUp> {
  return audited(context.db, call.now, async (tx) => {
    await requireCompany(tx, call)
    const done = await work(tx)
    if ("ok" in done) return { ok: finish(tx, context, call, operationName, done.ok) }
    tx.giveUp()
    return done
  })
}

async function requireCompany(tx: Tx, { companyId }: Call): Promise<void> {
  if (isTestCompany(companyId) && !(await keepCompany(tx, companyId))) throw notFound("test company")
}

function finish<Result>(
  tx: Tx,
  context: AppContext,
  call: Call,
  operation: string,
  written: Written<Result>,
): Result {
  if (!written.isUnchanged) audit(tx, call, operation, written)
  if (call.keyed) keepComposed(tx, context, call, call.keyed, written)
  return written.result
}

function audit<Result>(tx: Tx, call: Call, operation: string, written: Written<Result>): void {
  appendAudit(tx, {
    companyId: call.companyId,
    actor: call.actor,
    requestId: call.requestId,
    now: call.now,
    operation,
    targetId: written.targetId,
    customerId: written.customerId ?? null,
    fields: written.fields,
    network: written.network ?? null,
  })
}

/** A write after which keys or sessions may do more or less: this process forgets what it knew of the company's. */
export async function writeAccess<Result>(
  context: AppContext,
  call: Call,
  operationName: string,
  work: (tx: Tx) => Promise<Written<Result>>,
): Promise<Result> {
  const result = await write(context, call, operationName, work)
  context.credentials.forget(call.companyId)
  return result
}
