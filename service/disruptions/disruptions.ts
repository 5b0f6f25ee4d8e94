/** Days that break: what is proposed, and what staff set themselves. Nothing is moved before it is applied. */
import { z } from "zod"
import {
  choicesInput,
  type Disruption,
  disruptionInput,
  disruptionView,
} from "../../domain/model/disruption.ts"
import { notFound, otherVersion, Refusal } from "../../domain/model/errors.ts"
import { byId, flagText, page } from "../../domain/model/fields.ts"
import { decodeCursor, defaultLimit, pageOf } from "../../domain/model/paging.ts"
import { findLocation } from "../company/locations.sql.ts"
import { findProvider } from "../company/providers.sql.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import * as store from "./disruptions.sql.ts"
import { show, workOut } from "./work-out.ts"

const common = { noun: "Disruptions", roles: staff, result: disruptionView }

export const createDisruption = operation({
  ...common,
  name: "create_disruption",
  summary: "Propose what becomes of a day that breaks",
  description:
    "For each appointment that the provider or the location has between the two times: another provider, start or window, with " +
    "as few customers touched as possible. Nothing is moved, nobody is told, and booking stays as it is until it is applied.",
  body: disruptionInput,
  status: 201,
  isLong: true,
  refusals: ["not_found"],
  async run(context, call, { provider_id = null, location_id = null, from, to, reason }) {
    const { companyId, now } = call
    if (provider_id !== null)
      found(await findProvider(context.db, companyId, provider_id), notFound("provider", "provider_id"))
    if (location_id !== null)
      found(await findLocation(context.db, companyId, location_id), notFound("location", "location_id"))
    const hours = { provider_id, location_id, start_at: new Date(from), end_at: new Date(to) }
    const worked = await workOut(context, call, hours, [])
    return write(context, call, "create_disruption", async (tx) => {
      const wanted = {
        ...{ providerId: provider_id, locationId: location_id, reason },
        ...{ startAt: hours.start_at, endAt: hours.end_at },
      }
      const id = await store.insertDisruption(tx, companyId, wanted, worked, now)
      const made = (await store.findDisruption(tx, companyId, id))!
      const fields = [provider_id === null ? "location_id" : "provider_id", "from", "to", "reason"]
      return { result: await show(tx, call, made), targetId: id, fields, ofMany: true }
    })
  },
})

export const listDisruptions = listOperation({
  ...common,
  name: "list_disruptions",
  summary: "List days that broke",
  description: "The newest first. Kept for 90 days.",
  query: z.strictObject({
    ...page,
    open: flagText.optional().meta({ description: "Only those that are not applied yet." }),
  }),
  async run({ db }, call, { limit = defaultLimit, cursor, open }) {
    const beforeId = (decodeCursor(cursor, ["number"])?.[0] as number | undefined) ?? Number.MAX_SAFE_INTEGER
    const asked = { open: open === true, beforeId, limit: limit + 1 }
    const listed = pageOf(await store.listDisruptions(db, call.companyId, asked), limit, ({ id }) => [id])
    const rows = []
    for (const one of listed.rows) rows.push(await show(db, call, one))
    return { ...listed, rows }
  },
})

export const readDisruption = operation({
  ...common,
  name: "read_disruption",
  summary: "Read a day that broke",
  params: byId,
  async run({ db }, call, { id }) {
    return show(db, call, found(await store.findDisruption(db, call.companyId, id), notFound("disruption")))
  },
})

export const updateDisruption = operation({
  ...common,
  name: "update_disruption",
  summary: "Set proposals, and work the rest out anew",
  description:
    "Works with the day as it stands now. Sent without a change it only works everything out anew. A choice that can't be kept beside " +
    "the others is a 400 that names it.",
  params: byId,
  body: choicesInput,
  isLong: true,
  refusals: ["disruption_applied"],
  async run(context, call, { id, choices, if_version }) {
    const { companyId, now } = call
    const present = changeable(await store.findDisruption(context.db, companyId, id), if_version)
    const hit = new Set(present.proposals.map(({ appointmentId }) => appointmentId))
    const known = choices.filter(({ appointment_id }) => hit.has(appointment_id))
    const worked = await workOut(context, call, present, known)
    return write(context, call, "update_disruption", async (tx) => {
      changeable(await store.lockDisruption(tx, companyId, id), present.version)
      store.rewriteDisruption(tx, companyId, id, worked, now)
      const written = (await store.findDisruption(tx, companyId, id))!
      return { result: await show(tx, call, written), targetId: id, fields: ["choices"], ofMany: true }
    })
  },
})

function changeable(disruption: Disruption | null, ifVersion: number | undefined): Disruption {
  const present = found(disruption, notFound("disruption"))
  if (present.applied_at !== null) throw new Refusal("disruption_applied")
  const conflict = otherVersion(present, ifVersion)
  if (conflict) throw conflict
  return present
}
