/** When a provider works: weekly hours, and dates on which others hold. */
import { notFound } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import {
  differingHours,
  hoursInput,
  hoursView,
  overrideEntries,
  showHours,
  weeklyEntries,
} from "../../domain/model/hours.ts"
import { freedFromNow, noteFreed, noteTaken, takenFromNow } from "../outbox/note-freed-time.ts"
import { nextVersion, refuseOtherVersion } from "../platform/next-version.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import { judgeHours, lockProvider } from "./change-provider.ts"
import { noteHours } from "./note-hours.ts"
import * as store from "./provider-hours.sql.ts"
import { findProvider } from "./providers.sql.ts"

const common = { noun: "Providers", roles: staff, result: hoursView }

export const readHours = operation({
  ...common,
  name: "read_provider_hours",
  seat: "provider",
  summary: "Read a provider's weekly hours and dated ones",
  params: byId,
  async run(context, call, { id }) {
    found(await findProvider(context.db, call.companyId, id), notFound("provider"))
    return shownHours(context.db, call, id)
  },
})

export const replaceHours = operation({
  ...common,
  name: "replace_provider_hours",
  events: ["hours.changed"],
  summary: "Set a provider's weekly hours and dated ones",
  description:
    "Each list sent replaces the whole of that list. Hours that overlap, at two locations too, are a 400 that names the entry.",
  params: byId,
  body: hoursInput,
  async run(context, call, { id, if_version: ifVersion, ...sent }) {
    const { companyId, now } = call
    const weekly = sent.weekly_hours && weeklyEntries(sent.weekly_hours)
    const overrides = sent.date_overrides && overrideEntries(sent.date_overrides)
    return write(context, call, "replace_provider_hours", async (tx) => {
      const provider = await lockProvider(tx, companyId, id)
      refuseOtherVersion({ version: await store.findHoursVersion(tx, companyId, id) }, ifVersion)
      const present = {
        weekly: await store.findWeeklyHours(tx, companyId, id),
        overrides: await store.findDateOverrides(tx, companyId, id),
      }
      const wanted = {
        weekly: weekly ?? present.weekly,
        weeklyIsPresent: weekly === undefined,
        overrides: overrides ?? present.overrides,
        overridesArePresent: overrides === undefined,
      }
      const changed = differingHours(present, wanted)
      if (changed.length === 0)
        return { result: await shownHours(tx, call, id), targetId: id, fields: [], isUnchanged: true }
      await judgeHours(tx, companyId, wanted, now)
      await nextVersion(tx, "hours", { companyId, id, ifVersion })
      if (weekly) await store.replaceWeeklyHours(tx, companyId, id, weekly)
      if (overrides) await store.replaceDateOverrides(tx, companyId, id, overrides)
      await noteTaken(tx, call, takenFromNow(now, id))
      await noteFreed(tx, call, freedFromNow(now, id, "hours"))
      await noteHours(tx, call, provider, changed)
      return { result: await shownHours(tx, call, id), targetId: id, fields: Object.keys(sent) }
    })
  },
})

async function shownHours(db: Db, { companyId }: Call, providerId: number) {
  // Before the hours: a change in between is then a conflict, never unseen.
  const version = await store.findHoursVersion(db, companyId, providerId)
  const weekly = await store.findWeeklyHours(db, companyId, providerId)
  const overrides = await store.findDateOverrides(db, companyId, providerId)
  return showHours(version, weekly, overrides)
}
