/** A database, a carrier that counts, open requests of as many customers, and a worker process: each may be killed. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAppointmentType } from "../../service/company/appointment-types.ts"
import { createChannel } from "../../service/company/channels.ts"
import { updateCompany } from "../../service/company/company.ts"
import { createCustomer } from "../../service/customers/customers.ts"
import { systemClock } from "../../service/host/adapters/system.ts"
import { createContext } from "../../service/host/compose.ts"
import { openCluster } from "../../service/host/database/cluster.ts"
import { migrate } from "../../service/host/database/migrate.ts"
import { createPlan } from "../../service/messages/outreach-plans.ts"
import { openCompany } from "../../service/people/operator.ts"
import type { AppContext } from "../../service/platform/context.ts"
import type { Call } from "../../service/platform/operation.ts"
import { openDatabase } from "../../service/platform/pg/database.ts"
import { ensurePartitions } from "../../service/platform/pg/partitions.ts"
import { createRequest } from "../../service/requests/create-request.ts"
import { type LocalServer, startLocalServer } from "../support/local-server.ts"
import { killKeys, silentLog } from "./delivery-site.ts"

export const ownNumber = "+15125550199"

export interface TextSite {
  dataDir: string
  context: AppContext
  companyId: number
  planId: number
  /** Open requests, each of a customer with a number of their own. */
  requests: readonly { id: number; customerId: number; phone: string }[]
  carrier: LocalServer
  /** Its clock runs so far ahead of ours. */
  startWorker(clockOffsetMs: number): Promise<ChildProcess>
  close(): Promise<void>
}

/** PostgreSQL is started again whenever it is killed, as the service does. */
export async function openTextSite(count: number): Promise<TextSite> {
  const dataDir = mkdtempSync(join(tmpdir(), "kill-"))
  chmodSync(dataDir, 0o755)
  const cluster = await openCluster({ dataDir })
  await migrate(cluster.url)
  const db = openDatabase({ connection: { connectionString: cluster.url }, poolSize: 4 })
  const context = createContext({
    db,
    clock: systemClock(),
    log: silentLog,
    bookUrl: null,
    anyNumberMayRegister: true,
    ...killKeys,
  })
  await ensurePartitions(db, context.clock.now())
  const carrier = await startLocalServer()
  return {
    dataDir,
    context,
    ...(await furnish(context, count)),
    carrier,
    startWorker: (offsetMs) => startWorker([cluster.url, carrier.url, String(offsetMs)]),
    async close() {
      await carrier.stop()
      await db.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function furnish(context: AppContext, count: number) {
  const { companyId } = await openCompany(context, { name: "C", timezone: "UTC", slug: null, phone: null })
  const now = context.clock.now()
  const call: Call = { companyId, actor: { kind: "system" }, requestId: "kills", now }
  const allDay = { quiet_hours: { start: "00:00", end: "00:00" } }
  await updateCompany.run(context, call, allDay)
  await createChannel.run(context, call, { kind: "sms", phone: ownNumber })
  const steps = [{ after_minutes: 0, channel: "sms" as const, sms_text: "Pick a time, {first_name}" }]
  const plan = await createPlan.run(context, call, { name: "One text", steps })
  const type = await createAppointmentType.run(context, call, { name: "T", duration_minutes: 60 } as never)
  const latest_date = new Date(now + 30 * 86_400_000).toISOString().slice(0, 10)
  const requests = []
  for (let n = 0; n < count; n++) {
    const phone = `+1512555${String(1_000 + n)}`
    const customer = await createCustomer.run(context, call, { first_name: "Sam", phone } as never)
    const wanted = { customer_id: customer.id, appointment_type_id: type.id, latest_date }
    const request = await createRequest.run(context, call, wanted as never)
    requests.push({ id: request.id, customerId: customer.id, phone })
  }
  return { companyId, planId: plan.id, requests }
}

async function startWorker(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "text-worker.ts"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(child.stdout, "data")
  return child
}
