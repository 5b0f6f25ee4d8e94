/** The receivers' code in `docs/webhooks.md`, run as it stands there. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { webhookHeaders } from "../../domain/rules/webhooks/webhook-signature.ts"

const root = new URL("../../", import.meta.url).pathname
const guide = readFileSync(join(root, "docs/webhooks.md"), "utf8")
const snippet = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, "g")
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const body = '{"id":"evt_7","type":"webhook.test","note":"é 😀"}'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "guide-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe("the receiver in JavaScript", () => {
  const kept: unknown[] = []
  let server: Server
  beforeAll(async () => {
    const [, code] = [...guide.matchAll(snippet("js"))][0]!
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    writeFileSync(join(folder, "receiver.mjs"), code!)
    process.env.WEBHOOK_SECRET = secret
    Object.assign(globalThis, { keepForLater: async (event: unknown) => kept.push(event) })
    const receiver = await import(/* @vite-ignore */ pathToFileURL(join(folder, "receiver.mjs")).href)
    server = receiver.server
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  })
  afterAll(() => {
    server.close()
    delete process.env.WEBHOOK_SECRET
  })

  async function post(sent: string, headers: object): Promise<number> {
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}`, {
      method: "POST",
      body: sent,
      headers: { ...headers },
    })
    return answer.status
  }

  it("takes what is signed as we sign, and keeps the event", async () => {
    expect(await post(body, webhookHeaders(secret, "evt_7", body, Date.now()))).toBe(204)
    expect(kept).toEqual([JSON.parse(body)])
  })

  it("refuses another body, another secret and an old timestamp", async () => {
    const now = Date.now()
    const headers = webhookHeaders(secret, "evt_7", body, now)
    expect(await post(body.replace("evt_7", "evt_8"), headers)).toBe(400)
    expect(await post(body, webhookHeaders("whsec_AAAA", "evt_7", body, now))).toBe(400)
    expect(await post(body, webhookHeaders(secret, "evt_7", body, now - 301_000))).toBe(400)
    expect(kept).toHaveLength(1)
  })
})

describe("verifying by hand", () => {
  it("prints the signature that we send", () => {
    const [, script] = [...guide.matchAll(snippet("sh"))].find(([code]) => code.includes("openssl"))!
    const headers = webhookHeaders(secret, "evt_7", body, Date.now())
    const printed = execFileSync("sh", ["-c", script!], {
      env: {
        PATH: process.env.PATH!,
        WEBHOOK_SECRET: secret,
        WEBHOOK_ID: "evt_7",
        WEBHOOK_TIMESTAMP: headers["webhook-timestamp"],
        BODY: body,
      },
    })
    expect(`v1,${printed.toString().trim()}`).toBe(headers["webhook-signature"])
  })
})

describe("the other languages", () => {
  it("are there, by the public libraries", () => {
    expect([...guide.matchAll(snippet("python"))][0]![1]).toContain("standardwebhooks")
    expect([...guide.matchAll(snippet("go"))][0]![1]).toContain("standard-webhooks/libraries/go")
  })
})
