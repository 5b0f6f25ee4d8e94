/** Pages of websites that a company names: reads them, and judges them away from the thread that serves requests. */
import type { EmbeddingCheck, WebsitePage, WebsiteProblem } from "../../../domain/model/embedding.ts"
import type { Embedded, Read } from "../../../domain/rules/embedding/judge-website.ts"

export interface Websites {
  /** Follows redirects, each to a vetted address. Throws `WebsiteUnavailable`, and nothing else. */
  read(url: string): Promise<WebsitePage>
  close(): void
}

export interface WebsiteJob {
  /** The page as it was read, or why it was not. */
  read: Read
  /** The page or link that it shows. */
  embedded: Embedded
}

export interface WebsiteJudge {
  /** Companies take turns. A page that takes too long, or too much memory, counts as one that could not be read. Throws `busy`. */
  judge(job: WebsiteJob, companyId: number): Promise<EmbeddingCheck>
}

export class WebsiteUnavailable extends Error {
  override readonly name = "WebsiteUnavailable"
  readonly problem: WebsiteProblem
  /** The address that failed, after redirects. */
  readonly url: string
  constructor(problem: WebsiteProblem, url: string) {
    super(problem)
    this.problem = problem
    this.url = url
  }
}
