/** A location: the address where a company's providers work, or set out from. */
import { z } from "zod"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import {
  changedMetadata,
  filterOf,
  newExternalData,
  showMetadata,
  syncFilters,
} from "../../domain/model/external-data.ts"
import { byId, flagText, page, withPatch } from "../../domain/model/fields.ts"
import {
  type LocationInput,
  locationInput,
  locationPatch,
  locationView,
  type StoredLocation,
} from "../../domain/model/location.ts"
import { orderField, pageById } from "../../domain/model/paging.ts"
import { differingFields, showTimes } from "../../domain/model/record-times.ts"
import { type LocatedAddress, postalPart } from "../../domain/model/views.ts"
import { enqueueWholeReports } from "../outbox/reports-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { nextVersion, refuseOtherVersion } from "../platform/next-version.ts"
import { type Call, found, listOperation, operation, staff } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import { withPoint } from "./locate-address.ts"
import * as store from "./locations.sql.ts"
import { lockUnused } from "./lock-unused.ts"
import { refuseTooMany } from "./refuse-too-many.ts"

const common = { noun: "Locations", roles: staff, result: locationView }

export const createLocation = operation({
  ...common,
  name: "create_location",
  refusals: ["areas_too_large", "too_many_records"],
  summary: "Create a location",
  description: "Without coordinates its address is looked up; a point that is not found stays null.",
  body: locationInput,
  status: 201,
  async run(context, call, input) {
    const hasPoint = input.latitude != null || input.longitude != null
    const address = hasPoint ? input.address : await withPoint(context, input.address)
    return write(context, call, "create_location", async (tx) => {
      await refuseTooMany(tx, call.companyId, "location")
      await refuseLargeAreas(tx, call.companyId, { id: 0, ...input })
      const wanted = { ...input, ...addressFields({ ...input, address }), ...newExternalData(input) }
      const location = await store.insertLocation(tx, call.companyId, wanted, call.now)
      return { result: showLocation(location), targetId: location.id, fields: Object.keys(input) }
    })
  },
})

/** Coordinates may come with the address or beside it; those beside it count. */
function addressFields({ address, latitude, longitude }: Located<Pick<LocationInput, PointFields>>) {
  const isSent = latitude != null || longitude != null
  return {
    address: address ? postalPart(address) : null,
    latitude: latitude ?? address?.latitude ?? null,
    longitude: longitude ?? address?.longitude ?? null,
    address_accuracy: isSent ? null : (address?.accuracy ?? null),
  }
}

const mostAreaBytes = 1_048_576

/** A search for visits judges all areas, so that their size is what each search takes. */
async function refuseLargeAreas(
  tx: Tx,
  companyId: number,
  { id, service_area }: { id: number; service_area?: unknown },
): Promise<void> {
  const others = await store.areaBytes(tx, companyId, id)
  if (others + JSON.stringify(service_area ?? null).length > mostAreaBytes)
    throw new Refusal("areas_too_large")
}

type PointFields = "address" | "latitude" | "longitude"

/** After a geocoder was asked about the address. */
type Located<Sent> = Omit<Sent, "address"> & { address?: LocatedAddress | null | undefined }

export const listLocations = listOperation({
  ...common,
  name: "list_locations",
  summary: "List locations",
  query: z.strictObject({ ...page, ...orderField, active: flagText.optional(), ...syncFilters }),
  run: (context, call, { active = null, ...asked }) =>
    pageById(
      asked,
      (span) =>
        store.listLocations(context.db, call.companyId, {
          ...span,
          active,
          ...filterOf(asked),
        }),
      showLocation,
    ),
})

export const readLocation = operation({
  ...common,
  name: "read_location",
  summary: "Read a location",
  params: byId,
  async run(context, call, { id }) {
    return showLocation(found(await store.findLocation(context.db, call.companyId, id), notFound("location")))
  },
})

type Patch = Omit<z.output<typeof locationPatch>, "if_version">

export const updateLocation = operation({
  ...common,
  name: "update_location",
  refusals: ["areas_too_large"],
  summary: "Change a location",
  description:
    "Fields sent are changed. An address is looked up only while the location has no coordinates. `active: false` stops new bookings and keeps the old.",
  params: byId,
  body: locationPatch,
  async run(context, call, { id, if_version: ifVersion, ...sent }) {
    const { companyId } = call
    const patch = { ...sent, address: await addressToKeep(context, call, id, sent) }
    return write(context, call, "update_location", async (tx) => {
      const present = found(await store.lockLocation(tx, companyId, id), notFound("location"))
      refuseOtherVersion(present, ifVersion)
      const wanted = changedLocation(present, patch)
      const fields = differingFields(showLocation(present), showLocation(wanted))
      if (fields.length === 0)
        return { result: showLocation(present), targetId: id, fields, isUnchanged: true }
      if (patch.service_area !== undefined) await refuseLargeAreas(tx, call.companyId, wanted)
      const version = await nextVersion(tx, "location", { companyId, id, ifVersion })
      const updated_at = await store.updateLocation(tx, call.companyId, wanted, call.now)
      const changed = { ...wanted, version, updated_at }
      // Dates are the location's.
      if (changed.timezone !== present.timezone) enqueueWholeReports(tx, call.companyId)
      return { result: showLocation(changed), targetId: id, fields: Object.keys(sent) }
    })
  },
})

/** Coordinates that were entered by hand stay: only a location without any has its address looked up. */
async function addressToKeep(context: AppContext, { companyId }: Call, id: number, sent: Patch) {
  const { address } = sent
  if (!address || sent.latitude != null || sent.longitude != null) return address
  const present = await store.findLocation(context.db, companyId, id)
  return present?.latitude === null ? withPoint(context, address) : address
}

const showLocation = (location: StoredLocation): z.input<typeof locationView> => ({
  ...location,
  ...showMetadata(location),
  ...showTimes(location),
})

function changedLocation(
  present: StoredLocation,
  { address, metadata, ...patch }: Located<Patch>,
): StoredLocation {
  const pointIsSent = patch.latitude !== undefined || patch.longitude !== undefined
  const moved = withPatch(present, {
    metadata: changedMetadata(present.metadata, metadata),
    address: address && postalPart(address),
    latitude: address?.latitude,
    longitude: address?.longitude,
    address_accuracy: address?.latitude === undefined ? address?.accuracy : (address.accuracy ?? null),
  })
  return withPatch(pointIsSent ? { ...moved, address_accuracy: null } : moved, patch)
}

export const archiveLocation = operation({
  ...common,
  name: "archive_location",
  refusals: ["in_use"],
  summary: "Archive a location",
  description: "409 `in_use` while it has future appointments or open requests.",
  params: byId,
  async run(context, call, { id }) {
    return write(context, call, "archive_location", async (tx) => {
      await lockUnused(tx, call, { noun: "location", id, lock: store.lockLocation })
      const archived = await store.archiveLocation(tx, call.companyId, id, call.now)
      return { result: showLocation(archived), targetId: id, fields: ["archived_at"] }
    })
  },
})
