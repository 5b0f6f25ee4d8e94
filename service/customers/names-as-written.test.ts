/** CW-13: names are compared as people write them, and a search alone finds what is one letter off, and streets and postal codes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { folded, nameKey, withoutHyphens } from "../../domain/csv/plain-name.ts"
import { customerSearch } from "../../domain/rules/customers/customer-search.ts"
import { likenessOf } from "../../domain/rules/customers/name-likeness.ts"
import { companyNumber, openChannels, talk } from "../../test/support/agent.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { tellStory } from "../../test/support/story.ts"
import type { Db } from "../platform/pg/database.ts"
import { searchCustomers } from "./customer-search.sql.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
  await tellStory(service)
  await openChannels(service)
})
afterAll(() => service.stop())

let made = 0
async function customer(name: string, more: object = {}): Promise<number> {
  made += 1
  const phone = `+1512555${String(4000 + made)}`
  const answer = await service.api("POST", "/customers", { name, phone, ...more })
  expect([name, answer.status]).toEqual([name, 201])
  return answer.body.data.id
}
const at = (line1: string, postal_code: string) => ({
  address: { line1, line2: null, city: "Austin", state: "TX", postal_code, country: "US" },
})
const found = async (search: string): Promise<number[]> => {
  const { body } = await service.api("GET", `/customers?search=${encodeURIComponent(search)}`)
  return body.data.map(({ id }: { id: number }) => id)
}

describe("a search", () => {
  it("CW-13 folds apostrophes, hyphens, blanks and accents, on either side", async () => {
    const spelled: Record<string, string[]> = {
      "Kit O’Hara": ["o'hara", "O’Hara", "ohara", "o hara", "kit o´hara", "OHARA kit"],
      "Mary-Jane Quill": ["mary jane", "maryjane", "mary-jane", "Mary‑Jane Quill", "jane"],
      "Lupe De la Cruz": ["delacruz", "de la cruz", "de-la-cruz", "De La Cruz Lupe"],
      "Vandyke Bo": ["van dyke", "van-dyke", "VANDYKE"],
      "Søren Müller-Łęcki": ["soren", "muller", "mullerlecki", "müller łęcki", "Muller-Lecki"],
      "Zoë Großæther": ["zoe grossaether", "großæther", "GROSSAETHER"],
      "Keʻala Kanoa": ["keala", "ke'ala", "keʻala"],
    }
    for (const [name, searches] of Object.entries(spelled)) {
      const id = await customer(name)
      for (const search of searches)
        expect([name, search, (await found(search))[0]]).toEqual([name, search, id])
    }
  })

  it("CW-13 finds a name that is one letter off, after those that fit, and none that is two off", async () => {
    const id = await customer("Bertha Whitlock")
    const off = [
      "whitlok",
      "whitlokc",
      "whtlock",
      "whitloock",
      "witlock",
      "whitlosk",
      "xhitlock",
      "whitlocks",
      "bertha whitlok",
      "bertah whitlock",
    ]
    for (const search of off) expect([search, await found(search)]).toEqual([search, [id]])
    for (const search of ["whitlo", "hitloc"]) expect([search, await found(search)]).toEqual([search, [id]])
    for (const search of ["witlok", "hitlockx", "whitlkoc5", "bortha witlok", "whutlosk"])
      expect([search, await found(search)]).toEqual([search, []])
    const exact = await customer("Bertha Whitlok")
    expect(await found("whitlok")).toEqual([exact, id])
    await service.api("DELETE", `/customers/${exact}`)
    expect(await found("whitlok")).toEqual([id])
  })

  it("CW-13 takes no short word for another, and no number or email for what is nearly one", async () => {
    const id = await customer("Xia Ngo", { email: "xia@ngotrade.example", external_ref: "REF-8841" })
    for (const search of ["xie", "nga", "xia@ngotrads.example", "ref-8842"])
      expect([search, await found(search)]).toEqual([search, []])
    for (const search of ["xia", "xia@ngotrade.example", "ref-8841", "REF‑88"])
      expect([search, await found(search)]).toEqual([search, [id]])
  })

  it("CW-13 finds by street and by postal code, names before them", async () => {
    const street = await customer("Ida Bell", at("1200 Quarrington Ave, Apt 4", "79999-1234"))
    for (const search of [
      "quarrington",
      "1200 Quarrington Avenue",
      "quarr",
      "79999",
      "79999-1234",
      "quarrington 79999",
    ])
      expect([search, await found(search)]).toEqual([search, [street]])
    const canadian = await customer("Noor Aziz", at("8 Rue de l'Église", "H2X 1Y4"))
    for (const search of ["h2x 1y4", "H2X1Y4", "h2x", "rue de l’église", "leglise"])
      expect([search, (await found(search))[0]]).toEqual([search, canadian])
    const named = await customer("Quarrington Jones")
    expect(await found("quarrington")).toEqual([named, street])
    expect(await found("avenue")).toEqual([])
    await service.api("PUT", `/customers/${street}`, { address: null })
    expect(await found("79999")).toEqual([])
  })
})

describe("likeness", () => {
  it("CW-13 never makes an import take one customer for another, or a number for free", async () => {
    const id = await customer("Orla Petersen", { phone: "+15125559001", email: "orla@example.test" })
    const rows = [
      { name: "Orla Peterson", phone: "(512) 555-9001" },
      { name: "Orla Peterson", email: "orla@example.test" },
      { name: "orla pe-ter´sen", phone: "(512) 555-9001" },
    ]
    const { body } = await service.api("POST", "/imports/customers", { rows, dry_run: true })
    expect(
      body.data.rows.map(
        ({ fate, reason, id: of }: { fate: string; reason: { code: string } | null; id: number }) => [
          fate,
          reason?.code ?? of,
        ],
      ),
    ).toEqual([
      ["refused", "phone_taken"],
      ["refused", "email_taken"],
      ["unchanged", id],
    ])
    const taken = await service.api("POST", "/customers", { name: "Orla Peterson", phone: "+15125559001" })
    expect([taken.status, taken.body.error.code]).toEqual([409, "phone_taken"])
  })

  it("CW-13 never tells a caller from their name: the number alone does, and one digit off is another's", async () => {
    await customer("Rosalind Franklin", { phone: "+15125559002" })
    const call = await talk(service, "+15125559003", { called_number: companyNumber })
    expect(call.variables.is_new_customer).toBe(true)
    const created = await call.tool("POST", "/customers", { name: "Rosalind Franklyn" })
    expect(created.status).toBe(201)
    expect((await found("rosalind")).length).toBe(2)
  })
})

const names = [
  ...[
    "O’Hara",
    "o'hara",
    "Mary-Jane",
    "van  Dyke",
    "ÆØÅ ßþÐ",
    "Łukasz Żółć",
    "İpek Işık",
    "Nguyễn Thị Hà",
    "Åse Ødegård",
  ],
  ...[
    "Jean–Luc d’Arc",
    "Keʻala",
    "Ana",
    "Bo",
    "Anne-Marie Sørensen-Ødegård",
    "ＦＵＬＬ width",
    "Ѯения Петрова",
  ],
]

it("CW-13 the database folds names as the code does, and keeps the same likenesses", async () => {
  const { db } = service.context
  for (const name of names) {
    const id = await customer(name.includes(" ") ? name : `${name} Fold`)
    const row = (await db.first<{
      search_text: string
      first_name: string
      last_name: string
      keys: string[]
    }>(
      `SELECT search_text, first_name, last_name, name_likenesses(split_part(search_text, chr(31), 1)) AS keys
       FROM customer WHERE company_id = $1 AND id = $2`,
      [service.companyId, id],
    ))!
    const full = `${row.first_name} ${row.last_name}`
    const [inWords, inOnePiece] = row.search_text.split("\u001f")
    expect(inWords!.trim()).toBe(withoutHyphens(folded(full), " ").trim())
    expect(inOnePiece!.trim()).toBe(nameKey(full))
    for (const word of inWords!
      .trim()
      .split(/\s+/)
      .filter((each) => each.length >= 4)) {
      const [keys] = likenessOf(word)!.keys
      expect(row.keys).toEqual(expect.arrayContaining([...keys]))
    }
  }
})

describe("among many customers", () => {
  const many = 6_000
  beforeAll(async () => {
    const { db } = service.context
    await db.query(
      `INSERT INTO customer (company_id, first_name, last_name, email, external_ref, address, source, created_at, updated_at)
       SELECT $1, 'Given' || translate(n::text, '0123456789', 'abcdefghij'), 'Family' || translate((n * 7919 % 100003)::text, '0123456789', 'klmnopqrst'),
         'p' || n || '@many.example', 'm-' || n,
         jsonb_build_object('line1', n || ' ' || translate((n * 31 % 9973)::text, '0123456789', 'lobarivent') || 'wood Road', 'postal_code', (60000 + n)::text),
         'company', now(), now() FROM generate_series(1, $2::int) n`,
      [service.companyId, many],
    )
    await db.query("ANALYZE customer")
    for (const index of ["customer_by_words", "customer_by_street", "customer_by_likeness"])
      await db.query("SELECT gin_clean_pending_list($1::regclass)", [index])
  })

  interface Plan {
    "Node Type": string
    "Relation Name"?: string
    "Actual Rows": number
    "Rows Removed by Filter"?: number
    "Rows Removed by Index Recheck"?: number
    Plans?: Plan[]
  }

  /** How many customers were looked at to answer, and whether the table was read through. */
  async function lookedAt(search: string): Promise<{ rows: number; isReadThrough: boolean }> {
    const { db } = service.context
    let plan: Plan | undefined
    const explaining: Db = {
      ...db,
      async query(text, values) {
        const [row] = await db.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
        )
        plan = row!["QUERY PLAN"][0].Plan
        return []
      },
    }
    await searchCustomers(explaining, service.companyId, customerSearch(search), 10)
    const nodes: Plan[] = []
    const add = (node: Plan) => {
      nodes.push(node)
      for (const child of node.Plans ?? []) add(child)
    }
    add(plan!)
    const ofCustomers = nodes.filter((node) => node["Relation Name"] === "customer")
    const rows = ofCustomers.map(
      (node) =>
        node["Actual Rows"] +
        (node["Rows Removed by Filter"] ?? 0) +
        (node["Rows Removed by Index Recheck"] ?? 0),
    )
    return {
      rows: rows.reduce((sum, each) => sum + each, 0),
      isReadThrough: ofCustomers.some((node) => node["Node Type"] === "Seq Scan"),
    }
  }

  it.each([
    ["a name that is one letter off", "givenabczd"],
    ["two names that are one letter off", "givenabcz familyq"],
    ["a street", "4321 ovrewood"],
    ["a postal code", "64321"],
    ["a name with an apostrophe", "o'hara"],
    ["a name that nobody has", "Quetzalcoatl"],
  ])("CW-13 %s is found by an index, and few customers are looked at", async (_what, search) => {
    const { rows, isReadThrough } = await lookedAt(search)
    expect(isReadThrough).toBe(false)
    expect(rows).toBeLessThan(600)
  })
})
