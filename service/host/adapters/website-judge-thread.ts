/** A thread that judges pages of websites, one after the other. */
import { parentPort } from "node:worker_threads"
import { judgeWebsite } from "../../../domain/rules/embedding/judge-website.ts"
import type { WebsiteJob } from "../../platform/ports/websites.ts"

parentPort!.on("message", ({ read, embedded }: WebsiteJob) => {
  parentPort!.postMessage(judgeWebsite(read, embedded))
})
