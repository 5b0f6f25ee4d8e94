/** Exports and files that are far longer than what a system keeps for a connection, and clients who read them slowly. */
import { connect, type Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../../test/support/service.ts"
import { type Story, tellStory } from "../../../test/support/story.ts"

const rowsOfEach = 3_000
const bytesOfRow = 20_000

let service: TestService
let story: Story

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  const { db } = service.context
  const now = service.clock.now()
  const values = [service.companyId, Math.floor(now / 86_400_000), new Date(now), rowsOfEach, bytesOfRow]
  await db.query(
    `INSERT INTO event (company_id, id, type, occurred_at, source, data, customer_id, xid)
     SELECT $1, ($2::bigint << 36) + 1000000 + n, 'customer.updated', $3, '{"kind":"system"}',
       json_build_object('n', n, 'text', repeat('x', $5)), $6, '1' FROM generate_series(1, $4::int) AS n`,
    [...values, story.customerId],
  )
  await db.query(
    `INSERT INTO audit (company_id, id, at, actor, request_id, operation, fields)
     SELECT $1, ($2::bigint << 36) + 1000000 + n, $3, '{"kind":"system"}', 'cli', 'counted', ARRAY[repeat('x', $5)]
     FROM generate_series(1, $4::int) AS n`,
    values,
  )
})
afterAll(() => service.stop())

/** Counts the statements on the connections for long work that read from `table`. */
function countReads(table: string): { readonly reads: number; end(): void } {
  const { db } = service.context.long
  const { query } = db
  let reads = 0
  db.query = (text, values) => {
    if (text.includes(`FROM ${table}`)) reads += 1
    return query.call(db, text, values) as never
  }
  return {
    get reads() {
      return reads
    },
    end() {
      db.query = query
    },
  }
}

function ask(path: string, method = "GET"): Socket {
  const socket = connect(Number(new URL(service.apiUrl).port), "127.0.0.1")
  socket
    .pause()
    .write(
      `${method} /api/v1${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.key}\r\n` +
        "accept-encoding: identity\r\nconnection: close\r\n\r\n",
    )
  return socket
}

/** Other requests, so that all that an answer does by itself meanwhile is done. */
async function othersAreAnswered(): Promise<void> {
  for (let sent = 0; sent < 40; sent += 1) {
    expect((await service.api("GET", `/customers/${story.customerId}`)).status).toBe(200)
  }
}

const exportPath = () => `/customers/${story.customerId}/export`
const files = [
  { name: "a customer's export", path: exportPath, table: "event", ends: "]}}" },
  {
    name: "the audit trail's file",
    path: () => "/audit/export?operation=counted",
    table: "audit",
    ends: "\r\n",
  },
]

describe("an export", () => {
  for (const { name, path, table, ends } of files) {
    it(`SE-04 is written as its client takes it: ${name}`, async () => {
      const counted = countReads(table)
      const { long, company } = service.context.budget.use()
      const before = { inside: long.inside, bytes: company.bytes, databaseMs: company.databaseMs }
      try {
        const socket = ask(path())
        await expect.poll(() => counted.reads).toBeGreaterThan(0)
        await othersAreAnswered()
        const readFor = counted.reads
        // A client that reads nothing holds a place, and no connection to the database.
        expect(long.inside).toBe(before.inside + 1)
        await expect.poll(() => service.context.long.db.poolUse().busy).toBe(0)
        let text = ""
        socket.setEncoding("latin1").on("data", (more: string) => {
          text += more
        })
        const ended = new Promise((resolve) => socket.once("close", resolve))
        socket.resume()
        await ended
        expect(text.slice(-60)).toContain(ends)
        expect(text.split("x".repeat(bytesOfRow)).length - 1).toBe(rowsOfEach)
        expect(counted.reads).toBeGreaterThan(3 * readFor)
        await expect.poll(() => long.inside).toBe(before.inside)
        expect(company.bytes - before.bytes).toBeGreaterThan(rowsOfEach * bytesOfRow)
      } finally {
        counted.end()
      }
    })
  }

  it("SE-04 ends with its client, and a look at its head reads no further", async () => {
    const counted = countReads("event")
    const { long } = service.context.budget.use()
    try {
      const socket = ask(exportPath())
      await expect.poll(() => counted.reads).toBeGreaterThan(0)
      socket.destroy()
      await expect.poll(() => long.inside).toBe(0)
      await othersAreAnswered()
      const readFor = counted.reads
      const head = ask(exportPath(), "HEAD")
      head.resume()
      await new Promise((resolve) => head.once("close", resolve))
      await othersAreAnswered()
      expect(counted.reads).toBe(readFor)
    } finally {
      counted.end()
    }
  })

  it("SE-04 that is short has a status when it fails on the way", async () => {
    const { body } = await service.api("POST", "/customers", { name: "Short" })
    const { db } = service.context.long
    const { query } = db
    db.query = (text, values) =>
      text.includes("FROM event")
        ? Promise.reject(new Error("gone"))
        : (query.call(db, text, values) as never)
    const answer = await service.api("GET", `/customers/${body.data.id}/export`).finally(() => {
      db.query = query
    })
    expect(answer.status).toBe(500)
    expect((await service.api("GET", `/customers/${body.data.id}/export`)).body.data).toMatchObject({
      customer: { id: body.data.id },
      appointments: [],
      scheduling_requests: [],
      texts: [],
    })
  })
})
