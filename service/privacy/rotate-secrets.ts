/** Seals every row anew under the newest key of SECRET_KEY, so that the older ones can be dropped. For the command line. */

import type { Sealer } from "../../domain/model/sealing.ts"
import { listCompanyIds } from "../company/companies.sql.ts"
import { writeAudit } from "../platform/audited.ts"
import type { AppContext } from "../platform/context.ts"
import {
  countSealedOtherwise,
  listSealedOtherwise,
  replaceSealed,
  type SealedKind,
  type SealedRow,
  sealedKinds,
} from "./sealed-rows.sql.ts"

export interface Rotation {
  /** The key that everything is under now. */
  keyId: string
  /** How many rows were written. */
  rewritten: number
  /** Rows that are still under other keys, by key: they changed meanwhile, or do not open. */
  left: Record<string, number>
}

const batchSize = 500

/** It may run beside the service, and again: what is under the newest key already is not touched. */
export async function rotateSecrets(context: AppContext): Promise<Rotation> {
  const rotation: Rotation = { keyId: context.sealer.keyId, rewritten: 0, left: {} }
  for (const companyId of await listCompanyIds(context.db)) {
    const rewritten = await rotateCompany(context, companyId)
    rotation.rewritten += rewritten
    for (const kind of sealedKinds) {
      for (const { keyId, rows } of await countSealedOtherwise(context.db, companyId, kind, rotation.keyId))
        rotation.left[keyId] = (rotation.left[keyId] ?? 0) + rows
    }
  }
  return rotation
}

async function rotateCompany(context: AppContext, companyId: number): Promise<number> {
  const touched: string[] = []
  let total = 0
  for (const kind of sealedKinds) {
    const rewritten = await rotateKind(context, companyId, kind)
    if (rewritten > 0) touched.push(kind.table)
    total += rewritten
  }
  if (touched.length > 0) {
    const actor = { kind: "system" } as const
    const entry = {
      companyId,
      actor,
      requestId: "cli",
      operation: "rotate_secrets",
      targetId: null,
      fields: touched,
    }
    await writeAudit(context.db, context.clock.now(), [entry])
  }
  return total
}

async function rotateKind({ db, sealer }: AppContext, companyId: number, kind: SealedKind): Promise<number> {
  let total = 0
  let after: SealedRow | null = null
  for (;;) {
    const rows: SealedRow[] = await listSealedOtherwise(db, companyId, kind, {
      keyId: sealer.keyId,
      after,
      limit: batchSize,
    })
    const sealedAnew = rows.flatMap((old) => {
      const anew = sealAnew(sealer, companyId, kind, old)
      return anew === null ? [] : [{ old, new: anew }]
    })
    if (sealedAnew.length > 0) total += await replaceSealed(db, companyId, kind, sealedAnew)
    if (rows.length < batchSize) return total
    after = rows.at(-1)!
  }
}

/** Null for a row that does not open: its key is gone. */
function sealAnew(sealer: Sealer, companyId: number, kind: SealedKind, row: SealedRow): SealedRow | null {
  const opened = kind.sealed.map((column) => {
    const sealed = row[column]
    return typeof sealed === "string" ? openOrNull(sealer, sealed, kind.boundTo(companyId, row)) : undefined
  })
  if (opened.includes(null)) return null
  const [number] = opened
  const hash =
    kind.hash && typeof number === "string" ? { [kind.hash]: sealer.phoneHash(companyId, number) } : {}
  const boundTo = kind.boundTo(companyId, { ...row, ...hash })
  const sealed = kind.sealed.map((column, index) => {
    const plain = opened[index]
    return [column, typeof plain === "string" ? sealer.seal(plain, boundTo) : null]
  })
  return { ...row, ...hash, ...Object.fromEntries(sealed) }
}

function openOrNull(sealer: Sealer, sealed: string, boundTo: string): string | null {
  try {
    return sealer.open(sealed, boundTo)
  } catch {
    return null
  }
}
