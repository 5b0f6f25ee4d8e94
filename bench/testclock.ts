/**
 * testclock.month_s: one advance of a test company's clock by 30 days, 1 to 31 March 2027, until its answer. The company has
 * 500 appointments in these days, 25 of each of 20 providers, with a reminder a day and one two hours before; 19 scheduling
 * requests, each with a plan of two texts and a call, ten of which expire within the month; and an endpoint that takes all
 * events, answers at once and fails the first time. Operation level, fsync on. Warm: median of three companies, after a first
 * one.
 */
import { strictEqual } from "node:assert"
import { createChannel } from "../service/company/channels.ts"
import { addContact } from "../service/customers/contacts.ts"
import { createPlan } from "../service/messages/outreach-plans.ts"
import { contextOf } from "../service/platform/company-context.ts"
import type { AppContext } from "../service/platform/context.ts"
import type { Call } from "../service/platform/operation.ts"
import type { Posted } from "../service/platform/ports.ts"
import { createRequest } from "../service/requests/create-request.ts"
import { moveClockTo, type RanAt } from "../service/test-companies/move-clock.ts"
import { createRunDue } from "../service/test-companies/run-due.worker.ts"
import { createWebhookEndpoint } from "../service/webhooks/webhook-endpoints.ts"
import { makeBenchCompany } from "./bench-company.ts"
import { openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median } from "./figure.ts"

const figure = "testclock.month_s"
export const figures = [figure]

const start = Date.parse("2027-03-01T00:00:00Z")
const end = Date.parse("2027-03-31T00:00:00Z")
const providers = 20
const requests = 19
const expiring = 10
const appointments = 500
const goalSeconds = 5

export async function run(): Promise<Figure[]> {
  const bench = await openBenchContext(10)
  try {
    const context: AppContext = {
      ...bench.context,
      addressGuard: { refuse: async () => null },
      testWorld: { ...bench.context.testWorld, runDue: createRunDue(failingFirst()) },
    }
    const seconds: number[] = []
    for (let company = 0; company < 4; company += 1) seconds.push(await month(context))
    const against = "the clock; every reminder, step, expiry and delivery counted"
    return [atMost(figure, median(seconds.slice(1)), "s", goalSeconds, against)]
  } finally {
    await bench.close()
  }
}

/** A receiver in process: each event fails once. */
function failingFirst() {
  const seen = new Set<string>()
  return {
    async send({ headers }: { headers: Readonly<Record<string, string>> }): Promise<Posted> {
      const id = headers["webhook-id"]!
      const statusCode = seen.has(id) ? 200 : 500
      seen.add(id)
      return { statusCode, error: null, tlsReason: null, address: "127.0.0.1", answerBody: null }
    },
    close() {},
  }
}

async function month(context: AppContext): Promise<number> {
  const company = await makeBenchCompany(context, {
    mode: "test",
    providers,
    busyEach: appointments / providers,
  })
  const { companyId } = company
  await moveClockTo(context, companyId, start)
  await askCustomers(context, companyId, company.customerIds, company.typeId)
  const startedAt = performance.now()
  const ran: RanAt[] = []
  for (let isDone = false; !isDone; ) {
    const moved = await moveClockTo(context, companyId, end)
    ran.push(...moved.ran)
    // On a machine with much else to do the clock stops on its way, and goes on.
    isDone = moved.isDone
  }
  const took = (performance.now() - startedAt) / 1_000
  const count = (kind: string) => ran.filter((each) => each.kind === kind).length
  strictEqual(count("request_expired"), expiring)
  strictEqual(count("outreach"), requests * 3)
  strictEqual(count("webhook"), expiring * 2)
  const [reminded] = await context.db.query<{ count: number }>(
    "SELECT count(DISTINCT appointment_id) AS count FROM text_message WHERE company_id = $1 AND purpose = 'reminder'",
    [companyId],
  )
  const isNearAll = reminded!.count > appointments * 0.9 && count("reminder") > appointments * 1.8
  strictEqual(isNearAll, true, `${reminded!.count} were reminded of, in ${count("reminder")} texts`)
  return took
}

async function askCustomers(host: AppContext, companyId: number, customerIds: number[], typeId: number) {
  const context = await contextOf(host, companyId)
  const actor = { kind: "api_key", apiKeyId: 1, role: "admin" } as const
  const call = (): Call => ({ companyId, actor, requestId: "req_bench", now: context.clock.now() })
  await createChannel.run(context, call(), { kind: "sms", phone: "+15125550199" })
  await createChannel.run(context, call(), { kind: "voice", phone: "+15125550198" })
  await createWebhookEndpoint.run(context, call(), {
    url: "https://hooks.example.com/all",
    include_answers: false,
    description: null,
    enabled: true,
    events: ["scheduling_request.expired"],
  })
  const { id: outreach_plan_id } = await createPlan.run(context, call(), {
    name: "Nudges",
    steps: [
      { after_minutes: 0, channel: "sms", sms_text: "Please book: {booking_link}" },
      { after_minutes: 2_880, channel: "sms", sms_text: "Still needed? {booking_link}" },
      { after_minutes: 1_440, channel: "voice" },
    ],
  })
  for (const [index, customer_id] of customerIds.entries()) {
    const phone = `+1512555${String(1_000 + index)}`
    await addContact.run(context, call(), { id: customer_id, phone })
    // The first customer has the appointments.
    if (index === 0) continue
    await createRequest.run(context, call(), {
      customer_id,
      appointment_type_id: typeId,
      latest_date: index <= expiring ? `2027-03-${10 + index}` : "2027-04-30",
      outreach_plan_id,
    })
  }
}
