/** FX-15: files and bodies that begin to arrive and never end hold nothing of the company's visitors. */
import { connect, type Socket } from "node:net"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { Arrivals } from "../../service/ways-in/customer-host/arrivals.ts"
import { usualLimits } from "../../service/ways-in/http/connections.ts"
import { smallPdf, upload } from "../support/files.ts"
import { openPublicPage, visitorOf } from "../support/public-page.ts"
import { openRaw, statusesIn } from "../support/raw-client.ts"
import { patientBudget, startService, type TestService } from "../support/service.ts"
import { type Story, tellStory } from "../support/story.ts"

let service: TestService
let story: Story
const sockets: Socket[] = []
beforeAll(async () => {
  service = await startService({
    ...{ book: true, files: true, trustProxyHops: 1, filesQuotaBytes: smallPdf.length * 2 - 1 },
    // A call without a slot is refused soon.
    budget: patientBudget(200),
    connectionLimits: { ...usualLimits, requestMs: 1_500, fileMs: 600_000 },
  })
  story = await tellStory(service)
  await openPublicPage(service, story)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => service.stop())

const link = async () =>
  (await service.api("POST", "/files", { name: "photo.jpg" })).body.data.upload_url as string

/** Sends a head and four bytes of a body, all from one address. */
function stall(method: string, url: string, type: string): Socket {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on("error", () => undefined)
  socket.write(
    `${method} ${pathname} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n{"a"`,
  )
  sockets.push(socket)
  return socket
}

it("FX-15 eight stalled uploads refuse no visitor of the company, not even one of the same address", async () => {
  const links = await Promise.all(Array.from({ length: 8 }, link))
  for (const each of links) stall("PUT", each, "image/jpeg")
  const { arrivals } = service.context.files!
  const { readdirSync } = await import("node:fs")
  await expect.poll(() => readdirSync(arrivals).filter((name) => name !== "kept").length).toBe(8)
  const { visitors, network } = service.context.budget.use()
  expect([visitors.inside, network.inside]).toEqual([0, 0])
  const visitor = visitorOf(service, undefined, "203.0.113.9")
  const search = { typeId: story.typeId, startDate: "2027-03-02", endDate: "2027-03-03" }
  const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.send("POST", "/slots", search)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  // A ninth waits for its place, and has it when another gives up.
  const ninth = upload(await link(), smallPdf)
  sockets[0]!.destroy()
  expect((await ninth).status).toBe(201)
})

it("FX-15 bodies of other requests end at their own deadline, hold no place meanwhile, and files go on", async () => {
  const file = stall("PUT", await link(), "image/jpeg")
  const head =
    "POST /api/pages/nowhere/slots HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.9\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"
  const stalled = Array.from({ length: 8 }, () => openRaw(service.bookUrl!, head))
  expect(service.context.budget.use().network.inside).toBe(0)
  const page = await fetch(`${service.bookUrl}/healthz`, { headers: { "x-forwarded-for": "203.0.113.9" } })
  expect(page.status).toBe(200)
  for (const { closed } of stalled) expect(statusesIn(await closed)).toEqual([408])
  expect(file.destroyed).toBe(false)
  expect(usualLimits).toMatchObject({ requestMs: 30_000, fileMs: 80_000 })
})

it("FX-15 uploads at once count against the company's quota: the one that would exceed it is refused", async () => {
  const links = await Promise.all([link(), link(), link()])
  const sent = await Promise.all(links.map((each) => upload(each, smallPdf)))
  // The first test has kept one already.
  expect(sent.map(({ status, error }) => error?.code ?? status)).toEqual(Array(3).fill("files_full"))
  const { bytes } = (await service.context.db.first<{ bytes: number }>(
    "SELECT coalesce(sum(bytes), 0)::int AS bytes FROM uploaded_file WHERE company_id = $1",
    [service.companyId],
  ))!
  expect(bytes).toBe(smallPdf.length)
})

it("FX-15 an uploader has two places, a company sixteen, and the places of those who gave up are free", async () => {
  const arrivals = new Arrivals()
  const signal = new AbortController().signal
  const of = (uploader: string, companyId = 1) => ({ companyId, uploader, isStaff: false })
  const settled = (entering: Promise<unknown>) =>
    Promise.race([entering.then(() => "here"), new Promise((resolve) => setImmediate(resolve, "waits"))])
  const [first] = await Promise.all([
    arrivals.enter(of("visit:1"), signal),
    arrivals.enter(of("visit:1"), signal),
  ])
  const gone = new AbortController()
  const given = arrivals.enter(of("visit:1"), gone.signal).catch((refusal) => refusal.code)
  const third = arrivals.enter(of("visit:1"), signal)
  expect(await settled(third)).toBe("waits")
  for (let n = 2; n <= 8; n += 1)
    for (const _ of [1, 2]) expect(await settled(arrivals.enter(of(`visit:${n}`), signal))).toBe("here")
  expect(arrivals.size).toBe(16)
  expect(await settled(arrivals.enter(of("visit:9"), signal))).toBe("waits")
  expect(await settled(arrivals.enter(of("visit:9", 2), signal))).toBe("here")
  gone.abort()
  expect(await given).toBe("busy")
  first!()
  expect(await settled(third)).toBe("here")
})
