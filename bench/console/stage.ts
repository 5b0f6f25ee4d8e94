/** A company with a full board, its console as it is served, and a browser that is signed in. */

import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { dateOfDay, dayOfDate } from "../../domain/time/dates.ts"
import { webRoot } from "../../service/host/app.ts"
import { openUser } from "../../service/people/operator.ts"
import type { AppContext } from "../../service/platform/context.ts"
import { createApi } from "../../service/ways-in/company-api/api.ts"
import { type BenchCompany, makeBenchCompany } from "../bench-company.ts"
import { openBenchContext, quietLog } from "../bench-context.ts"
import { chromiumPath } from "../chromium.ts"
import { oneBlock } from "../one-block.ts"

export const providers = 50
/** One after the other from nine to five. */
const visitsEach = 8
export const appointmentsADay = providers * visitsEach
/** A Monday, and the days from it that have appointments. */
export const firstDate = "2027-03-01"
const days = 5

const user = {
  email: "nora@example.com",
  password: "a long pass phrase",
  name: "Nora",
  role: "admin",
} as const

export interface Stage {
  company: BenchCompany
  origin: string
  /** A browser without anything kept but the session. */
  visit(): Promise<{ context: BrowserContext; page: Page }>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const bench = await openBenchContext(8)
  const company = await makeBenchCompany(bench.context, { providers, busyEach: 0 })
  await fillDays(bench.context, company)
  await openUser(bench.context, company.companyId, user)
  const app = createApi(bench.context, {
    log: quietLog,
    trustProxyHops: 0,
    newestMigration: 0,
    webRoot,
  })
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
  const origin = `http://localhost:${port}`
  bench.context.baseUrl = origin
  const browser = await launch()
  const session = await signIn(browser, origin)
  return {
    company,
    origin,
    async visit() {
      // The measuring code is put in as text, which the pages themselves never run.
      const context = await browser.newContext({ ...screen, storageState: session, bypassCSP: true })
      return { context, page: await context.newPage() }
    },
    async close() {
      await browser.close()
      await app.close()
      await bench.close()
    },
  }
}

const screen = { locale: "en-US", timezoneId: "America/New_York", viewport: { width: 1350, height: 940 } }

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  })
}

async function signIn(browser: Browser, origin: string) {
  const context = await browser.newContext(screen)
  const page = await context.newPage()
  await page.goto(`${origin}/console?date=${firstDate}`)
  await page.locator("input[type=email]").fill(user.email)
  await page.locator("input[type=password]").fill(user.password)
  await page.keyboard.press("Enter")
  await page.locator(".appointment").first().waitFor()
  const session = await context.storageState()
  await context.close()
  return session
}

/** In New York, whose clocks stand at UTC−5 on these days. */
async function fillDays({ db }: AppContext, company: BenchCompany): Promise<void> {
  await db.query(
    `WITH visit AS (
       SELECT nextval('appointment_id_seq') AS id, p AS provider_id, c AS customer_id,
         (d * 1440 + 14 * 60 + n * 60)::int AS start
       FROM unnest($2::bigint[], $3::bigint[]) AS who (p, c), generate_series($4::int, $5::int) AS d,
         generate_series(0, ${visitsEach - 1}) AS n
     ), booked AS (
       INSERT INTO appointment (company_id, id, customer_id, appointment_type_id, provider_id, location_id, status,
         start_at, end_at, blocks, timezone, clock_offsets, booked_by, last_event_at, created_at, updated_at)
       SELECT $1, id, customer_id, $6, provider_id, $7, 'scheduled', to_timestamp(start * 60),
         to_timestamp((start + 60) * 60),
         ${oneBlock("to_timestamp(start * 60)", "to_timestamp((start + 60) * 60)")},
         'America/New_York', '{-300}', 'api', now(), now(), now() FROM visit)
     INSERT INTO allocation (company_id, appointment_id, resource_id, appointment_type_id, start_minute,
       end_minute, job_start_minute, job_end_minute)
     SELECT $1, id, provider_id, $6, start, start + 60, start, start + 60 FROM visit`,
    [
      company.companyId,
      company.providerIds,
      company.customerIds,
      dayOfDate(firstDate)!,
      dayOfDate(firstDate)! + days - 1,
      company.typeId,
      company.locationId,
    ],
  )
  await db.query("ANALYZE appointment, allocation")
}

export const dateAfter = (steps: number): string => dateOfDay(dayOfDate(firstDate)! + steps)
