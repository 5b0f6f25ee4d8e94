/** Clients who hang up at any moment, on every host and beyond every allowance: nothing that they took stays taken. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { diceFrom } from "../../service/host/demo/dice.ts"
import {
  companyFamily,
  createBudget,
  type Family,
  networkFamily,
  visitorsFamily,
} from "../../service/platform/budget/budget.ts"
import { makeLink } from "../support/link.ts"
import { openRaw } from "../support/raw-client.ts"
import { startService, type TestService } from "../support/service.ts"
import { type Story, tellStory } from "../support/story.ts"
import { seedFrom } from "../support/trials.ts"

const slug = "hanging-up"
const requests = 300
const atOnce = 40
const longestMs = 40
const range = { start_date: "2027-03-02", end_date: "2027-03-20" }
let service: TestService
let story: Story

beforeAll(async () => {
  service = await startService({ book: true, budget: createBudget({ longestWaitMs: 500 }) })
  story = await tellStory(service)
  await service.api("PUT", "/company", { public_slug: slug, public_booking_enabled: true })
  await service.api("PUT", `/appointment-types/${story.typeId}`, { public_booking: true })
})
afterAll(() => service.stop())

interface Kind {
  url: string
  head: string
  body?: object
}

async function kinds(): Promise<Kind[]> {
  const [api, book] = [service.apiUrl, service.bookUrl!]
  const key = `authorization: Bearer ${service.key}`
  const link = `x-booking-token: ${(await makeLink(service, story)).token}`
  const search = { appointment_type_id: story.typeId, ...range }
  const dates = { startDate: range.start_date, endDate: range.end_date }
  return [
    { url: api, head: `POST /api/v1/slots HTTP/1.1\r\n${key}`, body: search },
    { url: api, head: `GET /api/v1/events/stream HTTP/1.1\r\n${key}` },
    { url: api, head: `GET /api/v1/reports/bookings?from=2027-02-01&to=2027-03-01 HTTP/1.1\r\n${key}` },
    { url: api, head: `GET /api/v1/company HTTP/1.1\r\nauthorization: Bearer sk_unknown_unknown_unknown` },
    { url: api, head: "GET /docs HTTP/1.1" },
    { url: book, head: `GET /${slug} HTTP/1.1` },
    { url: book, head: `POST /api/pages/${slug}/slots HTTP/1.1`, body: { typeId: story.typeId, ...dates } },
    { url: book, head: `GET /api/link HTTP/1.1\r\n${link}` },
    { url: book, head: `POST /api/link/slots HTTP/1.1\r\n${link}`, body: dates },
  ]
}

/** The whole request, or a part of it. */
function bytesOf({ head, body }: Kind, share: number): string {
  const text = body === undefined ? "" : JSON.stringify(body)
  const more = text === "" ? "" : `content-type: application/json\r\ncontent-length: ${text.length}\r\n`
  const bytes = `${head}\r\nhost: x\r\n${more}\r\n${text}`
  return bytes.slice(0, Math.ceil(bytes.length * share))
}

async function spend(family: Family): Promise<void> {
  const stay = await service.context.budget.enter(family)
  stay.spending.cpuMs = 60_000
  stay.leave()
}

it("SE-02 hanging up leaves no place taken, whatever was asked and however far it had come", async () => {
  const asked = await kinds()
  for (const family of [companyFamily(service.companyId), visitorsFamily(service.companyId)])
    await spend(family)
  await spend(networkFamily("127.0.0.1"))
  const dice = diceFrom(seedFrom(20261128))
  const leave = async () => {
    const kind = dice.pick(asked)
    const client = openRaw(kind.url, bytesOf(kind, dice.chance(0.8) ? 1 : 0.9))
    const timer = setTimeout(() => client.socket.destroy(), dice.between(0, longestMs))
    await client.closed
    clearTimeout(timer)
  }
  for (let sent = 0; sent < requests; sent += atOnce) await Promise.all(Array.from({ length: atOnce }, leave))
  const uses = service.context.budget.use()
  const taken = () => Object.values(uses).map(({ inside, waiting }) => [inside, waiting])
  await expect.poll(taken).toEqual(Object.values(uses).map(() => [0, 0]))
  // The line of those who are past their allowance is open, too.
  const stays = await Promise.all(
    [1, 2, 3, 4].map(() => service.context.budget.enter(networkFamily("127.0.0.1"))),
  )
  for (const stay of stays) stay.leave()
  // The page's own limit counts what was asked in the minutes before.
  service.clock.advanceMs(120_000)
  expect((await fetch(`${service.bookUrl}/${slug}`)).status).toBe(200)
})
