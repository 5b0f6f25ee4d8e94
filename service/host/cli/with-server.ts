/** For commands that work on the database server itself. */
import { createLog } from "../adapters/log.ts"
import type { Config } from "../config/config-shape.ts"
import { reachServer } from "../database/storage.ts"

/** The database server alone, by its address: it may be empty, or of another release. */
export async function withServer(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  const { url, cluster } = await reachServer(config, createLog({ level: config.logLevel }))
  try {
    await work(url)
  } finally {
    await cluster?.stop()
  }
}
