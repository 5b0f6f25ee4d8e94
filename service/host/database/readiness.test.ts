/** The schema and the statements fit a database that is spread over machines by company. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import { expect, it } from "vitest"
import {
  aboutAll,
  aboutBatch,
  copies,
  isListed,
  locksOnOneMachine,
} from "../../../test/support/host-statements.ts"
import { createTestDatabase } from "../../../test/support/postgres.ts"
import { equalities, schemaProblems } from "../../../test/support/readiness.ts"
import { root } from "../../../test/support/source-files.ts"
import {
  judged,
  judgedStatements,
  readPlacements,
  statementList,
} from "../../../test/support/statement-list.ts"
import { refusalOf } from "../../platform/pg/laws.ts"
import { type Constraint, readSchemaParts, type SchemaTable } from "./schema-parts.ts"

const placements = readPlacements()

it("SO-02 every key, unique and foreign key of a company's table carries company_id", async () => {
  const database = await createTestDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    // It only refuses a row, and is laid on each part of the table.
    expect(schemaProblems(await readSchemaParts(client), placements).sort()).toEqual([
      "consent: consent_is_append_only is a trigger",
    ])
  } finally {
    await client.end()
    await database.drop()
  }
})

it("SO-02 every statement concerns one company, or is one of those that are listed with a reason", () => {
  const statements = judgedStatements(placements)
  expect(statements.length).toBeGreaterThan(300)
  const found = statements.flatMap(({ path, text, problems }) =>
    problems.map((problem) => `${path}: ${problem}: ${text.replace(/\s+/g, " ").slice(0, 160)}`),
  )
  expect(found).toEqual([])
  const listed = [...aboutAll, ...aboutBatch, ...copies, ...locksOnOneMachine]
  expect(listed.filter((each) => !statements.some((statement) => isListed([each], statement)))).toEqual([])
})

it("SO-02 statements.sql shows all statements by kind", () => {
  const committed = readFileSync(join(root, "api/statements.sql"), "utf8")
  expect(committed === statementList(), "statements.sql differs from the sources: run npm run generate").toBe(
    true,
  )
})

it("SO-02 the check sees ids that another machine would draw, also in a copy for another company", () => {
  const text =
    "INSERT INTO time_off SELECT $2, nextval('time_off_id_seq'), r.reason FROM time_off r WHERE r.company_id = $1"
  expect(judged({ path: "service/test-companies/test-companies.sql.ts", text }, placements).problems).toEqual(
    ["draws ids beside rows of a company"],
  )
})

// The findings of a trial on Citus, each as it stood in the program.
it.each([
  {
    found: "a look-up by a key that joins the directory",
    text: `SELECT k.company_id FROM directory d JOIN api_key k ON k.company_id = d.company_id AND k.id = d.ref_id
      WHERE d.kind = 'api_key' AND d.key = $1`,
    kind: "fan-out",
    problems: ["joins directory, which one machine has, with api_key"],
  },
  {
    found: "a table that is selected from and the directory that is changed",
    text: `WITH ended AS (SELECT token_hash FROM user_session WHERE company_id = $1 AND expires_at <= $2)
      DELETE FROM directory WHERE kind = 'user_session' AND company_id = $1 AND key IN (SELECT token_hash FROM ended)`,
    kind: "routable",
    problems: ["joins directory, which one machine has, with user_session"],
  },
  {
    found: "nextval beside a company's rows",
    text: `INSERT INTO delivery (company_id, id, event_id) SELECT $1, nextval('delivery_seq'), e.id
      FROM event e WHERE e.company_id = $1`,
    kind: "routable",
    problems: ["draws ids beside rows of a company"],
  },
  {
    found: "nextval beside a company's rows that are only read",
    text: `SELECT id, nextval('delivery_seq') AS number FROM webhook_endpoint WHERE company_id = $1`,
    kind: "routable",
    problems: ["draws ids beside rows of a company"],
  },
  {
    found: "a query that takes its company from the row beside it",
    text: `SELECT c.name, (SELECT phone FROM channel v WHERE v.company_id = c.company_id ORDER BY v.id LIMIT 1) AS phone
      FROM company c WHERE c.company_id = $1`,
    kind: "routable",
    problems: ["asks a query whose company comes from another row"],
  },
  {
    found: "a joined query that takes its company from the row beside it",
    text: `SELECT e.id, ARRAY(SELECT f.name FROM unnest(e.type_ids) AS x (id)
      JOIN appointment_type f ON f.company_id = e.company_id AND f.id = x.id) AS names
      FROM waiting_entry e WHERE e.company_id = $1`,
    kind: "routable",
    problems: ["asks a query whose company comes from another row"],
  },
  {
    found: "rows that are written in a WITH",
    text: `WITH made AS (INSERT INTO appointment (company_id, id) VALUES ($1, $2))
      INSERT INTO allocation (company_id, appointment_id) VALUES ($1, $2)`,
    kind: "routable",
    problems: ["writes rows in a WITH"],
  },
  {
    found: "rows of a queue and of a company in one statement",
    text: "DELETE FROM text_due WHERE company_id = $1 AND text_id IN (SELECT id FROM text_message WHERE company_id = $1)",
    kind: "routable",
    problems: ["joins text_due, which one machine has, with text_message"],
  },
  {
    found: "work of all companies that is leased from a company's table",
    text: "SELECT ctid FROM outreach_step WHERE due_at <= $1 FOR UPDATE SKIP LOCKED",
    kind: "fan-out",
    problems: [
      "outreach_step is not filtered by its company_id",
      "finds rows by ctid",
      "skips locked rows of all companies",
    ],
  },
  {
    found: "an advisory lock",
    text: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
    kind: "local",
    problems: ["takes an advisory lock, which holds on one machine only"],
  },
  {
    found: "a company that comes from a query",
    text: `SELECT v.id FROM verified_visit v WHERE v.company_id = (SELECT company_id FROM directory WHERE key = $1)
      AND v.token_hash = $2`,
    kind: "fan-out",
    problems: [
      "joins directory, which one machine has, with verified_visit",
      "takes its company from a query",
    ],
  },
  {
    found: "a sweep of all companies",
    text: "DELETE FROM agent_session WHERE expires_at < $1",
    kind: "fan-out",
    problems: ["agent_session is not filtered by its company_id"],
  },
  {
    found: "a time that each machine would tell for itself",
    text: "UPDATE api_key SET last_used_at = clock_timestamp() WHERE company_id = $1 AND id = $2",
    kind: "routable",
    problems: ["writes by a function that each machine would answer for itself"],
  },
  {
    found: "a function of a column that goes by settings",
    text: "UPDATE idempotency SET key = encode(convert_to(key, 'UTF8'), 'hex') WHERE company_id = $1",
    kind: "routable",
    problems: ["writes by a function that each machine would answer for itself"],
  },
  {
    found: "a parameter that a conflict of selected rows would write",
    text: `INSERT INTO calendar_event (company_id, calendar_id, etag) SELECT $1, id, $2 FROM provider_calendar
      WHERE company_id = $1 ON CONFLICT (company_id, calendar_id) DO UPDATE SET etag = $2`,
    kind: "routable",
    problems: ["takes a parameter behind ON CONFLICT of selected rows"],
  },
  {
    found: "a query for each of the rows that are given",
    text: `SELECT f.company_id FROM unnest($1::bigint[], $2::bigint[]) AS f (company_id, id)
      WHERE EXISTS (SELECT 1 FROM event e WHERE e.company_id = f.company_id AND e.id > f.id)`,
    kind: "fan-out",
    problems: ["asks a query for each of the rows that it is given"],
  },
  {
    found: "rows that are inserted by a query with one without FROM in it",
    text: `INSERT INTO report_minutes (company_id, location_id) SELECT $1, a.location_id FROM allocation k
      CROSS JOIN LATERAL (SELECT coalesce(k.location_id, 0) AS location_id) a WHERE k.company_id = $1`,
    kind: "routable",
    problems: ["inserts by a query without FROM, to which no condition can be added"],
  },
  {
    found: "a change of what was said about consent",
    text: "UPDATE consent SET event = 'granted' WHERE company_id = $1 AND id = $2",
    kind: "routable",
    problems: ["changes or removes a statement of consent"],
  },
])("SO-02 the check sees $found", ({ text, kind, problems }) => {
  const statement = { path: "service/store/somewhere.ts", text }
  const all = kind === "fan-out" ? [...problems, "asks all companies and is not listed"] : problems
  expect(judged(statement, placements)).toEqual({ kind, problems: all })
})

it("SO-02 the check sees a parameter that must not be NULL", () => {
  expect(equalities("SELECT 1 FROM scheduling_request r WHERE r.company_id = $1 AND r.id = $4")).toEqual([
    1, 4,
  ])
  expect(
    equalities(`SELECT 1 FROM appointment WHERE company_id = $1 AND ($2::bigint IS NULL OR provider_id = $2)
      AND id = coalesce($3::bigint, 0)`),
  ).toEqual([1])
  expect(equalities("UPDATE customer SET email = $3 WHERE company_id = $1 AND id = $2")).toEqual([1, 2])
})

it("SO-02 the check sees keys and references without company_id", () => {
  const table = (name: string, more: Partial<SchemaTable>): SchemaTable => ({
    oid: 1,
    name,
    unlogged: false,
    partitionKey: null,
    options: null,
    comment: null,
    columns: [],
    constraints: [],
    indexes: [],
    ...more,
  })
  const constraint = (
    name: string,
    kind: string,
    columns: string[],
    referenced: number | null,
  ): Constraint => ({
    name,
    kind,
    columns,
    definition: "",
    referenced,
  })
  const tables = [
    table("contact", {
      constraints: [
        constraint("contact_pkey", "p", ["id"], null),
        constraint("contact_customer_id_fkey", "f", ["customer_id"], 2),
        constraint("contact_directory_fkey", "f", ["company_id", "key"], 3),
      ],
      indexes: ["CREATE UNIQUE INDEX contact_phone ON contact USING btree (phone)"],
    }),
    table("customer", { oid: 2 }),
    table("directory", { oid: 3 }),
    table("text_due", {
      oid: 4,
      constraints: [constraint("text_due_fkey", "f", ["company_id", "text_id"], 1)],
    }),
  ]
  const objects = [
    {
      oid: 5,
      kind: "whole" as const,
      text: "CREATE TRIGGER watch AFTER UPDATE ON contact FOR EACH ROW EXECUTE FUNCTION f();",
    },
  ]
  expect(schemaProblems({ extensions: [], objects, tables }, placements)).toEqual([
    "contact: contact_pkey has no company_id",
    "contact: contact_customer_id_fkey has no company_id",
    "contact: contact_directory_fkey refers to a table that is kept elsewhere",
    "contact: contact_phone has no company_id",
    "text_due: text_due_fkey refers from a table that is kept elsewhere",
    "contact: watch is a trigger",
  ])
})

it("SO-02 a law is known by its bare name, whatever part of its table it was broken in", () => {
  for (const [constraint, code] of [
    ["idempotency_pkey_102043", "idempotency_key_running"],
    ["no_overlap_102077", "slot_taken"],
    ["no_overlap", "slot_taken"],
  ] as const) {
    const error = Object.assign(new Error("duplicate key"), { code: "23505", constraint })
    expect(refusalOf(error)?.code).toBe(code)
  }
})
