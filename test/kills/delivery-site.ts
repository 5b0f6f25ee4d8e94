/** A database, a receiver and a worker process, each of which may be killed. */

import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { associatedData } from "../../domain/model/sealing.ts"
import { webhookSecret } from "../../domain/model/webhook-endpoint.ts"
import { systemClock } from "../../service/host/adapters/system.ts"
import { createContext } from "../../service/host/compose.ts"
import { openCluster } from "../../service/host/database/cluster.ts"
import { migrate } from "../../service/host/database/migrate.ts"
import { insertEndpoint, nextEndpointId } from "../../service/outbox/webhook-endpoints.sql.ts"
import { openCompany } from "../../service/people/operator.ts"
import type { AppContext } from "../../service/platform/context.ts"
import { openDatabase } from "../../service/platform/pg/database.ts"
import { ensurePartitions } from "../../service/platform/pg/partitions.ts"
import type { Log } from "../../service/platform/ports.ts"
import { createAuthority } from "../support/authority.ts"
import { type Receiver, startReceiver } from "../support/receiver.ts"

export const silentLog: Log = { info() {}, warn() {}, error() {} }
export const killKeys = {
  encryptionKeys: [{ id: "e1", key: Buffer.alloc(32, 1) }],
  linkKeys: [{ id: "l1", key: Buffer.alloc(32, 2) }],
}

export interface DeliverySite {
  dataDir: string
  context: AppContext
  companyId: number
  secret: string
  receiver: Receiver
  startWorker(): Promise<ChildProcess>
  close(): Promise<void>
}

/** PostgreSQL is started again whenever it is killed, as the service does. */
export async function openDeliverySite(leaseMs: number): Promise<DeliverySite> {
  const dataDir = mkdtempSync(join(tmpdir(), "kill-"))
  chmodSync(dataDir, 0o755)
  const cluster = await openCluster({ dataDir })
  await migrate(cluster.url)
  const db = openDatabase({ connection: { connectionString: cluster.url }, poolSize: 4 })
  const context = createContext({ db, clock: systemClock(), log: silentLog, bookUrl: null, ...killKeys })
  await ensurePartitions(db, context.clock.now())
  const authority = createAuthority()
  const caFile = join(dataDir, "authority.pem")
  writeFileSync(caFile, authority.ca)
  const receiver = await startReceiver(authority.issue("DNS:hooks.example.com"))
  const { companyId } = await openCompany(context, { name: "C", timezone: "UTC", slug: null, phone: null })
  const secret = await addEndpoint(context, companyId, `https://hooks.example.com:${receiver.port}/hook`)
  return {
    dataDir,
    context,
    companyId,
    secret,
    receiver,
    startWorker: () => startWorker([cluster.url, caFile, String(leaseMs)]),
    async close() {
      await receiver.close()
      await db.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function addEndpoint(context: AppContext, companyId: number, url: string): Promise<string> {
  const secret = webhookSecret(context.random.bytes(32))
  await context.db.transaction(async (tx) => {
    const id = await nextEndpointId(tx)
    const sealedSecret = context.sealer.seal(secret, associatedData.webhook(companyId, id))
    const fields = {
      url,
      events: ["appointment.created" as const],
      appointment_type_ids: null,
      include_answers: false,
      description: null,
      enabled: true,
    }
    await insertEndpoint(tx, companyId, { id, sealedSecret, ...fields }, context.clock.now())
  })
  return secret
}

async function startWorker(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "delivery-worker.ts"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(child.stdout, "data")
  return child
}
