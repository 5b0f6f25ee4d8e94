/** The console's words about a delivery: the cause in one sentence, and the remedy. */
import { describe, expect, it } from "vitest"
import type { OpenedDelivery } from "../../console/developers/endpoint-data.ts"
import { outcomeOf } from "../../console/developers/outcome.ts"
import { readWords } from "../../console/words/words.ts"

const words = (await readWords("en")).developers.outcome
const delivery = (fields: object, tls: string | null = null) =>
  ({
    status: "failed",
    attempts: 2,
    last_status_code: null,
    last_error: null,
    next_attempt_at: "2027-03-01T12:05:00.000Z",
    attempt_log: [{ tls_reason: tls }],
    ...fields,
  }) as unknown as OpenedDelivery
const told = (fields: object, tls?: string) => outcomeOf(delivery(fields, tls), words, () => "at noon")

describe("what the console says of a delivery", () => {
  it.each([
    [{ last_status_code: 401 }, "The endpoint answered 401.", words.statuses[401]],
    [{ last_status_code: 503 }, "The endpoint answered 503.", words.statuses[502]],
    [{ last_status_code: 507 }, "The endpoint answered 507.", words.statuses[500]],
    [{ last_status_code: 418 }, "The endpoint answered 418.", words.statuses[499]],
    [{ last_status_code: 301, last_error: "redirect" }, words.errors.redirect, words.todos.redirect],
    [{ last_error: "timeout" }, words.errors.timeout, words.todos.timeout],
    [{ last_error: "something new" }, words.errors.failed, words.todos.failed],
  ])("CN-12 of %j it says why, and what to do", (fields, cause, todo) => {
    expect(told(fields)).toMatchObject({ tone: "warn", cause, todo })
  })

  it("CN-12 names what is wrong with a certificate", () => {
    expect(told({ last_error: "tls" }, "expired").cause).toBe("The endpoint’s certificate has expired.")
    expect(told({ last_error: "tls" }).cause).toBe("TLS failed.")
  })

  it("CN-12 says whether and when it is tried again", () => {
    expect(told({ last_status_code: 500 }).next).toContain("Next attempt at noon; 5 attempts are left")
    const ended = { status: "abandoned", next_attempt_at: null }
    expect(told({ ...ended, last_status_code: 500 })).toMatchObject({ tone: "bad", next: words.ended })
    expect(told({ ...ended, last_error: "endpoint_disabled" }).next).toBeNull()
    expect(told({ status: "succeeded", last_status_code: 204 })).toMatchObject({
      tone: "ok",
      cause: "Delivered: answered 204 at attempt 2.",
      next: null,
    })
  })
})
