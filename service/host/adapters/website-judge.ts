/** Judges pages of websites on a thread of its own: a page is written by strangers, and may be made to cost its reader time. */
import type { Worker } from "node:worker_threads"
import type { EmbeddingCheck } from "../../../domain/model/embedding.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { WebsiteJob, WebsiteJudge } from "../../platform/ports/websites.ts"
import { oneThread, threadOf } from "./one-thread.ts"

const mostWaiting = 40
/** As many as a company may ask for in a minute. */
const mostOfCompany = 10
const memoryMb = 64

interface WebsiteJudgeOptions {
  /** For one page, from when the thread runs. */
  deadlineMs?: number
  startThread?: () => Worker
}

const startJudge = () =>
  threadOf(new URL("website-judge-thread.ts", import.meta.url), "website-judge", memoryMb)

export function createWebsiteJudge(options: WebsiteJudgeOptions = {}): WebsiteJudge {
  const { deadlineMs = 2_000, startThread = startJudge } = options
  const thread = oneThread<WebsiteJob, EmbeddingCheck>({
    ...{ start: startThread, deadlineMs, mostWaiting, mostOfShare: mostOfCompany, tries: 1 },
  })
  return {
    async judge(job, companyId) {
      const check = await thread.ask(job, { share: companyId })
      if (check !== null) return check
      const { url } = job.read
      const unread = await thread.ask({ ...job, read: { url, problem: "failed" } }, { share: companyId })
      if (unread === null) throw new Refusal("busy", { retryAfterSeconds: 1 })
      return unread
    },
  }
}
