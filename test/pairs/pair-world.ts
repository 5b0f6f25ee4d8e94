/** One service for all pairs: a company, its test company, and calendars outside. */
import { openChannels } from "../support/agent.ts"
import { startService, type TestService } from "../support/service.ts"
import { makeLocation, put } from "../support/story.ts"
import { type Feeds, openFeeds } from "./feeds.ts"

const place = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
export const address = { ...place, latitude: 30.28, longitude: -97.74 }

export const pageSlug = "pairs"
export const twinSlug = "pairs-twin"

/** The number of the test company. */
export const twinNumber = "+15125550189"

const mails = {
  from: "appointments@mail.example",
  staysHere: false,
  send: async () => ({ kind: "sent", carrierId: null }) as const,
}

const texts = { staysHere: false, send: mails.send }

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
  const service = await startService({
    book: true,
    trustProxyHops: 1,
    mails,
    texts,
    platformSmsNumber: "+15125550190",
  })
  const page = { public_slug: pageSlug, public_booking_enabled: true }
  await put(service, "/company", { mail: {}, sms_confirmations: true, ...page })
  const locationId = await makeLocation(service)
  const { body } = await service.api("POST", "/test-company")
  const key: string = body.data.api_key
  const twin: TestService = {
    ...service,
    key,
    companyId: body.data.company_id,
    api: (method, path, sent, options) => service.api(method, path, sent, { key, ...options }),
  }
  await put(twin, "/company", { public_slug: twinSlug, public_booking_enabled: true })
  await openChannels(service)
  await openChannels(twin, twinNumber)
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
