import { expect, it } from "vitest"
import type { HistoryMessage } from "../../../../domain/model/customer-history.ts"
import { inOrder, insteadOf, tellHistory } from "../../../../domain/rules/customers/tell-history.ts"

const at = (minute: number) => new Date(Date.UTC(2027, 2, 1, 9, minute))

const message = (id: number, fields: Partial<HistoryMessage>): HistoryMessage => ({
  ...{ id, channel: "sms", appointment_id: 7, appointment_version: 1, run_id: null, step_position: null },
  ...{ phone_sealed: null, email_sealed: null, created_at: at(id), sent_at: null },
  ...{ purpose: "confirmation", outcome: "sent", reason: null, delivery: null },
  ...fields,
})

const failed = message(1, { outcome: "failed", reason: "undeliverable" })

it("TQ-02 beside a message that failed stands the first that reached the customer in its place, and when", () => {
  const known = (messages: HistoryMessage[]) => ({
    ...{ appointments: new Map(), events: [], users: new Map(), apiKeys: new Map(), addressOf: () => null },
    messages,
  })
  const told = (...others: HistoryMessage[]) =>
    tellHistory(inOrder([], [failed]), known([failed, ...others]))[0]!.message!.instead
  expect(told(message(3, { channel: "mail" }), message(2, { channel: "mail", sent_at: at(5) }))).toEqual({
    id: 2,
    channel: "mail",
    at: "2027-03-01T09:05:00.000Z",
  })
  // Known to have gone, and not when.
  expect(told(message(3, { channel: "mail" }))?.at).toBe("2027-03-01T09:03:00.000Z")
  expect(told(message(3, { purpose: "reminder" }), message(4, { outcome: "skipped" }))).toBeNull()
})

it("TQ-02 in an outreach only a later step stands in for one that failed", () => {
  const step = (id: number, step_position: number, fields: Partial<HistoryMessage> = {}) =>
    message(id, { appointment_id: null, run_id: 5, step_position, ...fields })
  const second = step(2, 2, { outcome: "failed" })
  expect(insteadOf(second, [step(1, 1), second, step(3, 3)])?.id).toBe(3)
  expect(insteadOf(second, [step(1, 1), second])).toBeNull()
  expect(insteadOf(step(1, 1), [step(3, 3)])).toBeNull()
})
