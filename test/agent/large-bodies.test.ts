import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { openWire, type Wire } from "../fuzz/wire.ts"
import { startService, type TestService } from "../support/service.ts"

let service: TestService
let wire: Wire
beforeAll(async () => {
  service = await startService()
  wire = openWire(service.apiUrl)
})
afterAll(async () => {
  wire.close()
  await service.stop()
})

const body = `{"name":"${"x".repeat(2_000_000)}"}`

describe("SE-12 MD-09 a body that is too large", () => {
  for (const { method, path, tool } of agentTools) {
    it(`is refused by ${tool.name}, and the service goes on`, async () => {
      const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" }
      const answer = await wire.send({ method, path: `/api/v1/agent${path}`, headers, body })
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([413, "body_too_large"])
      expect((await service.api("GET", "/company")).status).toBe(200)
    })
  }
})
