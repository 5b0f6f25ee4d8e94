/** Rooms and equipment that appointments take. */
import { z } from "zod"
import { invalid, notFound, Refusal } from "../../domain/model/errors.ts"
import { filterOf, syncFilters } from "../../domain/model/external-data.ts"
import { byId, flagText, idText, page, withPatch } from "../../domain/model/fields.ts"
import { orderField, pageById } from "../../domain/model/paging.ts"
import { differingFields } from "../../domain/model/record-times.ts"
import {
  hoursEntries,
  type NewResource,
  resourceInput,
  resourcePatch,
  resourceView,
  showResource,
} from "../../domain/model/resource.ts"
import { weeklyClash } from "../../domain/rules/availability/clashing-hours.ts"
import { minuteOf } from "../../domain/time/units.ts"
import { freedFromNow, noteFreed, noteTaken, takenFromNow } from "../outbox/note-freed-time.ts"
import { nextVersion, refuseOtherVersion } from "../platform/next-version.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import { lockResource } from "./change-resource.ts"
import { zonesOfLocations } from "./locations.sql.ts"
import { refuseTooMany } from "./refuse-too-many.ts"
import { refuseUnknownLocations } from "./refuse-unknown.ts"
import * as store from "./resource-details.sql.ts"

const common = { noun: "Resources", roles: staff, result: resourceView }

export const createResource = operation({
  ...common,
  name: "create_resource",
  refusals: ["not_found", "too_many_records"],
  summary: "Create a room or a piece of equipment",
  description: "A type that needs its group is then offered only where one of the group is free.",
  body: resourceInput,
  status: 201,
  async run(context, call, { hours, ...input }) {
    const { companyId, now } = call
    const wanted = { ...input, hours: hoursEntries(hours) }
    return write(context, call, "create_resource", async (tx) => {
      await refuseUnknownLocations(tx, companyId, [{ id: input.location_id, field: "location_id" }])
      await refuseTooMany(tx, companyId, "resource_detail")
      await refuseClashingHours(tx, companyId, wanted, now)
      const id = await store.insertDetail(tx, companyId, wanted, now)
      await noteFreed(tx, call, freedFromNow(now, null, "resource"))
      const times = { updated_at: new Date(now), archived_at: null }
      const result = showResource({ ...wanted, ...times, id, version: 1 })
      return { result, targetId: id, fields: [...Object.keys(input), "hours"] }
    })
  },
})

async function refuseClashingHours(
  tx: Tx,
  companyId: number,
  { hours, location_id: locationId }: Pick<NewResource, "hours" | "location_id">,
  now: number,
): Promise<void> {
  if (hours === null) return
  const weekly = hours.map((entry) => ({ ...entry, locationId }))
  const clash = weeklyClash(weekly, await zonesOfLocations(tx, companyId, [locationId]), minuteOf(now))
  if (clash) throw invalid(`hours[${clash.index}]`, `overlaps hours[${clash.otherIndex}]`)
}

export const listResources = listOperation({
  ...common,
  name: "list_resources",
  summary: "List rooms and equipment",
  query: z.strictObject({
    ...page,
    ...orderField,
    ...{ active: flagText.optional(), location_id: idText.optional() },
    ...{ ids: syncFilters.ids, updated_since: syncFilters.updated_since },
  }),
  run: (context, call, { active = null, location_id: locationId = null, ...asked }) =>
    pageById(
      asked,
      (span) =>
        store.listResources(context.db, call.companyId, {
          ...{ ...span, active, locationId },
          ...filterOf(asked),
        }),
      showResource,
    ),
})

export const readResource = operation({
  ...common,
  name: "read_resource",
  summary: "Read a room or a piece of equipment",
  params: byId,
  async run(context, call, { id }) {
    return showResource(found(await store.findResource(context.db, call.companyId, id), notFound("resource")))
  },
})

export const updateResource = operation({
  ...common,
  name: "update_resource",
  summary: "Change a room or a piece of equipment",
  description:
    "Fields sent are changed. Appointments keep it, and the turnover that they were booked with. `active: false` stops new " +
    "bookings and keeps the old.",
  params: byId,
  body: resourcePatch,
  async run(context, call, { id, if_version: ifVersion, hours, ...patch }) {
    const { companyId, now } = call
    const sent = { ...patch, ...(hours === undefined ? {} : { hours: hoursEntries(hours) }) }
    return write(context, call, "update_resource", async (tx) => {
      const present = await lockResource(tx, companyId, id)
      refuseOtherVersion(present, ifVersion)
      const wanted = withPatch(present, sent)
      const fields = differingFields(showResource(present), showResource(wanted))
      if (fields.length === 0)
        return { result: showResource(present), targetId: id, fields, isUnchanged: true }
      if (hours !== undefined) await refuseClashingHours(tx, companyId, wanted, now)
      const version = await nextVersion(tx, "resource", { companyId, id, ifVersion })
      const updated_at = await store.updateDetail(tx, companyId, wanted, now)
      const changed = { ...wanted, version, updated_at }
      await noteTaken(tx, call, takenFromNow(now, null))
      await noteFreed(tx, call, freedFromNow(now, null, "resource"))
      return { result: showResource(changed), targetId: id, fields: Object.keys(sent) }
    })
  },
})

export const archiveResource = operation({
  ...common,
  name: "archive_resource",
  refusals: ["in_use"],
  summary: "Archive a room or a piece of equipment",
  description: "409 `in_use` while future appointments take it.",
  params: byId,
  async run(context, call, { id }) {
    const { companyId, now } = call
    return write(context, call, "archive_resource", async (tx) => {
      const resource = await lockResource(tx, companyId, id)
      const uses = await store.countFutureUses(tx, companyId, id, minuteOf(now))
      if (uses > 0) {
        throw new Refusal("in_use", {
          message: `${uses} future appointments take it. Set active to false to stop new bookings and keep these.`,
          details: { future_appointments: uses, open_requests: 0 },
        })
      }
      const times = await store.archiveDetail(tx, companyId, id, now)
      await noteTaken(tx, call, takenFromNow(now, null))
      const archived = { ...resource, ...times, active: false }
      return { result: showResource(archived), targetId: id, fields: ["archived_at"] }
    })
  },
})
