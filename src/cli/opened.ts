/** What a command works on, opened for it and closed behind it, whatever becomes of its work. */
import { createLog } from "../adapters/log.ts"
import { bookUrlOf } from "../app.ts"
import { openContext } from "../compose.ts"
import type { Config } from "../config/config-shape.ts"
import type { AppContext } from "../context.ts"
import { reachServer } from "../database/storage.ts"

/** The context over its storage, migrated or checked as the settings want it. */
export async function withContext(
  config: Config,
  work: (context: AppContext) => Promise<void>,
): Promise<void> {
  const { context, close } = await openContext(config, bookUrlOf(config))
  try {
    await work(context)
  } finally {
    await close()
  }
}

/** The database server alone, by its address: it may be empty, or of another release. */
export async function withServer(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  const { url, cluster } = await reachServer(config, createLog({ level: config.logLevel }))
  try {
    await work(url)
  } finally {
    await cluster?.stop()
  }
}
