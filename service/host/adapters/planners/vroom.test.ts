/** WN-04: another planner over HTTP, which a local server plays that speaks VROOM's form. */

import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import type { DayToPlan } from "../../../../domain/model/plan.ts"
import { checkPlan } from "../../../../domain/rules/planning/check-plan.ts"
import { createVroom } from "./vroom.ts"

let server: Server
let url: string
let asked: unknown
let answer: { status: number; body: string }
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    asked = JSON.parse(Buffer.concat(parts).toString("utf8"))
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  answer = { status: 200, body: "{}" }
})

const none = new Int32Array(0)
const visitOf = (id: number, point: number, vehicleIds: number[] | null = null) => ({
  ...{ id, point, minutes: 60, bufferBefore: 0, bufferAfter: 20, earliest: 480, latest: 600, skills: [] },
  ...{ vehicleIds, load: 1 },
})
/** Ten minutes between any two of the depot and two homes. */
const day: DayToPlan = {
  tables: [{ points: 3, minutes: Int32Array.of(0, 10, 10, 10, 0, 10, 10, 10, 0), setupMinutes: 5 }],
  vehicles: [
    {
      ...{ id: 7, opening: 480, closing: 960, startPoint: 0, endPoint: 0, table: 0 },
      ...{ pauses: Int32Array.of(720, 750), busy: none, skills: [], capacity: null },
    },
  ],
  visits: [visitOf(11, 1), visitOf(12, 2, [7])],
}
const plan = () => createVroom({ baseUrl: url }).plan(day, AbortSignal.timeout(5_000))
const job = (id: number, arrival: number, waiting_time = 0) => ({ type: "job", id, arrival, waiting_time })

it("WN-04 asks in VROOM's form, in seconds, with setting up and buffers in the legs and pauses as breaks", async () => {
  await plan()
  expect(asked).toEqual({
    vehicles: [
      {
        ...{
          id: 7,
          profile: "table0",
          start_index: 2,
          end_index: 3,
          time_window: [28_800, 57_600],
          skills: [2],
        },
        breaks: [{ id: 1, time_windows: [[43_200, 43_200]], service: 1_800 }],
      },
    ],
    jobs: [
      { id: 11, location_index: 0, service: 3_600, time_windows: [[28_800, 36_000]], skills: [] },
      { id: 12, location_index: 1, service: 3_600, time_windows: [[28_800, 36_000]], skills: [2] },
    ],
    matrices: {
      table0: {
        durations: [
          [0, 1_200, 600, 600],
          [1_200, 0, 600, 600],
          [900, 900, 0, 0],
          [900, 900, 0, 0],
        ],
      },
    },
  })
})

it("WN-04 reads starts and what has no room, and our own checker judges the plan", async () => {
  answer.body = JSON.stringify({
    code: 0,
    routes: [{ vehicle: 7, steps: [job(11, 29_700), job(12, 34_500)] }],
  })
  const found = await plan()
  expect(found).toEqual({
    routes: [
      {
        vehicleId: 7,
        stops: [
          { visitId: 11, start: 495 },
          { visitId: 12, start: 575 },
        ],
      },
    ],
    unplanned: [],
  })
  expect(checkPlan(day, found!)).toEqual([])
  answer.body = JSON.stringify({
    code: 0,
    routes: [{ vehicle: 7, steps: [job(11, 28_000, 800)] }],
    unassigned: [],
  })
  const short = await plan()
  expect(short?.unplanned).toEqual([12])
  expect(checkPlan(day, short!).map(({ kind }) => kind)).toEqual(["way_out"])
})

it("WN-04 gives no answer where the service refuses, breaks off or says something else", async () => {
  for (const body of ["", "[]", "null", '{"code":3,"error":"…"}', '{"code":0}']) {
    answer = { status: 200, body }
    expect(await plan()).toBeNull()
  }
  answer = { status: 500, body: "{}" }
  expect(await plan()).toBeNull()
  const away = createVroom({ baseUrl: "http://127.0.0.1:9" })
  expect(await away.plan(day, AbortSignal.timeout(5_000))).toBeNull()
})
