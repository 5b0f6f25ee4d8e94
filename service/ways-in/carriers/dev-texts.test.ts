import { afterEach, expect, it } from "vitest"
import { openPublicPage, visitorOf } from "../../../test/support/public-page.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { tellStory } from "../../../test/support/story.ts"
import type { TextSender } from "../../platform/ports/texts.ts"

let service: TestService
afterEach(() => service.stop())

it("developers read texts at /dev/texts of the API host, as a page or as JSON", async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  await openPublicPage(service, await tellStory(service))
  await visitorOf(service).code("+15125550123")
  const page = await service.api("GET", "//dev/texts", undefined, { key: null })
  expect(page.body).toMatch(/→ \+15125550123.*your code is \d{6}/s)
  const headers = { accept: "application/json" }
  const { body } = await service.api("GET", "//dev/texts", undefined, { key: null, headers })
  expect(body.data).toMatchObject([{ from: "+15125550199", to: "+15125550123" }])
  expect((await fetch(`${service.bookUrl}/dev/texts`)).status).toBe(404)
})

it("a host that sends its texts has no such page", async () => {
  const sender: TextSender = { staysHere: false, send: async () => ({ kind: "sent", carrierId: null }) }
  service = await startService({ texts: sender })
  expect((await service.api("GET", "//dev/texts", undefined, { key: null })).status).toBe(404)
})
