/** A company that searches as much as it can: its own searches wait for each other, and nobody else's do. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Turn } from "../../src/operations/turns.ts"
import { type Answer, startService, type TestService } from "../support/service.ts"
import { type Story, tellStory } from "../support/story.ts"

const atOnce = 4
const mostWaiting = 200
let service: TestService
let story: Story
let other: { companyId: number; key: string }
let turns: Turn[] = []

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  other = await service.anotherCompany()
})
afterEach(freeTurns)
afterAll(() => service.stop())

/** The first company's searches of this moment, as long as they are not freed. */
async function takeAllTurns(): Promise<void> {
  const enter = () => service.context.searchTurns.enter(service.companyId)
  turns = await Promise.all(Array.from({ length: atOnce }, enter))
}

function freeTurns(): void {
  for (const turn of turns.splice(0)) turn[Symbol.dispose]()
}

const search = () =>
  service.api("POST", "/slots", {
    appointment_type_id: story.typeId,
    start_date: "2027-03-02",
    end_date: "2027-03-09",
  })
const othersSearch = () =>
  service.api(
    "POST",
    "/slots",
    { appointment_type_id: 1, start_date: "2027-03-02", end_date: "2027-03-09" },
    other,
  )

const stateOf = (answer: Promise<Answer>) =>
  Promise.race([answer.then(({ status }) => status), Promise.resolve("waits")])

describe("one tenant's searches", () => {
  it("TR-40 wait for each other, while another company's and all other calls are answered", async () => {
    await takeAllTurns()
    const waiting = [search(), search()]
    expect((await othersSearch()).status).toBe(404)
    expect((await service.api("GET", "/company")).status).toBe(200)
    expect(await Promise.all(waiting.map(stateOf))).toEqual(["waits", "waits"])
    freeTurns()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
  })

  it("TR-40 are refused with a time to wait when two hundred wait already", async () => {
    await takeAllTurns()
    const queued = Array.from({ length: mostWaiting }, () =>
      service.context.searchTurns.enter(service.companyId).then((turn) => turn[Symbol.dispose]()),
    )
    const refused = await search()
    expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"])
    expect(refused.headers.get("retry-after")).toBe("1")
    expect((await othersSearch()).status).toBe(404)
    freeTurns()
    await Promise.all(queued)
    expect((await search()).status).toBe(200)
  })

  it("TR-40 leave no turn taken behind them, refused, failed or hung up", async () => {
    const refusals = Array.from({ length: 10 }, () =>
      service.api("POST", "/slots", { appointment_type_id: 9_999 }),
    )
    await Promise.all(refusals)
    await takeAllTurns()
    const leaver = new AbortController()
    const left = fetch(`${service.apiUrl}/api/v1/slots`, {
      method: "POST",
      signal: leaver.signal,
      headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
      body: JSON.stringify({
        appointment_type_id: story.typeId,
        start_date: "2027-03-02",
        end_date: "2027-03-09",
      }),
    }).catch(() => "left")
    expect((await othersSearch()).status).toBe(404)
    leaver.abort()
    expect(await left).toBe("left")
    freeTurns()
    const answers = await Promise.all(Array.from({ length: 20 }, search))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  })
})
