/** One PostgreSQL for one run, with a migrated database that every test gets a copy of. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { openCluster } from "../../src/database/cluster.ts"
import { tryLock } from "../../src/database/file-lock.ts"
import { migrate } from "../../src/database/migrate.ts"
import { rememberTemplate, urlOf } from "./databases.ts"

export interface TestCluster {
  /** By the superuser's role, since tests make databases and end other sessions. */
  url: string
  /** The migrated database to clone. */
  templateName: string
  stop(): Promise<void>
}

const PREFIX = "appointed-test-"
const TEMPLATE = "template_appointed"

export async function startTestCluster(): Promise<TestCluster> {
  await clearAbandonedRuns()
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX))
  const cluster = await openCluster({ dataDir, durability: "none" })
  const stop = async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await makeTemplate(cluster.adminUrl)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: cluster.adminUrl, templateName: TEMPLATE, stop }
}

async function makeTemplate(clusterUrl: string): Promise<void> {
  const client = new Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${TEMPLATE}`)
  } finally {
    await client.end()
  }
  await migrate(urlOf(clusterUrl, TEMPLATE))
  await rememberTemplate(clusterUrl, TEMPLATE)
}

/** A run that was killed leaves its PostgreSQL behind, but not the lock by which it answered for it. */
async function clearAbandonedRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const dataDir = join(tmpdir(), name)
    if (!readdirSync(dataDir).includes("owner.lock")) continue
    const abandoned = tryLock(join(dataDir, "owner.lock"))
    if (!abandoned) continue
    abandoned.release()
    const cluster = await openCluster({ dataDir, durability: "none" })
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
