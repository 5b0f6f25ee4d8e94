/** The pictures of types and of providers: set and removed as a file of their own. */
import { z } from "zod"
import {
  appointmentTypeView,
  type StoredType,
  showAppointmentType,
} from "../../domain/model/appointment-type.ts"
import { notFound } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { pictureFormats } from "../../domain/model/picture.ts"
import { providerView, type StoredProvider, showProvider } from "../../domain/model/provider.ts"
import { providerInEvent, typeInEvent } from "../../domain/model/set-up-in-event.ts"
import { recordProvider, recordType } from "../outbox/record-set-up.ts"
import type { AppContext } from "../platform/context.ts"
import { nextVersion } from "../platform/next-version.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { findAppointmentType, lockAppointmentType } from "./appointment-types.sql.ts"
import { lockProvider } from "./change-provider.ts"
import { cleanPicture } from "./keep-picture.ts"
import { type Picture, replacePicture } from "./pictures.sql.ts"
import { findProvider } from "./providers.sql.ts"

const body = z.strictObject({ image: z.file({ error: `expected ${pictureFormats}` }) })
const whatIsTaken =
  "The body is the image itself: PNG, JPEG or WebP of at most 512 KB. It is written anew without its metadata. 409 " +
  "`files_not_kept` on a host that keeps no files."

const ofType = {
  noun: "Appointment types",
  roles: staff,
  result: appointmentTypeView,
  params: byId,
  events: ["appointment_type.changed"],
} as const
const ofProvider = {
  noun: "Providers",
  roles: staff,
  result: providerView,
  params: byId,
  events: ["provider.changed"],
} as const

export const uploadTypeImage = operation({
  ...ofType,
  name: "upload_type_image",
  refusals: ["files_not_kept"],
  summary: "Set an appointment type's picture",
  description: whatIsTaken,
  body,
  async run(context, call, { id, image }) {
    const { companyId } = call
    // An unknown id is refused before the bytes are read.
    found(await findAppointmentType(context.db, companyId, id), notFound("appointment type"))
    const picture = await cleanPicture(context, { companyId, owner: "appointment_type", id, image })
    return putTypeImage(context, call, { id, picture, name: "upload_type_image" })
  },
})

export const removeTypeImage = operation({
  ...ofType,
  name: "remove_type_image",
  summary: "Remove an appointment type's picture",
  run: (context, call, { id }) =>
    putTypeImage(context, call, { id, picture: null, name: "remove_type_image" }),
})

export const uploadProviderImage = operation({
  ...ofProvider,
  name: "upload_provider_image",
  refusals: ["files_not_kept"],
  summary: "Set a provider's picture",
  description: whatIsTaken,
  body,
  async run(context, call, { id, image }) {
    const { companyId } = call
    found(await findProvider(context.db, companyId, id), notFound("provider"))
    const picture = await cleanPicture(context, { companyId, owner: "provider", id, image })
    return putProviderImage(context, call, { id, picture, name: "upload_provider_image" })
  },
})

export const removeProviderImage = operation({
  ...ofProvider,
  name: "remove_provider_image",
  summary: "Remove a provider's picture",
  run: (context, call, { id }) =>
    putProviderImage(context, call, { id, picture: null, name: "remove_provider_image" }),
})

interface Put<Name extends string> {
  id: number
  picture: Picture | null
  name: Name
}

function putTypeImage(
  context: AppContext,
  call: Call,
  { id, picture, name }: Put<"upload_type_image" | "remove_type_image">,
) {
  const { companyId, now } = call
  return write(context, call, name, async (tx) => {
    const present = found(await lockAppointmentType(tx, companyId, id), notFound("appointment type"))
    const changed = { ...present, image_hash: picture?.hash ?? null }
    const result = (type: StoredType) => showAppointmentType(type, context.bookUrl)
    if (changed.image_hash === present.image_hash)
      return { result: result(present), targetId: id, fields: [], isUnchanged: true }
    const version = await nextVersion(tx, "appointment_type", { companyId, id })
    const change = { owner: "appointment_type", id, before: present.image_hash, picture, now } as const
    const updated_at = await replacePicture(tx, companyId, change)
    const data = { appointment_type: typeInEvent(changed), changed: ["image_url"] }
    await recordType(tx, { ...call, at: updated_at }, "appointment_type.changed", data)
    return { result: result({ ...changed, version, updated_at }), targetId: id, fields: ["image"] }
  })
}

function putProviderImage(
  context: AppContext,
  call: Call,
  { id, picture, name }: Put<"upload_provider_image" | "remove_provider_image">,
) {
  const { companyId, now } = call
  return write(context, call, name, async (tx) => {
    const present = await lockProvider(tx, companyId, id)
    const changed = { ...present, image_hash: picture?.hash ?? null }
    const result = (provider: StoredProvider) => showProvider(provider, context.bookUrl)
    if (changed.image_hash === present.image_hash)
      return { result: result(present), targetId: id, fields: [], isUnchanged: true }
    const version = await nextVersion(tx, "provider", { companyId, id })
    const change = { owner: "provider", id, before: present.image_hash, picture, now } as const
    const updated_at = await replacePicture(tx, companyId, change)
    const data = { provider: providerInEvent(changed), changed: ["image_url"] }
    await recordProvider(tx, { ...call, at: updated_at }, "provider.changed", data)
    return { result: result({ ...changed, version, updated_at }), targetId: id, fields: ["image"] }
  })
}
