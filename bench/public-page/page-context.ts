/** A company with a public page behind both interfaces, for the benchmarks of the page. */
import { Agent, request } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import { createChannel } from "../../service/company/channels.ts"
import { updateCompany } from "../../service/company/company.ts"
import { createAltcha } from "../../service/host/adapters/bot-checks/altcha.ts"
import { consoleTexts } from "../../service/host/compose.ts"
import type { AppContext } from "../../service/platform/context.ts"
import { createApi } from "../../service/ways-in/company-api/api.ts"
import { createCustomerHost } from "../../service/ways-in/customer-host/server.ts"
import { type BenchCompany, makeBenchCompany } from "../bench-company.ts"
import { openBenchContext, quietLog } from "../bench-context.ts"

export const slug = "harbour"

export interface PageContext {
  context: AppContext
  company: BenchCompany
  /** Moves the context's clock on. */
  advance(ms: number): void
  /** One POST over a connection that is kept, from a network of its own: milliseconds to its answer's last byte. */
  timed(api: "company" | "page", path: string, body: object): Promise<number>
  /** A GET of the page's JSON. */
  read(path: string): Promise<ReturnType<typeof JSON.parse>>
  close(): Promise<void>
}

export async function openPageContext(size: { providers: number; busyEach: number }): Promise<PageContext> {
  const bench = await openBenchContext(10)
  const { context: real } = bench
  let aheadMs = 0
  const botCheck = createAltcha({ secret: "the benchmarks' own", maxNumber: 10 })
  const clock = { now: () => real.clock.now() + aheadMs }
  const context: AppContext = { ...real, clock, hostClock: clock, botCheck, texts: consoleTexts }
  const company = await makeBenchCompany(context, size)
  await openToAll(context, company)
  const shared = { log: quietLog, random: context.random, trustProxyHops: 1 }
  const webRoot = join(import.meta.dirname, "../../dist")
  const apis = {
    company: createApi(context, { ...shared, newestMigration: 0 }),
    page: await createCustomerHost(context, { ...shared, bookUrl: "http://book.example", webRoot }),
  }
  for (const api of Object.values(apis)) await api.listen({ host: "127.0.0.1", port: 0 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let networks = 0
  const send = (api: FastifyInstance, method: string, path: string, body?: object) => {
    networks += 1
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${company.apiKey}`,
      "x-forwarded-for": `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`,
    }
    const { port } = api.server.address() as AddressInfo
    return exchange({ agent, host: "127.0.0.1", port, path, method, headers }, body)
  }
  return {
    context,
    company,
    advance: (ms) => {
      aheadMs += ms
    },
    timed: async (api, path, body) => (await send(apis[api], "POST", path, body)).ms,
    read: async (path) => JSON.parse((await send(apis.page, "GET", path)).text),
    async close() {
      agent.destroy()
      await Promise.all(Object.values(apis).map((api) => api.close()))
      await bench.close()
    },
  }
}

async function openToAll(context: AppContext, { companyId, typeId }: BenchCompany): Promise<void> {
  const call = {
    companyId,
    actor: { kind: "system" } as const,
    requestId: "bench",
    now: context.clock.now(),
  }
  const settings = { public_slug: slug, public_booking_enabled: true, public_daily_code_cap: 10_000 }
  await updateCompany.run(context, call, settings)
  await createChannel.run(context, call, { kind: "sms", phone: "+15125550199" })
  await context.db.query(
    "UPDATE appointment_type SET public_booking = true WHERE company_id = $1 AND id = $2",
    [companyId, typeId],
  )
}

function exchange(
  options: Parameters<typeof request>[1] & object,
  body: object | undefined,
): Promise<{ ms: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const begun = performance.now()
    const sending = request(options as object, (answer) => {
      const parts: Buffer[] = []
      answer.on("data", (part: Buffer) => parts.push(part))
      answer.on("end", () => {
        const ms = performance.now() - begun
        const text = Buffer.concat(parts).toString()
        if (answer.statusCode! >= 300) reject(new Error(`${answer.statusCode}: ${text}`))
        else resolve({ ms, text })
      })
    })
    sending.on("error", reject)
    sending.end(sent)
  })
}
