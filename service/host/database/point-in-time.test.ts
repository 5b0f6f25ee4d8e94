/** A base backup and the archived WAL bring the database back to a point in time, as docs/operations.md says. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { createServerSite } from "../../../test/support/postgres-server.ts"
import { cli } from "../../../test/support/processes.ts"
import { startService } from "../../../test/support/service.ts"
import { tellStory } from "../../../test/support/story.ts"
import { bringBack, makeArchiving, momentOf } from "../../../test/support/wal-archive.ts"
import { book } from "../../../test/support/webhooks.ts"
import { migrate } from "./migrate.ts"

it("SO-08 a base backup and WAL restore to a point in time: bookings up to it are there, later ones are not, readers of events go on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "point-in-time-"))
  const servers = createServerSite(folder)
  const primary = await makeArchiving(servers)
  await primary.query("CREATE DATABASE appointed")
  const databaseAt = (url: string) => ({ url, cutOff: async () => {}, drop: async () => {} })
  await migrate(primary.urlOf("appointed"))
  await servers.backUp(primary, "copy")

  const before = await startService({ database: databaseAt(primary.urlOf("appointed")) })
  const story = await tellStory(before)
  const kept = await book(before, story, "2027-03-02T15:00:00.000Z")
  const moment = await momentOf(primary)
  const undone = await book(before, story, "2027-03-02T16:00:00.000Z")
  const { next_cursor: cursor } = (await before.events()).body
  await before.stop()
  const recovered = await bringBack(servers, primary, { copy: "copy", moment })
  const url = recovered.urlOf("appointed")
  await expect.poll(async () => recovered.query("SELECT pg_is_in_recovery() AS is")).toEqual([{ is: false }])
  const said = await cli(["recovered"], { DATA_DIR: join(folder, "data"), DATABASE_URL: url })
  expect(said).toMatchObject({ code: 0 })

  const after = await startService({ database: databaseAt(url) })
  const asFirst = { key: before.key }
  const ids = (await after.api("GET", "/appointments", undefined, asFirst)).body.data.map(
    ({ id }: { id: number }) => id,
  )
  expect(ids).toEqual([kept])
  expect(undone).not.toBe(kept)
  const anew = await after.api(
    "POST",
    "/appointments",
    {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      location_id: story.locationId,
      start_time: "2027-03-02T17:00:00.000Z",
    },
    asFirst,
  )
  expect(anew.status).toBe(201)
  const news = await after.api("GET", `/events?cursor=${cursor}&limit=100`, undefined, asFirst)
  expect(
    news.body.data.map(
      ({ data }: { data: { appointment: { start_time: string } } }) => data.appointment.start_time,
    ),
  ).toEqual(["2027-03-02T17:00:00.000Z"])
  await after.stop()
  await recovered.stop()
  rmSync(folder, { recursive: true, force: true })
})
