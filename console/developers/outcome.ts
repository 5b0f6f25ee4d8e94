/** Why a delivery is as it is, in one sentence, and what to do about it. */
import type { Words } from "../words/words.ts"
import type { OpenedDelivery } from "./endpoint-data.ts"

export interface Outcome {
  tone: "ok" | "warn" | "bad" | "plain"
  cause: string
  /** The remedy; null when there is none. */
  todo: string | null
  /** The time of the next try, if there is one. */
  next: string | null
}

/** One and six more. */
const mostAttempts = 7

type OutcomeWords = Words["developers"]["outcome"]

export function outcomeOf(
  delivery: OpenedDelivery,
  words: OutcomeWords,
  shown: (instant: string) => string,
): Outcome {
  const { status, attempts, last_status_code: code, next_attempt_at: nextAt } = delivery
  if (status === "pending") return { tone: "plain", cause: words.waiting, todo: null, next: null }
  if (status === "succeeded") {
    return { tone: "ok", cause: words.arrived({ status: code ?? 200, attempts }), todo: null, next: null }
  }
  const isAgain = status === "failed" && nextAt !== null
  return {
    tone: isAgain ? "warn" : "bad",
    ...causeOf(delivery, words),
    next: isAgain
      ? words.again({ when: shown(nextAt), left: Math.max(0, mostAttempts - attempts) })
      : endOf(delivery, words),
  }
}

/** A reason for not sending has an advice of its own. */
const endOf = ({ last_error: error }: OpenedDelivery, words: OutcomeWords) =>
  error === "endpoint_disabled" || error === "event_gone" ? null : words.ended

function causeOf(delivery: OpenedDelivery, words: OutcomeWords): { cause: string; todo: string } {
  const { last_error: error, last_status_code: code, attempt_log: attempts } = delivery
  const tls = attempts.at(-1)?.tls_reason
  if (error === "tls" && tls) return { cause: words.tls[tls], todo: words.tlsTodos[tls] }
  if (error !== null) {
    const known = (error in words.errors ? error : "failed") as keyof typeof words.errors
    return { cause: words.errors[known], todo: words.todos[known] }
  }
  return { cause: words.answered({ status: code ?? 0 }), todo: words.statuses[statusGroup(code ?? 0, words)] }
}

/** The status itself where it has words of its own, else those of its kind. */
function statusGroup(code: number, { statuses }: OutcomeWords): keyof OutcomeWords["statuses"] {
  if (code >= 502 && code <= 504) return "502"
  if (code in statuses) return String(code) as keyof typeof statuses
  if (code >= 500) return "500"
  return code >= 300 && code < 400 ? "300" : "499"
}
