/**
 * public.search_vs_company: how many times longer a visitor's search takes over HTTP than the same search through the
 * company API. 31 days, an hour's visit every half hour, ten providers with 40 visits each; both interfaces in turns over
 * kept connections, one request at a time, 1,200 each after 100 unmeasured ones, answers uncompressed; p50 of the time
 * from the request to the answer's last byte. Limits are on: every visitor comes from a network of their own, and the
 * clock moves on by a second with each, so that none is reached. Warm.
 *
 * public.known_number_timing: whether the time that a code request takes tells a customer's number from a stranger's.
 * 2,000 requests one after the other, known and unknown in turns, each with a number, a network and a solved bot check of
 * its own; the p-value of a rank test (Mann-Whitney, two-sided) over the two halves, after 100 unmeasured requests.
 */
import { solveChallenge } from "altcha-lib/v1"
import { searchedDates } from "./bench-company.ts"
import { atLeast, atMost, type Figure, median } from "./figure.ts"
import { openPageContext, type PageContext, slug } from "./public-page/page-context.ts"
import { rankTestP } from "./public-page/rank-test.ts"

const searchFigure = "public.search_vs_company"
const timingFigure = "public.known_number_timing"
export const figures = [searchFigure, timingFigure]

const searches = 1_200
const codes = 2_000
const unmeasured = 100

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const page = await openPageContext({ providers: 10, busyEach: 40 })
  try {
    await page.context.db.query("VACUUM ANALYZE")
    return [
      ...(only(searchFigure) ? [await searchRatio(page)] : []),
      ...(only(timingFigure) ? [await knownNumberTiming(page)] : []),
    ]
  } finally {
    await page.close()
  }
}

async function searchRatio(page: PageContext): Promise<Figure> {
  const { typeId } = page.company
  const { start_date: startDate, end_date: endDate } = searchedDates
  const times = { company: [] as number[], page: [] as number[] }
  for (let done = 0; done < searches + unmeasured; done += 1) {
    page.advance(1_000)
    const asCompany = await page.timed("company", "/api/v1/slots", {
      appointment_type_id: typeId,
      ...searchedDates,
    })
    const asVisitor = await page.timed("page", `/api/pages/${slug}/slots`, { typeId, startDate, endDate })
    if (done < unmeasured) continue
    times.company.push(asCompany)
    times.page.push(asVisitor)
  }
  const ratio = median(times.page) / median(times.company)
  return atMost(searchFigure, ratio, "times", 1.5, `company API, p50 ${median(times.company).toFixed(2)} ms`)
}

async function knownNumberTiming(page: PageContext): Promise<Figure> {
  await makeKnown(page, codes + unmeasured)
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let done = 0; done < codes + unmeasured; done += 1) {
    const isKnown = done % 2 === 0
    const body = { phone: numberAt(done), botCheck: await solvedCheck(page) }
    const ms = await page.timed("page", `/api/pages/${slug}/codes`, body)
    if (done >= unmeasured) times[isKnown ? "known" : "unknown"].push(ms)
  }
  const against = `medians ${median(times.known).toFixed(2)} and ${median(times.unknown).toFixed(2)} ms`
  return atLeast(timingFigure, rankTestP(times.known, times.unknown), "p", 0.05, against)
}

const numberAt = (index: number) => `+1512${String(2_000_000 + index * 7)}`

/** Every second number belongs to a customer. */
async function makeKnown({ context, company }: PageContext, numbers: number): Promise<void> {
  const phones = Array.from({ length: numbers }, (_, index) => numberAt(index)).filter(
    (_, index) => index % 2 === 0,
  )
  await context.db.query(
    `INSERT INTO contact (company_id, customer_id, phone, identifies, created_at)
     SELECT $1, $2, phone, true, now() FROM unnest($3::text[]) AS phone`,
    [company.companyId, company.customerId, phones],
  )
}

async function solvedCheck(page: PageContext): Promise<string> {
  const { data } = await page.read(`/api/pages/${slug}/bot-check`)
  const { maxnumber, ...challenge } = data
  const solution = await solveChallenge(data.challenge, data.salt, data.algorithm, maxnumber).promise
  return Buffer.from(JSON.stringify({ ...challenge, number: solution!.number })).toString("base64")
}
