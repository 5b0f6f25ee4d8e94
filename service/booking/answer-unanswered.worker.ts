/**
 * Ends pending appointments whose deadline has come. Each is one transaction that also takes it from the queue, so a worker
 * that dies at any moment loses none and ends none twice.
 */

import { type LeasedAnswer, leaseAnswers } from "../outbox/answers-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { newLease } from "../platform/queue/leases.ts"
import type { Work } from "../platform/queue/loop.ts"
import { answerUnanswered } from "./answer-unanswered.ts"

const leaseMs = 30_000

export const unansweredOnes = (context: AppContext, { pollMs = 500 } = {}): Work<LeasedAnswer> => ({
  name: "answer-unanswered",
  atOnce: 8,
  pollMs,
  lease: (most) => leaseAnswers(context.db, newLease(context, leaseMs), most),
  perform: async (due) => void (await answerUnanswered(context, due)),
})
