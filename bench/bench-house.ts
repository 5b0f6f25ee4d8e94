/** A house over an embedded PostgreSQL of its own, with fsync on, in a directory that is removed at the end. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { systemClock } from "../src/adapters/system-clock.ts"
import { openCluster } from "../src/database/cluster.ts"
import { migrate } from "../src/database/migrate.ts"
import { createHouse } from "../src/house.ts"
import type { House } from "../src/operations/house.ts"
import type { Log } from "../src/ports.ts"
import { openDatabase } from "../src/store/database.ts"
import { ensurePartitions } from "../src/store/partitions.ts"

/** When benchmarks take place: shortly before clocks change in America and in Europe. */
export const benchNow = Date.UTC(2027, 1, 25, 12)

export const quietLog: Log = {
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
}

export interface BenchHouse {
  house: House
  /** Another migrated database on the same PostgreSQL. */
  another(name: string): Promise<House>
  close(): Promise<void>
}

/** The clock runs on from `benchNow`. */
export async function openBenchHouse(poolSize: number): Promise<BenchHouse> {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-"))
  const cluster = await openCluster({ dataDir, durability: "full" })
  const houses: House[] = []
  const open = async (url: string) => {
    const house = await openHouseAt(url, poolSize)
    houses.push(house)
    return house
  }
  const house = await open(cluster.url)
  return {
    house,
    async another(name) {
      await house.db.query(`CREATE DATABASE ${name}`)
      return open(cluster.url.replace(/@\/[^?]+/, `@/${name}`))
    },
    async close() {
      for (const each of houses) await each.db.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function openHouseAt(url: string, poolSize: number): Promise<House> {
  await migrate(url)
  const db = openDatabase({ connection: { connectionString: url }, poolSize })
  await ensurePartitions(db, benchNow)
  return createHouse({
    db,
    clock: systemClock(benchNow - Date.now()),
    log: quietLog,
    bookUrl: "http://book.example",
    encryptionKeys: [{ id: "e1", key: Buffer.alloc(32, 1) }],
    linkKeys: [{ id: "l1", key: Buffer.alloc(32, 2) }],
  })
}
