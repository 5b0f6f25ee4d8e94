import { expect, it } from "vitest"
import type { AuditRow } from "../../../domain/model/audit.ts"
import { auditCsv } from "./audit-csv.ts"

const row: AuditRow = {
  id: 7,
  at: new Date("2027-03-01T12:00:00Z"),
  actor: { kind: "agent", sessionId: 3, customerId: 9 },
  request_id: "req_1",
  operation: "cancel_appointment",
  target_id: 5,
  fields: ["status"],
  network: null,
}

async function lastLine(changed: Partial<AuditRow>): Promise<string> {
  async function* pages() {
    yield [{ ...row, ...changed }]
  }
  const parts = await Array.fromAsync(auditCsv(pages()))
  return parts.join("").trimEnd().split("\r\n").at(-1)!
}

it("TR-38 writes a line for each row", async () => {
  expect(await lastLine({})).toBe(
    "7,2027-03-01T12:00:00.000Z,cancel_appointment,5,status,agent,,,,3,9,,req_1,",
  )
})

it("TR-38 quotes what would break a line, and disarms what a spreadsheet would run", async () => {
  expect(await lastLine({ fields: ['a"b,c'] })).toContain(',"a""b,c",')
  for (const formula of ["=1+1", "+1", "-1", "@SUM(A1)"])
    expect(await lastLine({ operation: formula })).toContain(`,'${formula},`)
})
