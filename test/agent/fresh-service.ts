/**
 * Harbour Heating anew for every test, with one number for calls and texts. All tests of a file share one service;
 * every test opens a company of its own there, on the same Monday morning.
 */
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import { openCompany } from "../../service/people/operator.ts"
import { openChannels } from "../support/agent.ts"
import { type Api, startService, type TestService, withoutSetUp } from "../support/service.ts"
import { type Story, tellStory } from "../support/story.ts"

/** The shared service, whose `api` speaks for the test's own company. */
export let service: TestService
export let story: Story

const start = "2027-03-01T12:00:00.000Z"
const harbourHeating = {
  name: "Harbour Heating",
  timezone: "America/Chicago",
  slug: null,
  phone: "+15125550100",
}

let shared: TestService

/** Called once at the top of a test file: before each of its tests, `service` and `story` are that test's own. */
export function openCompanyForEachTest(): void {
  beforeAll(async () => {
    shared = await startService({ now: start })
  })

  beforeEach(async () => {
    shared.clock.set(start)
    const { companyId, apiKey } = await openCompany(shared.context, harbourHeating)
    const api: Api = (method, path, body, options) =>
      shared.api(method, path, body, { key: apiKey, ...options })
    const events: TestService["events"] = async (query = "limit=100") => {
      await shared.events()
      return withoutSetUp((asked) => api("GET", `/events?${asked}`), query)
    }
    service = { ...shared, companyId, key: apiKey, api, events }
    story = await tellStory(service)
    await openChannels(service)
  })

  /** The next company has the same number. */
  afterEach(async () => {
    const { body } = await service.api("GET", "/channels")
    for (const { id } of body.data) await service.api("DELETE", `/channels/${id}`)
  })

  afterAll(() => shared.stop())
}
