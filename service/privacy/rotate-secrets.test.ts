/** A new key in front of SECRET_KEY: every row goes under it, and the old key can be dropped. */
import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { associatedData, createSealer } from "../../domain/model/sealing.ts"
import { type Furnished, furnish } from "../../test/fuzz/furnish.ts"
import { testKeys } from "../../test/support/service.ts"
import { make, makeCustomer } from "../../test/support/story.ts"
import { totpCode } from "../../test/support/totp.ts"
import { makeUser, password, signedIn, signIn } from "../../test/support/users.ts"
import { isMarkOf, markOf } from "../messages/composed.ts"
import { rotateSecrets } from "./rotate-secrets.ts"
import { countSealedOtherwise, sealedKinds } from "./sealed-rows.sql.ts"

const [oldKey] = testKeys.encryption
const newKey = { id: "e2", key: Buffer.alloc(32, 9) }
const sealerOf = (...keys: { id: string; key: Buffer }[]) => createSealer(keys, randomBytes)

let world: Furnished
beforeAll(async () => {
  world = await furnish({})
})
afterAll(() => world.service.stop())

/** One row of each kind that needs a conversation, a visitor or a carrier to come about. */
async function addPassingRows(): Promise<void> {
  const { service, story } = world
  const { db, sealer } = service.context
  const { companyId } = service
  const now = new Date(service.clock.now())
  const later = new Date(service.clock.now() + 600_000)
  const phone = "+15125550177"
  const hash = sealer.phoneHash(companyId, phone)
  const { text, agentSession, contactCode, code, visit, identityProvider } = associatedData
  const issuer = "https://login.example.com"
  await db.query(
    `INSERT INTO identity_provider (company_id, issuer, client_id, client_secret_sealed, created_at, updated_at)
     VALUES ($1, $2, 'us', $3, $4, $4)`,
    [companyId, issuer, sealer.seal("a secret", identityProvider(companyId, issuer)), now],
  )
  await db.query(
    `INSERT INTO retell_account (company_id, path_token, api_key_sealed, created_at, updated_at)
     VALUES ($1, 'token', $2, $3, $3)`,
    [companyId, sealer.seal("a key", associatedData.retell(companyId)), now],
  )
  await db.query(
    `INSERT INTO mail_server (company_id, host, port, username, password_sealed, updated_at)
     VALUES ($1, 'smtp.example.com', 587, 'us', $2, $3)`,
    [companyId, sealer.seal("a password", associatedData.mailServer(companyId, "smtp.example.com")), now],
  )
  await db.query(
    `INSERT INTO text_message (company_id, id, purpose, from_phone, phone_sealed, phone_hash, body_sealed, created_at, good_until)
     VALUES ($1, 900, 'code', $2, $3, $4, $5, $6, $7)`,
    [
      companyId,
      "+15125550100",
      sealer.seal(phone, text(companyId, 900)),
      hash,
      sealer.seal("1", text(companyId, 900)),
      now,
      later,
    ],
  )
  await db.query(
    `INSERT INTO agent_session (company_id, id, token_hash, channel, phone_sealed, phone_hash, created_at, expires_at, ends_at)
     VALUES ($1, 900, 't', 'voice', $2, $3, $4, $5, $5)`,
    [companyId, sealer.seal(phone, agentSession(companyId, 900)), hash, now, later],
  )
  await db.query(
    `INSERT INTO callback (company_id, id, session_id, event_id, channel, phone_sealed, phone_hash, message, created_at)
     VALUES ($1, 900, 900, 1, 'voice', $2, $3, 'call me', $4)`,
    [companyId, sealer.seal(phone, associatedData.callback(companyId, 900)), hash, now],
  )
  await db.query(
    `INSERT INTO agent_contact_code (company_id, id, session_id, customer_id, contact_sealed, code_hash, created_at, expires_at)
     VALUES ($1, 'c', 900, $2, $3, 'x', $4, $5)`,
    [companyId, story.customerId, sealer.seal(phone, contactCode(companyId, "c")), now, later],
  )
  await db.query(
    `INSERT INTO verification_code (company_id, id, phone_sealed, phone_hash, code_hash, created_at, expires_at)
     VALUES ($1, 'v', $2, $3, 'x', $4, $5)`,
    [companyId, sealer.seal(phone, code(companyId, "v")), hash, now, later],
  )
  await db.query(
    `INSERT INTO verified_visit (company_id, id, token_hash, phone_sealed, phone_hash, created_at, expires_at)
     VALUES ($1, 900, 'w', $2, $3, $4, $5)`,
    [companyId, sealer.seal(phone, visit(companyId, 900)), hash, now, later],
  )
}

/** How many rows of each kind are under another key than this one. */
async function underOthers(keyId: string): Promise<Record<string, number>> {
  const { context, companyId } = world.service
  const counted = sealedKinds.map(async (kind) => {
    const found = await countSealedOtherwise(context.db, companyId, kind, keyId)
    return [kind.table, found.reduce((sum, { rows }) => sum + rows, 0)] as const
  })
  return Object.fromEntries(await Promise.all(counted))
}

describe("secrets rotate", () => {
  it("CW-09 an appointment keeps its UID while a new key is put in front", () => {
    const before = markOf(sealerOf(oldKey!), "invitation", 1, 44)
    const during = sealerOf(newKey, oldKey!)
    expect(markOf(during, "invitation", 1, 44)).toBe(before)
    expect(isMarkOf(during, "invitation", 1, 44, before)).toBe(true)
  })

  it("TR-38 seals every row anew, so that all works once the old key is dropped", async () => {
    const { service } = world
    const { context, companyId } = service
    await addPassingRows()
    const { email } = await makeUser(service)
    const key = await signedIn(service, email)
    const { secret } = (await service.api("POST", "/users/me/second-factor", { password }, { key })).body.data
    const code = totpCode(secret, service.clock.now())
    await service.api("POST", "/users/me/second-factor/confirm", { code }, { key })
    const once = { headers: { "idempotency-key": "once" } }
    const made = await service.api("POST", "/api-keys", { name: "Kept answer", role: "agent" }, once)
    const phone = "+15125550188"
    const forgotten = await makeCustomer(service, { phone })
    const [contact] = (await service.api("GET", `/customers/${forgotten}`)).body.data.contacts
    const optOut = { channel: "sms", event: "revoked", source: "by phone" }
    await make(service, `/customers/${forgotten}/contacts/${contact.id}/consent`, optOut)
    await service.api("DELETE", `/customers/${forgotten}?erase=true`)

    const before = await underOthers(newKey.id)
    for (const { table } of sealedKinds) expect([table, before[table]]).toEqual([table, expect.any(Number)])
    expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([])

    context.sealer = sealerOf(newKey, oldKey!)
    const rotation = await rotateSecrets(context)
    expect(rotation).toMatchObject({ keyId: newKey.id, left: {} })
    expect(await underOthers(newKey.id)).toEqual(
      Object.fromEntries(sealedKinds.map(({ table }) => [table, 0])),
    )
    expect(await rotateSecrets(context)).toMatchObject({ rewritten: 0, left: {} })

    context.sealer = sealerOf(newKey)
    service.clock.advanceMs(30_000)
    expect((await signIn(service, email, { code: totpCode(secret, service.clock.now()) })).status).toBe(201)
    const repeated = await service.api("POST", "/api-keys", { name: "Kept answer", role: "agent" }, once)
    expect(repeated.body).toEqual(made.body)
    const returned = await makeCustomer(service, { phone })
    const { contacts } = (await service.api("GET", `/customers/${returned}`)).body.data
    expect(contacts[0].consents).toMatchObject([{ ...optOut, source: "erased" }])
    for (const kind of ["text", "visit", "agentSession"] as const) {
      const table = { text: "text_message", visit: "verified_visit", agentSession: "agent_session" }[kind]
      const [row] = await context.db.query<{ phone_sealed: string }>(
        `SELECT phone_sealed FROM ${table} WHERE id = 900`,
      )
      expect(context.sealer.open(row!.phone_sealed, associatedData[kind](companyId, 900))).toBe(
        "+15125550177",
      )
    }
  })

  it("TR-38 knows every column that is sealed", async () => {
    const columns = await world.service.context.db.query<{ named: string }>(
      `SELECT table_name || '.' || column_name AS named FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name LIKE '%\\_sealed' ORDER BY named`,
    )
    const known = sealedKinds.flatMap(({ table, sealed }) => sealed.map((column) => `${table}.${column}`))
    expect(columns.map(({ named }) => named).filter((named) => !known.includes(named))).toEqual([])
  })

  it("TR-38 finds the old key nowhere in what is kept, but in codes and limits of the day", async () => {
    const { db } = world.service.context
    const columns = await db.query<{ table: string; column: string }>(
      `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND c.data_type = 'text' AND t.table_type = 'BASE TABLE'`,
    )
    const found = []
    for (const { table, column } of columns) {
      const rows = await db.query(
        `SELECT 1 FROM ${table} WHERE ${column} LIKE 'v1.${oldKey!.id}.%' OR ${column} LIKE '${oldKey!.id}:%' LIMIT 1`,
      )
      if (rows.length > 0) found.push(`${table}.${column}`)
    }
    const passing = [
      "agent_session.last_address_hash",
      "code_ledger.phone_key",
      "code_ledger.network_key",
      "rate_counter.key",
    ]
    expect(found.filter((column) => !passing.includes(column))).toEqual([])
  })

  it("TR-38 leaves a row whose key is gone as it is, says so, and goes on with the others", async () => {
    const { service } = world
    const { context } = service
    const lost = { id: "e7", key: Buffer.alloc(32, 7) }
    const endpoint = { url: "https://hooks.example.com/b", events: ["appointment.created"] }
    context.sealer = sealerOf(lost)
    await make(service, "/webhook-endpoints", endpoint)
    context.sealer = sealerOf(newKey)
    await make(service, "/webhook-endpoints", endpoint)
    const newest = { id: "e3", key: Buffer.alloc(32, 3) }
    context.sealer = sealerOf(newest, newKey)
    const { rewritten, left } = await rotateSecrets(context)
    expect(left).toEqual({ e7: 1 })
    expect(rewritten).toBeGreaterThan(5)
  })

  it("TR-38 changes nothing that a consent says: its history is only ever added to", async () => {
    const { db } = world.service.context
    const rows = await db.query("SELECT 1 FROM consent")
    expect(rows.length).toBeGreaterThan(0)
    for (const change of ["event = 'granted'", "at = now()", "channel = 'voice'", "source = 'x'"])
      await expect(db.query(`UPDATE consent SET ${change}`)).rejects.toThrow("only ever added")
    await expect(db.query("DELETE FROM consent")).rejects.toThrow("only ever added")
  })
})
