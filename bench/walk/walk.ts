/**
 * Prints which of the project's own files run functions for one request, by V8's precise coverage on the serving thread: reading
 * an appointment, making a type, and booking. Each request is made before, so that caches are warm and modules are loaded; what
 * counts is work for the request, not for the start. `--files` prints the files too.
 */
import { Session } from "node:inspector/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { makeBenchCompany } from "../bench-company.ts"
import { benchApi, openBenchContext } from "../bench-context.ts"

const root = pathToFileURL(join(import.meta.dirname, "../..")).href
const ownFile = new RegExp(`^${root}/((?:service|domain)/[^?]+)`)

/** The requests that warm a walk up. */
const warmUps = 3

/** HS-05's most files for each walk. */
const walks = [
  { name: "reading one appointment", most: 20 },
  { name: "making a type", most: 22 },
  { name: "booking", most: 60 },
] as const

/** The own files with a function that ran while `work` did. The nameless function that holds a module runs when it is loaded. */
async function filesRun(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
  await session.post("Profiler.takePreciseCoverage")
  await work()
  const { result } = await session.post("Profiler.takePreciseCoverage")
  await session.post("Profiler.stopPreciseCoverage")
  session.disconnect()
  return result
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== "" && ranges[0]!.count > 0),
    )
    .flatMap(({ url }) => ownFile.exec(url)?.[1] ?? [])
    .sort()
}

const bench = await openBenchContext(4)
const company = await makeBenchCompany(bench.context, { providers: 2, busyEach: 2 })
const app = benchApi(bench.context)
const address = await app.listen({ host: "127.0.0.1", port: 0 })

async function call(method: "GET" | "POST", path: string, body?: object): Promise<{ id: number }> {
  const answer = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${company.apiKey}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return (JSON.parse(text) as { data: { id: number } }).data
}

/** Each type has a name of its own. */
const names = Array.from({ length: warmUps + 1 }, (_, n) => `Visit ${n}`)
const makeType = () => call("POST", "/appointment-types", { name: names.pop(), duration_minutes: 60 })

async function freeStart(): Promise<string> {
  const found = (await call("POST", "/slots", {
    appointment_type_id: company.typeId,
    provider_id: company.providerIds[0],
    start_date: "2027-03-01",
    end_date: "2027-04-01",
  })) as unknown as { providers: { slots: { start_time: string }[] }[] }
  return found.providers[0]!.slots.at(-1)!.start_time
}
const bookAt = (start_time: string) =>
  call("POST", "/appointments", {
    customer_id: company.customerId,
    appointment_type_id: company.typeId,
    provider_id: company.providerIds[0],
    location_id: company.locationId,
    start_time,
  })

const { id } = await bookAt(await freeStart())
const read = () => call("GET", `/appointments/${id}`)
const prepared: Record<(typeof walks)[number]["name"], () => Promise<() => Promise<unknown>>> = {
  "reading one appointment": async () => read,
  "making a type": async () => makeType,
  booking: async () => {
    const start = await freeStart()
    return () => bookAt(start)
  },
}

for (const { name, most } of walks) {
  for (let n = 0; n < warmUps; n += 1) await (await prepared[name]())()
  const files = await filesRun(await prepared[name]())
  process.stdout.write(`${name}: functions of ${files.length} own files, ${most} at most wanted\n`)
  if (process.argv.includes("--files")) process.stdout.write(files.map((file) => `  ${file}\n`).join(""))
}
await app.close()
await bench.close()
process.exit(0)
