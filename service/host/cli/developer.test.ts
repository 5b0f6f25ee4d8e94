import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { Webhook } from "standardwebhooks"
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest"
import { eventTypes, webhookTest } from "../../../domain/model/event.ts"
import { eventSchemas } from "../../../domain/model/event-schemas.ts"
import { service, shareOneStory, story } from "../../../test/support/one-story.ts"
import { serve } from "../../../test/support/processes.ts"
import { book } from "../../../test/support/webhooks.ts"
import { logs } from "./developer/logs.ts"
import { trigger } from "./developer/trigger.ts"

shareOneStory()

interface Post {
  headers: Record<string, string>
  body: string
}

const posts: Post[] = []
let status = 204
const receiver = createServer(async (request, response) => {
  posts.push({ headers: request.headers as Record<string, string>, body: await text(request) })
  response.writeHead(status).end()
})
let receiverUrl: string

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done))
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`
})
afterAll(() => receiver.close())
afterEach(() => {
  vi.restoreAllMocks()
  posts.length = 0
  status = 204
  process.exitCode = undefined
})

/** Runs the command here; what it printed. */
async function printed(command: typeof logs, args: readonly string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true)
  await command.run([...args], () => {
    throw new Error("it needs no settings")
  })
  return write.mock.calls.map(([words]) => String(words)).join("")
}

const hostArgs = () => ["--url", service.apiUrl, "--key", service.key]
const newestEvent = async () => (await service.events()).body.data.at(-1)

it("DX-03 listen shows events as they happen and posts them, signed, to the developer's machine", async () => {
  await book(service, story, "2027-03-02T15:00:00.000Z")
  const since = (await newestEvent()).id
  await book(service, story, "2027-03-02T16:00:00.000Z")
  const event = await newestEvent()
  const args = ["listen", ...hostArgs(), "--since", since, "--forward-to", receiverUrl, "--json"]
  const listening = await serve({}, { script: "bin/cli.js", args })
  expect(listening.ready).toMatchObject({ event, forwarded: { status: 204, error: null } })
  status = 500
  await book(service, story, "2027-03-02T17:00:00.000Z")
  await expect.poll(() => posts.length).toBe(2)
  const { code, stderr } = await listening.stop()
  expect(code).toBe(0)
  expect(stderr).toContain("Listening to the events of Harbour Heating.")
  const secret = /signed with (whsec_\S+)\./.exec(stderr)![1]!
  const [first] = posts
  expect(new Webhook(secret).verify(first!.body, first!.headers)).toEqual(event)
})

it("DX-03 trigger posts a sample of each event, which fits its schema, under ids of their own", async () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  for (const type of [...eventTypes, webhookTest] as const) {
    await printed(trigger, [type, "--forward-to", receiverUrl, "--secret", secret])
    const { headers, body } = posts.at(-1)!
    const event = new Webhook(secret).verify(body, headers)
    expect(eventSchemas[type].strict().parse(event)).toMatchObject({ type })
  }
  expect(new Set(posts.map(({ headers }) => headers["webhook-id"])).size).toBe(eventTypes.length + 1)
  status = 500
  expect(await printed(trigger, ["webhook.test", "--forward-to", receiverUrl])).toMatch(/ → 500 /)
  expect(process.exitCode).toBe(1)
  const wrong = trigger.run(["lunch", "--forward-to", receiverUrl], () => null as never)
  await expect(wrong).rejects.toThrow('There is no event "lunch"')
})

it("DX-03 logs shows what one request did", async () => {
  const answer = await service.api("PUT", "/company", { phone: "+15125550177" })
  await service.api("PUT", "/company", { phone: "+15125550178" })
  const request = answer.headers.get("x-request-id")!
  const lines = (await printed(logs, [...hostArgs(), "--request", request])).trim().split("\n")
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`${request} api_key`)
  expect(lines[0]).toContain("update_company")
})
