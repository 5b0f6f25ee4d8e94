/** A company whose customers call an agent, behind the API, for the benchmarks of the agent's tools. */
import type { FastifyInstance } from "fastify"
import { createChannel } from "../../service/company/channels.ts"
import { consoleTexts } from "../../service/host/compose.ts"
import type { AppContext } from "../../service/platform/context.ts"
import { type BenchCompany, type BenchCompanySize, makeBenchCompany } from "../bench-company.ts"
import { benchApi, openBenchContext } from "../bench-context.ts"

export interface AgentContext {
  app: FastifyInstance
  company: BenchCompany
  /** The number that is called. */
  line: string
  /** The customers' own numbers. */
  callers: readonly string[]
  close(): Promise<void>
}

const line = "+15125550188"
const numberAt = (index: number) => `+1512${String(2_000_000 + index * 7)}`

export async function openAgentContext(
  size: BenchCompanySize & {
    callers: number
  },
): Promise<AgentContext> {
  const bench = await openBenchContext(10)
  const context: AppContext = { ...bench.context, texts: consoleTexts, platformSmsNumber: "+15125550199" }
  const company = await makeBenchCompany(context, size)
  const call = {
    companyId: company.companyId,
    actor: { kind: "system" } as const,
    requestId: "bench",
    now: context.clock.now(),
  }
  await createChannel.run(context, call, { kind: "voice", phone: line })
  const callers = Array.from({ length: size.callers }, (_, index) => numberAt(index))
  await makeCallers(context, company.companyId, callers)
  await context.db.query("VACUUM ANALYZE")
  const app = benchApi(context)
  return {
    app,
    company,
    line,
    callers,
    async close() {
      await app.close()
      await bench.close()
    },
  }
}

async function makeCallers(context: AppContext, companyId: number, phones: readonly string[]): Promise<void> {
  await context.db.query(
    `WITH caller AS (
       INSERT INTO customer (company_id, first_name, last_name, source, created_at, updated_at)
       SELECT $1, 'Sam', phone, 'company', now(), now() FROM unnest($2::text[]) AS phone RETURNING id, last_name)
     INSERT INTO contact (company_id, customer_id, phone, is_primary, identifies, created_at)
     SELECT $1, id, last_name, true, true, now() FROM caller`,
    [companyId, phones],
  )
}
