import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { locationView } from "../../model/location.ts"
import { lockLocation, archiveLocation as store } from "../../store/locations.ts"
import { found, operation, staff } from "../operation.ts"
import { refuseInUse } from "../shared/refuse-in-use.ts"
import { write } from "../write.ts"

export const archiveLocation = operation({
  name: "archive_location",
  summary: "Archive a location",
  description: "409 `in_use` while it has future appointments or open requests.",
  noun: "Locations",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: locationView,
  async run(context, call, { id }) {
    return write(context, call, "archive_location", async (tx) => {
      const location = found(await lockLocation(tx, call.companyId, id), notFound("location"))
      await refuseInUse(tx, call.companyId, "location", id, call.now)
      await store(tx, call.companyId, id, call.now)
      return { result: { ...location, active: false }, targetId: id, fields: ["archived_at"] }
    })
  },
})
