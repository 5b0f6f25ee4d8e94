/** Statements that are about rows of several companies, and why that is meant. None of them answers a company. */
import type { Statement } from "./sql-texts.ts"

export interface Exception {
  path: string
  begins: string
  why: string
}

/** Copies of a company's rows for another one, which may be on another machine: once, when a test company is made. */
export const copies: readonly Exception[] = [
  {
    path: "service/test-companies/test-companies.sql.ts",
    begins: "INSERT INTO",
    why: "Copies whole rows of the company $1 into its test company $2, through the machine that the service connects to.",
  },
]

/** About all companies. On a database that is spread over machines each of them asks every machine. */
export const aboutAll: readonly Exception[] = [
  {
    path: "service/host/cli/checkups/",
    begins: "SELECT",
    why: "The doctor tells the operator how the host is: once, when an operator asks.",
  },
  {
    path: "service/platform/job-failures.sql.ts",
    begins: "DELETE FROM job_failure WHERE job = $1",
    why: "After each run of a job, what has failed of it and has succeeded since is forgotten, of all companies.",
  },
  {
    path: "service/outbox/texts-held.sql.ts",
    begins: "DELETE FROM text_due WHERE due_at <= $1",
    why: "A database went back in time: once after that, all texts that were due wait for the operator.",
  },
  {
    path: "service/outbox/texts-held.sql.ts",
    begins: "SELECT count(*) AS count FROM text_held",
    why: "The operator hears how many wait: by a command, and at each scrape of the metrics. There are none but after a return.",
  },
  {
    path: "service/outbox/texts-held.sql.ts",
    begins: "DELETE FROM text_held RETURNING",
    why: "The operator lets them go: once, when a command is called.",
  },
  {
    path: "service/company/companies.sql.ts",
    begins: "SELECT company_id FROM company ORDER",
    why: "Workers go from one to the next: once a sweep, one small row for each company.",
  },
  {
    path: "service/host/database/distribution.ts",
    begins: "SELECT FROM company LIMIT 1",
    why: "Whether a database that is not spread holds companies: once a migration.",
  },
  {
    path: "service/company/companies.sql.ts",
    begins: "SELECT 1 FROM company LIMIT 1",
    why: "A demo is made on an empty host: once, at its start.",
  },
  {
    path: "service/company/companies.sql.ts",
    begins: 'SELECT company_id AS id, name, timezone, public_slug AS "publicSlug"',
    why: "The operator's page lists the host's companies: when an operator looks, one page of them.",
  },
  {
    path: "service/people/unproven-companies.sql.ts",
    begins: "SELECT company_id FROM company WHERE unproven_since <",
    why: "Which companies nobody joined: once an upkeep, by an index on those.",
  },
  {
    path: "service/company/mail-domains.sql.ts",
    begins: 'SELECT company_id AS "companyId", id FROM mail_domain',
    why: "Which domains are asked about again: every ten minutes, one small row for each company that has one.",
  },
  {
    path: "service/outbox/staff-mails.sql.ts",
    begins: "SELECT p.company_id",
    why: "Who wants the digest of the day: once a minute, one small row for each provider who does.",
  },
  {
    path: "service/platform/idempotency.sql.ts",
    begins: "DELETE FROM idempotency WHERE created_at <",
    why: "A day is a day: once an upkeep, by an index on the age.",
  },
  {
    path: "service/test-companies/test-clocks.sql.ts",
    begins: "SELECT t.company_id",
    why: "The clocks of test companies: once a poll, one small row for each.",
  },
  {
    path: "service/ledger/plans.sql.ts",
    begins: "SELECT c.company_id",
    why: "Which companies have visits whose day is just fixed: once a minute, one small row for each that has, by an index.",
  },
  {
    path: "service/messages/reminders.sql.ts",
    begins: "SELECT c.company_id",
    why: "Which companies send reminders: once a minute, one small row for each that does.",
  },
  {
    path: "service/outbox/webhook-endpoints.sql.ts",
    begins: "SELECT w.company_id",
    why: "Which endpoints failed for days: once an hour, by an index on those that fail.",
  },
  {
    path: "service/outbox/webhook-endpoints.sql.ts",
    begins: "SELECT e.id FROM unnest",
    why: "Which of these endpoints have a delivery that is due: of a queue.",
  },
  {
    path: "service/outbox/deliveries-due.sql.ts",
    begins: "SELECT count(*)",
    why: "The host's metrics, of a queue.",
  },
  {
    path: "service/outbox/reports-due.sql.ts",
    begins: "SELECT company_id FROM report_due",
    why: "Which companies have reports to be summed up: of a queue.",
  },
  {
    path: "service/outbox/reports-due.sql.ts",
    begins: "SELECT company_id, version FROM report_rules",
    why: "Which companies were summed up by other rules: once an hour, beside the queue.",
  },
  {
    path: "service/outbox/texts-due.sql.ts",
    begins: "SELECT l.lane, count",
    why: "The host's metrics, of a queue.",
  },
]

/** About a worker's batch, which names the companies of its rows. Each machine that has one of them is asked. */
export const aboutBatch: readonly Exception[] = [
  {
    path: "service/webhooks/deliveries-to-send.sql.ts",
    begins: "SELECT",
    why: "What a batch of leased deliveries sends: one statement for up to 64 deliveries.",
  },
  {
    path: "service/webhooks/delivery-results.sql.ts",
    begins: "UPDATE",
    why: "What came of a batch of deliveries: one statement for up to 64 deliveries of a day.",
  },
  {
    path: "service/outbox/webhook-endpoints.sql.ts",
    begins: "UPDATE webhook_endpoint w SET last_failure_at",
    why: "How well the endpoints of a batch work.",
  },
  {
    path: "service/outbox/event-order.sql.ts",
    begins: "SELECT DISTINCT e.company_id",
    why: "Which of the companies that are followed over a stream have new events.",
  },
]

/** Statements whose locks hold where one machine has all that they protect. */
export const locksOnOneMachine: readonly Exception[] = [
  {
    path: "service/platform/code-ledger.sql.ts",
    begins: "SELECT pg_advisory_xact_lock",
    why: "The ledger of codes is kept whole, and counts numbers that have no row.",
  },
  {
    path: "service/host/database/migrate.ts",
    begins: "SELECT pg_try_advisory_xact_lock",
    why: "Migrators connect to one machine, which passes on what they change.",
  },
]

export const worded = (text: string) => text.replace(/\s+/g, " ").trim()

export const isListed = (list: readonly Exception[], { path, text }: Statement): boolean =>
  list.some((each) => path.startsWith(each.path) && worded(text).startsWith(each.begins))
