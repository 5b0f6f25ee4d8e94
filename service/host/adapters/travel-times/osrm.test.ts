import { afterEach, beforeEach, expect, it } from "vitest"
import { type GeoPoint, pointKey } from "../../../../domain/model/geo.ts"
import {
  type Asked,
  type LocalServer,
  queryOf,
  startLocalServer,
  type Told,
} from "../../../../test/support/local-server.ts"
import { createOsrm } from "./osrm.ts"

let host: LocalServer
let now: number
beforeEach(async () => {
  host = await startLocalServer()
  host.tell(table)
  now = Date.parse("2027-03-01T12:00:00Z")
})
afterEach(() => host.stop())

const never = new AbortController().signal
const customer = { latitude: 30.27, longitude: -97.74 }
const other = (n: number): GeoPoint => ({ latitude: 30 + n / 1_000, longitude: -97 })
const osrm = (timeoutMs = 20_000) => createOsrm({ baseUrl: host.url, now: () => now, timeoutMs })

/** As its table service is documented: a row for each source, a column for each destination. Ten seconds a point apart. */
function table({ path }: Asked): Told {
  const points = decodeURI(path).split("?")[0]!.split("/").at(-1)!.split(";")
  const { sources = "", destinations = "" } = queryOf({ path } as Asked)
  const indexes = (list: string) => list.split(";").map(Number)
  const durations = indexes(sources).map((from) =>
    indexes(destinations).map((to) => (points[to] === "-97.000000,30.404000" ? null : 10 * (2 * to + from))),
  )
  return { body: { code: "Ok", durations, sources: [], destinations: [] } }
}

it("asks both ways for all points at once, in the order that it is documented in", async () => {
  const times = osrm()
  await times.ask(customer, [other(1), other(2)], never)
  const { toCustomer, fromCustomer } = times.known(customer, [other(1), other(2), other(3)])
  expect([...fromCustomer]).toEqual([
    [pointKey(other(1)), 20],
    [pointKey(other(2)), 40],
  ])
  expect([...toCustomer]).toEqual([
    [pointKey(other(1)), 10],
    [pointKey(other(2)), 20],
  ])
  const points = "-97.740000,30.270000;-97.000000,30.001000;-97.000000,30.002000"
  expect(host.asked.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    `GET /table/v1/driving/${points}?annotations=duration&sources=0&destinations=1;2`,
    `GET /table/v1/driving/${points}?annotations=duration&sources=1;2&destinations=0`,
  ])
})

it("asks for a hundred points at most, and for each way once a day", async () => {
  const times = osrm()
  const many = Array.from({ length: 150 }, (_, n) => other(n))
  await times.ask(customer, many, never)
  expect(host.asked).toHaveLength(4)
  for (const { path } of host.asked) expect(path.split(";").length).toBeLessThanOrEqual(200)
  await times.ask(customer, many, never)
  expect(host.asked).toHaveLength(4)
  expect(times.known(customer, many).toCustomer.size).toBe(150)
  now += 25 * 3_600_000
  await times.ask(customer, many.slice(0, 3), never)
  expect(host.asked).toHaveLength(6)
})

it("keeps a way that no road leads as asked in vain", async () => {
  const times = osrm()
  await times.ask(customer, [other(404)], never)
  expect([...times.known(customer, [other(404)]).fromCustomer.values()]).toEqual([null])
})

it.each([
  ["an error", { status: 400, body: { code: "TooBig", message: "too many" } }],
  ["its own trouble", { status: 500, body: "" }],
  ["no matrix", { body: { code: "Ok", durations: [["1"]] } }],
  ["a matrix of another size", { body: { code: "Ok", durations: [[1, 2, 3]] } }],
  ["nothing that can be read", { body: "<html>" }],
] as const)("takes %s for no answer, and asks again after half a minute", async (_, told) => {
  const times = osrm()
  host.tell(told as Told)
  await times.ask(customer, [other(1)], never)
  expect([...times.known(customer, [other(1)]).toCustomer.values()]).toEqual([null])
  await times.ask(customer, [other(1)], never)
  expect(host.asked).toHaveLength(2)
  now += 31_000
  expect(times.known(customer, [other(1)]).toCustomer.size).toBe(0)
  host.tell(table)
  await times.ask(customer, [other(1)], never)
  expect([...times.known(customer, [other(1)]).toCustomer.values()]).toEqual([10])
})

it("keeps what it knew for a week while the service is away, silent or late", async () => {
  const times = osrm(300)
  await times.ask(customer, [other(1)], never)
  now += 3 * 24 * 3_600_000
  host.tell({ silent: true })
  await times.ask(customer, [other(1)], never)
  expect([...times.known(customer, [other(1)]).toCustomer.values()]).toEqual([10])
  const late = new AbortController()
  const asking = osrm().ask(customer, [other(2)], late.signal)
  late.abort()
  await asking
  now += 5 * 24 * 3_600_000
  expect(times.known(customer, [other(1)]).toCustomer.size).toBe(0)
})
