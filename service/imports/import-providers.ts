/** Takes providers over from a file. One is recognised by the name. */

import { plainName } from "../../domain/csv/plain-name.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { weeklyEntries } from "../../domain/model/hours.ts"
import {
  importProvidersInput,
  importShown,
  importView,
  type ProviderRow,
  type RowResult,
  rowResult,
} from "../../domain/model/imports.ts"
import { changedProvider, plainProvider } from "../../domain/model/provider.ts"
import { type ProviderInEvent, providerInEvent } from "../../domain/model/set-up-in-event.ts"
import { findNamed, readOrRefusal } from "../../domain/rules/imports/cells.ts"
import { refusedRow } from "../../domain/rules/imports/judge-customers.ts"
import { type ImportedProvider, readProvider } from "../../domain/rules/imports/read-provider.ts"
import { judgeHours } from "../company/change-provider.ts"
import { replaceWeeklyHours } from "../company/provider-hours.sql.ts"
import { insertProvider } from "../company/providers.sql.ts"
import { refuseTooMany } from "../company/refuse-too-many.ts"
import { recordImportedProviders } from "../outbox/record-set-up.ts"
import type { AppContext } from "../platform/context.ts"
import { adminOnly, type Call, operation } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import { lockImports, type NamedRecords, namedRecords } from "./imports.sql.ts"

export const importProviders = operation({
  name: "import_providers",
  summary: "Import providers out of a file's rows",
  description:
    "Up to 100 rows, each judged by itself. A provider is recognised by the name, and one who is there is never changed.",
  noun: "Imports",
  roles: adminOnly,
  body: importProvidersInput,
  result: importView,
  isLong: true,
  events: ["provider.created"],
  async run(context: AppContext, call, { dry_run, rows }) {
    if (dry_run) return importShown(true, await importRows(context.db, call, rows, async () => null))
    return write(context, call, "import_providers", async (tx) => {
      lockImports(tx, call.companyId)
      const made: ProviderInEvent[] = []
      const results = await importRows(tx, call, rows, async (provider) => {
        const inserted = await insertOne(tx, call, provider)
        made.push(inserted)
        return inserted.id
      })
      await recordImportedProviders(tx, { ...call, at: new Date(call.now) }, made)
      const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort()
      return { result: importShown(false, results), targetId: null, fields }
    })
  },
})

/** Gives the new provider's id; null in a dry run. */
type Insert = (provider: ImportedProvider) => Promise<number | null>

async function importRows(
  db: Db,
  { companyId, now }: Call,
  rows: readonly ProviderRow[],
  insert: Insert,
): Promise<RowResult[]> {
  const records = await namedRecords(db, companyId)
  const names = namesOf(records)
  const present = new Map(records.providers.map(({ id, name }) => [plainName(name), id as number | null]))
  const results: RowResult[] = []
  for (const row of rows) {
    const provider = readOrRefusal(() => readProvider(row, names))
    if (provider instanceof Refusal) {
      results.push(refusedRow(provider))
      continue
    }
    const key = plainName(provider.name)
    if (present.has(key)) {
      results.push(rowResult({ fate: "unchanged", key, id: present.get(key)! }))
      continue
    }
    const clash = await clashOf(db, companyId, provider, now)
    if (clash) {
      results.push(refusedRow(clash, key))
      continue
    }
    const id = await insert(provider)
    present.set(key, id)
    results.push(rowResult({ fate: "made", key, id }))
  }
  return results
}

const namesOf = ({ types, locations }: NamedRecords) => {
  const active = locations.filter((location) => location.active)
  return {
    typeOf: findNamed(types, "appointment type"),
    locationOf: findNamed(locations, "location"),
    onlyLocationId: active.length === 1 ? active[0]!.id : null,
  }
}

/** Hours that overlap; null for hours that can be kept. */
async function clashOf(
  db: Db,
  companyId: number,
  provider: ImportedProvider,
  now: number,
): Promise<Refusal | null> {
  try {
    const weekly = weeklyEntries(provider.weekly_hours)
    await judgeHours(
      db,
      companyId,
      { weekly, weeklyIsPresent: false, overrides: [], overridesArePresent: true },
      now,
    )
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const weekday = provider.weekly_hours[Number(/\[(\d+)\]/.exec(error.field ?? "")?.[1] ?? 0)]?.weekday ?? 1
    const day = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"][weekday - 1]!
    return new Refusal("invalid_input", { field: day, message: `${day}: overlaps other hours` })
  }
}

/** The start address goes without a point: the worker asks the geocoder later. */
async function insertOne(
  tx: Tx,
  { companyId, now }: Call,
  provider: ImportedProvider,
): Promise<ProviderInEvent> {
  const { weekly_hours, ...input } = provider
  await refuseTooMany(tx, companyId, "provider")
  const wanted = changedProvider(plainProvider, input)
  const id = await insertProvider(tx, companyId, wanted, now)
  await replaceWeeklyHours(tx, companyId, id, weeklyEntries(weekly_hours))
  return providerInEvent({ ...wanted, id })
}
