/** Rules of a company as a whole: how it begins, that it keeps an admin, and that a number is one company's. */

import type { Channel } from "../../domain/model/channel.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { countAdmins } from "../people/api-keys.sql.ts"
import { claimEntry, claimOrKeepEntry, directoryNumber } from "../platform/directory.sql.ts"
import type { Tx } from "../platform/pg/database.ts"
import { insertTestClock } from "../test-companies/test-clocks.sql.ts"
import { insertChannel } from "./channels.sql.ts"
import { insertCompany, type NewCompany } from "./companies.sql.ts"

/**
 * The law of who can administer: a company keeps an admin.
 *
 * Every removal of a key or a user calls this after the removal, in its transaction and under the company's lock. Throws
 * `last_admin_key` when no admin is left, since such a company could not be administered any more.
 */
export async function keepAnAdmin(tx: Tx, companyId: number): Promise<void> {
  if ((await countAdmins(tx, companyId)) === 0) throw new Refusal("last_admin_key")
}

/** A company comes into being, with its word and, in a test company, its clock. Returns its id. Throws `slug_taken`. */
export async function enterCompany(tx: Tx, company: NewCompany, now: number): Promise<number> {
  const companyId = await insertCompany(tx, company, now)
  if (company.mode === "test") await insertTestClock(tx, companyId, now)
  const { slug } = company
  if (slug !== null && !(await claimEntry(tx, "slug", slug, companyId, companyId)))
    throw new Refusal("slug_taken", { field: "slug" })
  return companyId
}

/**
 * How a number becomes a company's.
 *
 * The caller holds the company's lock and has the proof that the number may be the company's. Throws `channel_taken` when
 * another company has the number, and, by law, when the company has it for this kind already.
 */
export async function claimChannel(
  tx: Tx,
  companyId: number,
  channel: Pick<Channel, "kind" | "phone">,
  now: number,
): Promise<Channel> {
  const number = directoryNumber(companyId, channel.phone)
  const isOurs = await claimOrKeepEntry(tx, "channel_phone", number, companyId)
  if (!isOurs) throw new Refusal("channel_taken", { field: "phone" })
  return insertChannel(tx, companyId, channel, now)
}
