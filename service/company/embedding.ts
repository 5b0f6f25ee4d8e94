/** Says why a company's booking pages do or do not show in a website. */

import { embeddingCheckInput, embeddingCheckView } from "../../domain/model/embedding.ts"
import { invalid, notFound, Refusal } from "../../domain/model/errors.ts"
import type { Read } from "../../domain/rules/embedding/judge-website.ts"
import type { AppContext } from "../platform/context.ts"
import { adminOnly, found, operation } from "../platform/operation.ts"
import { WebsiteUnavailable } from "../platform/ports/websites.ts"
import { limitEmbeddingChecks } from "../platform/rate-limits.ts"
import { spendingThread } from "../platform/spending.ts"
import { findCompany } from "./companies.sql.ts"

export const checkEmbedding = operation({
  noun: "Embedding",
  roles: adminOnly,
  name: "check_embedding",
  refusals: ["booking_links_not_set_up"],
  summary: "Check a website that embeds the booking pages",
  description:
    "Reads the website's page once and says whether its origin is listed and its Content-Security-Policy lets the script and " +
    "the pages through, each with what to change. Nothing is saved. Ten a minute: 429 `rate_limited`.",
  body: embeddingCheckInput,
  result: embeddingCheckView,
  async run(context, { companyId }, { url, shows }) {
    const { addressGuard, bookUrl, db, websiteJudge } = context
    if (bookUrl === null) {
      throw new Refusal("booking_links_not_set_up", { message: "This host has no booking pages." })
    }
    const refusal = URL.canParse(url) ? await addressGuard.refuse(url) : "expected an https address"
    if (refusal !== null) throw invalid("url", refusal)
    await limitEmbeddingChecks(context, companyId)
    const company = found(await findCompany(db, companyId), notFound("company"))
    const read = await readPage(context, new URL(url).href)
    const embedded = {
      shows,
      bookUrl,
      slug: company.public_slug,
      pageIsOn: company.public_booking_enabled,
      linksAreOn: company.booking_links_enabled,
      origins: company.embed_origins,
    }
    return spendingThread(() => websiteJudge.judge({ read, embedded }, companyId))
  },
})

async function readPage({ websites }: AppContext, url: string): Promise<Read> {
  if (websites === null) return { url, problem: "test_company" }
  try {
    return await websites.read(url)
  } catch (error) {
    if (!(error instanceof WebsiteUnavailable)) throw error
    // A redirect may lead to what is no address of a website.
    return { url: URL.parse(error.url)?.host ? error.url : url, problem: error.problem }
  }
}
