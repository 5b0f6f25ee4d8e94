/** What a command works on, opened for it and closed behind it, whatever becomes of its work. */
import { createLog } from "../adapters/log.ts"
import { bookUrlOf, openHouse } from "../app.ts"
import type { Config } from "../config/config-shape.ts"
import { reachServer } from "../database/storage.ts"
import type { House } from "../operations/house.ts"

/** The house over its storage, migrated or checked as the settings want it. */
export async function withHouse(config: Config, work: (house: House) => Promise<void>): Promise<void> {
  const { house, close } = await openHouse(config, bookUrlOf(config))
  try {
    await work(house)
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
