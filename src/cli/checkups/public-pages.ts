import { type Finding, ok, unknown, wrong } from "./finding.ts"
import { lookInto } from "./look-into.ts"

/** So many companies are named one by one. */
const mostNamed = 20

/** The public pages that are on, and those on which nobody can book because no number can text a code. */
export async function checkPublicPages(url: string): Promise<Finding[]> {
  const found = await lookInto(url, "company", async (client) => {
    const { rows } = await client.query<{ company_id: number; texts: boolean }>(
      `SELECT company_id::float8, EXISTS (
         SELECT 1 FROM channel v WHERE v.company_id = c.company_id AND v.kind = 'sms'
       ) AS texts
       FROM company c WHERE public_booking_enabled AND public_slug IS NOT NULL ORDER BY company_id`,
    )
    return rows
  })
  if (found === null) {
    return [unknown("public pages", "could not be looked at before the schema is up to date")]
  }
  const mute = found.filter(({ texts }) => !texts)
  if (mute.length === 0) return [ok("public pages", `${found.length} on, each with a number for codes`)]
  return mute
    .slice(0, mostNamed)
    .map(({ company_id }) =>
      wrong(
        "public pages",
        `company ${company_id}: its page is on, but no number can text codes, so its visitors are asked to call`,
        "register an sms channel for it, or switch the page off",
      ),
    )
}
