/** Examples in folders of their own, installed and run by the commands of their README; the heavy ones: `npm run chaos`. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { eventExamples } from "../domain/model/event-examples.ts"
import { signWebhook } from "../sdk/src/index.ts"
import { ended } from "./support/ended.ts"
import { freePort } from "./support/free-port.ts"
import { service, shareOneStory } from "./support/one-story.ts"
import { copyExample, startIn } from "./support/running-example.ts"
import { packSdk } from "./support/sdk-package.ts"
import { root } from "./support/source-files.ts"

shareOneStory()

const folder = mkdtempSync(join(tmpdir(), "examples-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readme = readFileSync(join(root, "examples", "README.md"), "utf8")
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

it("MD-16 the CRM's receiver runs where the packed SDK is installed, as its README says", async () => {
  for (const command of [
    "npm pack ./sdk",
    "npm install ../../appointed-sdk-0.2.0.tgz",
    `WEBHOOK_SECRET=${secret} npm start`,
  ])
    expect(readme).toContain(command)
  const own = copyExample("crm-receiver", folder)
  const tarball = await packSdk(folder)
  await ended("npm", ["install", tarball, "--offline", "--no-audit", "--no-fund"], { folder: own })
  const port = await freePort()
  const receiver = startIn(own, ["npm", "start"], { WEBHOOK_SECRET: secret, PORT: String(port) })
  try {
    await receiver.says(/Listening on/)
    const event = eventExamples["appointment.created"]
    const body = JSON.stringify(event)
    const headers = await signWebhook(body, { id: event.id, secret })
    const post = async (sent: string) =>
      (await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: sent, headers })).status
    expect([await post(body), await post(`${body} `)]).toEqual([204, 400])
  } finally {
    await receiver.stop()
  }
})

it("MD-16 the MCP client books for a caller whom the company does not know, as its README says", async () => {
  expect(readme).toContain("npm start -- +15125550100 +15125550143")
  const own = copyExample("mcp-client", folder)
  symlinkSync(join(root, "node_modules"), join(own, "node_modules"))
  await service.api("POST", "/channels", { kind: "voice", phone: "+15125550100" })
  const env = { APPOINTED_KEY: service.key, APPOINTED_URL: service.apiUrl }
  const said = await ended("npm", ["start", "--", "+15125550100", "+15125550143"], { folder: own, env })
  expect(said).toMatch(/Boiler service/)
  const wrong = await ended("npm", ["start", "--", "+15125550177", "+15125550143"], {
    folder: own,
    env,
    allowed: [1],
  })
  expect(wrong).not.toMatch(/ at /)
})
