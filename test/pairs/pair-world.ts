/** One service for all pairs: a company, its test company, and calendars outside. */
import { startService, type TestService } from "../support/service.ts"
import { makeLocation } from "../support/story.ts"
import { type Feeds, openFeeds } from "./feeds.ts"

const place = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
export const address = { ...place, latitude: 30.28, longitude: -97.74 }

export interface PairCompany {
  service: TestService
  locationId: number
}

export interface PairWorld {
  real: PairCompany
  twin: PairCompany
  feeds: Feeds
  stop(): Promise<void>
}

export async function openPairWorld(): Promise<PairWorld> {
  const service = await startService({ book: true, trustProxyHops: 1 })
  await service.context.db.query("UPDATE company SET mail_enabled = true")
  const locationId = await makeLocation(service)
  const { body } = await service.api("POST", "/test-company")
  const key: string = body.data.api_key
  const twin: TestService = {
    ...service,
    key,
    companyId: body.data.company_id,
    api: (method, path, sent, options) => service.api(method, path, sent, { key, ...options }),
  }
  const feeds = await openFeeds(service.context)
  feeds.set("free")
  const { body: locations } = await twin.api("GET", "/locations")
  return {
    real: { service, locationId },
    twin: { service: twin, locationId: locations.data[0].id },
    feeds,
    stop: async () => void (await Promise.all([service.stop(), feeds.stop()])),
  }
}
