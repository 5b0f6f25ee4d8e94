/** The three ways by which a database goes back in time, each played once. */
import { join } from "node:path"
import { PassThrough, Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { dump } from "../../service/host/database/dump.ts"
import { migrate } from "../../service/host/database/migrate.ts"
import { restore } from "../../service/host/database/restore.ts"
import { planAppointmentText } from "../../service/messages/announce.ts"
import { sendTexts } from "../../service/messages/messages.worker.ts"
import { afterRestore } from "../../service/outbox/events.sql.ts"
import { releaseHeld } from "../../service/outbox/texts-held.sql.ts"
import { dbOf } from "../../service/platform/pg/transaction.ts"
import type { Tally } from "../races/tally.ts"
import { freePort } from "../support/free-port.ts"
import { createServerSite, type PostgresServer, promote } from "../support/postgres-server.ts"
import { make } from "../support/story.ts"
import { bringBack, makeArchiving, momentOf } from "../support/wal-archive.ts"
import { checkBack, doBehind, openFolder, openScene, removeFolder, serviceAt } from "./going-back.ts"

const name = "appointed"

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = openFolder()
  try {
    await work(folder)
  } finally {
    removeFolder(folder)
  }
}

export const byRestore = (tally: Tally): Promise<void> =>
  inFolder(async (folder) => {
    const server = await createServerSite(folder).makePrimary("server", await freePort())
    await server.query(`CREATE DATABASE ${name}`)
    await migrate(server.urlOf(name))
    const scene = await openScene(server.urlOf(name), join(folder, "journal"))
    const output = new PassThrough()
    const [file] = await Promise.all([buffer(output), dump(server.urlOf(name), output)])
    const behind = await doBehind(scene)
    tally.check(behind.texts > 0, () => "no text went behind the cut")
    await scene.service.stop()

    await server.query("CREATE DATABASE restored")
    await restore(server.urlOf("restored"), Readable.from([file]), {
      afterRestore: (client) => afterRestore(dbOf(client)),
    })
    await checkAfter(scene, behind, server.urlOf("restored"), tally)
    await server.stop()
  })

export const toPointInTime = (tally: Tally): Promise<void> =>
  inFolder(async (folder) => {
    const servers = createServerSite(folder)
    const primary = await makeArchiving(servers)
    await primary.query(`CREATE DATABASE ${name}`)
    await migrate(primary.urlOf(name))
    await servers.backUp(primary, "copy")
    const scene = await openScene(primary.urlOf(name), join(folder, "journal"))
    const moment = await momentOf(primary)
    const behind = await doBehind(scene)
    await scene.service.stop()
    const recovered = await bringBack(servers, primary, { copy: "copy", moment })
    while (!(await takesWrites(recovered))) await sleep(20)
    await checkAfter(scene, behind, recovered.urlOf(name), tally)
    await recovered.stop()
  })

async function takesWrites(server: PostgresServer): Promise<boolean> {
  const [row] = await server.query<{ is: boolean }>("SELECT pg_is_in_recovery() AS is")
  return !row!.is
}

async function checkAfter(
  scene: Awaited<ReturnType<typeof openScene>>,
  behind: Awaited<ReturnType<typeof doBehind>>,
  url: string,
  tally: Tally,
): Promise<void> {
  const service = await serviceAt(url, scene.journalDir, scene.carrier)
  try {
    tally.check(service.returned !== null, () => "nothing was noticed")
    await checkBack(scene, behind, { service, key: scene.service.key }, tally)
  } finally {
    await service.stop()
  }
}

/** The standby has lost its primary some time before: it lacks the last commits when it is promoted. The process goes on. */
export const byFailover = (tally: Tally): Promise<void> =>
  inFolder(async (folder) => {
    const servers = createServerSite(folder)
    const [first, second] = [await freePort(), await freePort()]
    const primary = await servers.makePrimary("first", first)
    await primary.query(`CREATE DATABASE ${name}`)
    await migrate(primary.urlOf(name))
    const url = `postgresql://postgres@localhost:${first},localhost:${second}/${name}?target_session_attrs=read-write`
    await primary.query("CREATE ROLE follower LOGIN REPLICATION")
    await servers.backUp(primary, "second")
    const standby = await servers.startCopy("second", second, "standby.signal", {
      primary_conninfo: `host=localhost port=${first} user=follower`,
    })
    const scene = await openScene(url, join(folder, "journal"))
    const waitingId = await queueText(scene)
    await untilInStep(primary)
    await primary.query("ALTER ROLE follower NOLOGIN")
    await primary.query("SELECT pg_terminate_backend(pid) FROM pg_stat_replication")
    while ((await primary.query("SELECT FROM pg_stat_replication")).length > 0) await sleep(20)
    const behind = await doBehind(scene)
    scene.service.clock.set("2027-03-01T15:40:00.000Z")
    await primary.kill()
    await promote(standby)
    // The request in its hands fails; the next one finds the other server.
    const { service } = scene
    while ((await service.api("GET", "/company")).status !== 200) await sleep(50)
    await checkBack(scene, behind, { service, key: service.key }, tally)
    await checkHeld(scene, waitingId, tally)
    await service.stop()
    await standby.kill()
  })

type Scene = Awaited<ReturnType<typeof openScene>>

/** A text that both servers know, due in the time that one of them will lack. */
async function queueText({ service, story, before }: Scene): Promise<number> {
  const { db } = service.context
  const appointment = {
    id: 0,
    version: 1,
    customer_id: before.remindedId,
    start_at: new Date("2027-03-20T15:00:00Z"),
  }
  appointment.id = (
    await make(service, "/appointments", {
      customer_id: before.remindedId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      location_id: story.locationId,
      start_time: "2027-03-10T15:00:00.000Z",
    })
  ).id
  const now = Date.parse("2027-03-01T15:35:00.000Z")
  const notice = { purpose: "change" as const, once: "played", appointment }
  return (await db.transaction((tx) => planAppointmentText(tx, service.companyId, notice, now)))!
}

/** It waits for an operator, and goes when they say so. */
async function checkHeld({ service, carrier }: Scene, textId: number, tally: Tally): Promise<void> {
  const { db } = service.context
  const held = await db.some("SELECT 1 FROM text_held WHERE text_id = $1", [textId])
  tally.check(held, () => "a text that was due in the lost time does not wait")
  const before = carrier.sent.length
  const released = await db.transaction((tx) => releaseHeld(tx, true))
  await sendTexts(service.context)
  const sent = carrier.sent.length - before
  tally.check(released === sent, () => `of ${released} texts that waited ${sent} went`)
}

async function untilInStep(primary: PostgresServer): Promise<void> {
  const lag = "SELECT pg_current_wal_lsn() = replay_lsn AS same FROM pg_stat_replication"
  for (;;) {
    const [row] = await primary.query<{ same: boolean }>(lag)
    if (row?.same) return
    await sleep(20)
  }
}
