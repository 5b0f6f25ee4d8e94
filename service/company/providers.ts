/** The people who do the work, with the types that they do and where they set out from. */
import { z } from "zod"
import { notFound } from "../../domain/model/errors.ts"
import { filterOf, syncFilters } from "../../domain/model/external-data.ts"
import { byId, flagText, page } from "../../domain/model/fields.ts"
import { showWeeklyHours, weeklyEntries } from "../../domain/model/hours.ts"
import { orderField, pageById } from "../../domain/model/paging.ts"
import {
  changedProvider,
  plainProvider,
  providerInput,
  providerPatch,
  providerView,
  providerWithHoursView,
  type StoredProvider,
  showProvider,
} from "../../domain/model/provider.ts"
import { differingFields } from "../../domain/model/record-times.ts"
import { providerInEvent } from "../../domain/model/set-up-in-event.ts"
import { disconnectCalendar, listCalendars } from "../ledger/provider-calendars.sql.ts"
import { noteTaken, takenFromNow } from "../outbox/note-freed-time.ts"
import { recordProvider } from "../outbox/record-set-up.ts"
import type { AppContext } from "../platform/context.ts"
import { nextVersion, refuseOtherVersion } from "../platform/next-version.ts"
import { type Call, found, listOperation, operation, staff } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { write, writeAccess } from "../platform/write.ts"
import { judgeHours, lockProvider } from "./change-provider.ts"
import { withPoint } from "./locate-address.ts"
import { lockUnused } from "./lock-unused.ts"
import { findWeeklyHours, replaceWeeklyHours } from "./provider-hours.sql.ts"
import * as store from "./providers.sql.ts"
import { refuseTooMany } from "./refuse-too-many.ts"
import { namedIn, refuseUnknownTypes } from "./refuse-unknown.ts"

const common = { noun: "Providers", roles: staff, result: providerWithHoursView }

export const createProvider = operation({
  ...common,
  name: "create_provider",
  events: ["provider.created"],
  refusals: ["not_found", "too_many_records"],
  summary: "Create a provider",
  description:
    "With weekly hours, unless they are sent later. Hours that overlap are a 400 that names the entry. A start address " +
    "without coordinates is looked up.",
  body: providerInput,
  status: 201,
  async run(context, call, { weekly_hours: sentHours, ...input }) {
    const start_address = await withPoint(context, input.start_address)
    const wanted = changedProvider(plainProvider, { ...input, start_address })
    const weekly = weeklyEntries(sentHours)
    return write(context, call, "create_provider", async (tx) => {
      const { companyId, now } = call
      await refuseTooMany(tx, companyId, "provider")
      await refuseUnknownTypes(tx, companyId, namedIn("appointment_type_ids", input.appointment_type_ids))
      const hours = { weekly, weeklyIsPresent: false, overrides: [], overridesArePresent: true }
      await judgeHours(tx, companyId, hours, now)
      const id = await store.insertProvider(tx, companyId, wanted, now)
      await replaceWeeklyHours(tx, companyId, id, weekly)
      const at = new Date(now)
      await recordProvider(tx, { ...call, at }, "provider.created", {
        provider: providerInEvent({ ...wanted, id }),
      })
      const made = { ...wanted, id, version: 1, updated_at: at, archived_at: null }
      const result = await shownWithHours(context, tx, call, made)
      return { result, targetId: id, fields: [...Object.keys(input), "weekly_hours"] }
    })
  },
})

async function shownWithHours(
  { bookUrl }: AppContext,
  db: Db,
  { companyId }: Call,
  provider: StoredProvider,
) {
  const weekly = await findWeeklyHours(db, companyId, provider.id)
  return { ...showProvider(provider, bookUrl), weekly_hours: showWeeklyHours(weekly) }
}

export const listProviders = listOperation({
  ...common,
  name: "list_providers",
  summary: "List providers",
  query: z.strictObject({ ...page, ...orderField, active: flagText.optional(), ...syncFilters }),
  result: providerView,
  run: (context, call, { active = null, ...asked }) =>
    pageById(
      asked,
      (span) =>
        store.listProviders(context.db, call.companyId, {
          ...span,
          active,
          ...filterOf(asked),
        }),
      (provider) => showProvider(provider, context.bookUrl),
    ),
})

export const readProvider = operation({
  ...common,
  name: "read_provider",
  summary: "Read a provider with their weekly hours",
  params: byId,
  async run(context, call, { id }) {
    const provider = found(await store.findProvider(context.db, call.companyId, id), notFound("provider"))
    return shownWithHours(context, context.db, call, provider)
  },
})

export const updateProvider = operation({
  ...common,
  name: "update_provider",
  events: ["provider.changed"],
  summary: "Change a provider",
  description: "Fields sent are changed. `active: false` stops new bookings and keeps the old.",
  params: byId,
  body: providerPatch,
  async run(context, call, { id, if_version: ifVersion, ...patch }) {
    const { companyId, now } = call
    const located = { ...patch, start_address: await withPoint(context, patch.start_address) }
    return write(context, call, "update_provider", async (tx) => {
      const present = await lockProvider(tx, companyId, id)
      refuseOtherVersion(present, ifVersion)
      // Types that the provider has already may be archived by now; they need not be known any more.
      const kept = new Set(present.appointment_type_ids)
      const named = namedIn("appointment_type_ids", patch.appointment_type_ids ?? [])
      const added = named.filter((type) => !kept.has(type.id))
      await refuseUnknownTypes(tx, companyId, added)
      const wanted = changedProvider(present, located)
      const fields = differingFields(showProvider(present, null), showProvider(wanted, null))
      if (fields.length === 0) {
        const result = await shownWithHours(context, tx, call, present)
        return { result, targetId: id, fields, isUnchanged: true }
      }
      const version = await nextVersion(tx, "provider", { companyId, id, ifVersion })
      const updated_at = await store.updateProvider(tx, companyId, wanted, now)
      const changed = { ...wanted, version, updated_at }
      const data = { provider: providerInEvent(changed), changed: fields }
      await recordProvider(tx, { ...call, at: updated_at }, "provider.changed", data)
      if (patch.active === false || patch.appointment_type_ids)
        await noteTaken(tx, call, takenFromNow(now, id))
      const result = await shownWithHours(context, tx, call, changed)
      return { result, targetId: id, fields: Object.keys(patch) }
    })
  },
})

export const archiveProvider = operation({
  ...common,
  name: "archive_provider",
  events: ["provider.archived"],
  refusals: ["in_use"],
  summary: "Archive a provider",
  description:
    "409 `in_use` while they have future appointments or open requests. Their calendars are disconnected, and who " +
    "signs in to their seat no longer can.",
  params: byId,
  result: providerView,
  async run(context, call, { id }) {
    const { companyId, now } = call
    return writeAccess(context, call, "archive_provider", async (tx) => {
      const provider = await lockUnused(tx, call, { noun: "provider", id, lock: lockProvider })
      const times = await store.archiveProvider(tx, companyId, id, now)
      const archived = { ...provider, ...times, active: false }
      const data = { provider: providerInEvent(archived) }
      await recordProvider(tx, { ...call, at: times.updated_at }, "provider.archived", data)
      await noteTaken(tx, call, takenFromNow(now, id))
      for (const calendar of await listCalendars(tx, companyId, id)) {
        await disconnectCalendar(tx, companyId, id, calendar.id, now)
      }
      const result = showProvider(archived, context.bookUrl)
      return { result, targetId: id, fields: ["archived_at"] }
    })
  },
})
