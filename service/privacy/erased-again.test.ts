/** FX-11: a customer who was erased in the time that the database has lost is erased again, with all that they took. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  type Story,
  tellStory,
  weekdays,
} from "../../test/support/story.ts"
import { makeUser, signedIn } from "../../test/support/users.ts"
import { readMark } from "./database-mark.sql.ts"
import { applyJournal } from "./go-back.ts"

let service: TestService
let story: Story
beforeAll(async () => {
  service = await startService({ book: true })
  story = await tellStory(service)
})
afterAll(() => service.stop())

const start_time = "2027-03-04T16:00:00.000Z"
const countOf = async (table: string, id: number) =>
  (
    await service.context.db.query(`SELECT 1 FROM ${table} WHERE company_id = $1 AND appointment_id = $2`, [
      service.companyId,
      id,
    ])
  ).length

async function offered(fields: object): Promise<{ appointment_type_id: number; provider_id: number }> {
  const typeId = await makeType(service, { min_notice_minutes: 0, ...fields })
  const provider_id = await makeProvider(service, {
    name: "Yui",
    appointment_type_ids: [typeId],
    weekly_hours: weekdays(story.locationId),
  })
  return { appointment_type_id: typeId, provider_id }
}

it("FX-11 a re-erasure after a restore gives seats, time and the rows of queues back, once", async () => {
  const customer_id = await makeCustomer(service, { name: "Edgar Erased", phone: "+15125550134" })
  const wish = { customer_id, location_id: story.locationId, start_time }
  const yoga = await offered({ name: "Yoga", seats: 3 })
  const { sessions } = (await make(service, "/class-sessions", {
    ...{ appointment_type_id: yoga.appointment_type_id, provider_ids: [yoga.provider_id] },
    ...{ location_id: story.locationId, start_time },
  })) as unknown as { sessions: { id: number }[] }
  const seat = await make(service, "/appointments", { ...wish, ...yoga, seats: 2 })
  const confirmed = { confirmation: "staff", answer_within_minutes: 60, unanswered: "decline" }
  const asking = await offered({ name: "Asked for", ...confirmed })
  const asked = await make(service, "/appointments", {
    ...{ ...wish, ...asking },
    start_time: "2027-03-04T18:00:00.000Z",
  })
  const plain = await offered({ name: "Plain" })
  const booked = await make(service, "/appointments", {
    ...{ ...wish, ...plain },
    start_time: "2027-03-04T20:00:00.000Z",
  })
  const session = async () => (await service.api("GET", `/class-sessions/${sessions[0]!.id}`)).body.data
  expect((await session()).seats_taken).toBe(2)
  expect([await countOf("answer_due", asked.id), await countOf("allocation", booked.id)]).toEqual([1, 1])
  // Taken from a copy that was made while a move could still be taken back.
  const key = await signedIn(service, (await makeUser(service)).email)
  const held = { start_time: "2027-03-04T21:00:00.000Z", hold_messages_seconds: 10 }
  const moved = await service.api("POST", `/appointments/${booked.id}/reschedule`, held, { key })
  expect(moved.body.data.undo.token).toContain("undo_")

  const entry = { kind: "erased" as const, company: service.companyId, customer: customer_id, at: 0 }
  expect((await applyJournal(service.context, [entry])).erased).toBe(1)
  expect((await session()).seats_taken).toBe(0)
  expect([await countOf("answer_due", asked.id), await countOf("cancel_due", booked.id)]).toEqual([0, 0])
  for (const { id } of [seat, asked, booked])
    expect((await service.api("GET", `/appointments/${id}`)).body.data.status).toBe("cancelled")
  expect(await service.context.db.query("SELECT 1 FROM undo_due UNION ALL SELECT 1 FROM hold")).toEqual([])
  // Their time is free for others.
  const other = { ...wish, customer_id: await makeCustomer(service) }
  await make(service, "/appointments", { ...other, ...yoga, seats: 3 })
  for (const [of, at] of [
    [asking, "2027-03-04T18:00:00.000Z"],
    [plain, "2027-03-04T20:00:00.000Z"],
  ] as const)
    await make(service, "/appointments", { ...other, ...of, start_time: at })
  expect((await applyJournal(service.context, [entry])).erased).toBe(0)
  expect((await session()).seats_taken).toBe(3)
})

it("FX-21 a database without its mark says that it is being made, emptied or restored", async () => {
  const told = service.context.db.transaction(async (tx) => {
    await tx.query("DELETE FROM database_mark")
    await readMark(tx)
  })
  await expect(told).rejects.toThrow("The database has no mark: it is being made, emptied or restored.")
})
