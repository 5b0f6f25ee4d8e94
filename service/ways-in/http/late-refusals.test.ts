import Fastify from "fastify"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { delayRefusals } from "./late-refusals.ts"

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => vi.useRealTimers())

function appWithRefusals() {
  const app = Fastify()
  delayRefusals(app)
  app.get("/:status", async (request, reply) => {
    const { status } = request.params as { status: string }
    return reply.code(Number(status)).send("said")
  })
  return app
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it("FX-12 answers 429 a little later, and every other status at once", async () => {
  const app = appWithRefusals()
  const answered: number[] = []
  const refused = app.inject("/429").then(({ statusCode }) => answered.push(statusCode))
  for (const status of [200, 404, 503]) answered.push((await app.inject(`/${status}`)).statusCode)
  for (let turns = 0; turns < 100; turns += 1) await turn()
  expect(answered).toEqual([200, 404, 503])
  await vi.advanceTimersByTimeAsync(200)
  await refused
  expect(answered).toEqual([200, 404, 503, 429])
})

it("FX-12 keeps a thousand answers at most, and sends the next ones at once", async () => {
  const app = appWithRefusals()
  await app.ready()
  const kept = Array.from({ length: 1_000 }, () => app.inject("/429"))
  for (let turns = 0; turns < 100; turns += 1) await turn()
  expect((await app.inject("/429")).body).toBe("said")
  await vi.advanceTimersByTimeAsync(200)
  expect((await Promise.all(kept)).map(({ statusCode }) => statusCode)).toEqual(Array(1_000).fill(429))
})
