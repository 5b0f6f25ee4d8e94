/**
 * waiting.first_offer_ms: from the answer to a cancel to the offer's text at the carrier, where 200 wait; the worst of ten, with
 * the worker's own loops.
 *
 * waiting.nobody_waits_cost: a cancel, a move and the end of a hold in sum, on an empty list, against the same without a statement of
 * the waiting list (`waiting/nobody-waits.ts`); medians, in turns.
 *
 * waiting.fill_lost, waiting.messages_ratio, waiting.refused: a million openings by the pure rules. The mix: lists of 5 to 200, of whom 5 to
 * 30 % take the time and open the offer after 15 minutes at the median; a tenth of the others open it, hold it and let it run out. The time
 * begins 2 to 72 hours ahead. `fill_lost`: of a hundred openings that telling all at once fills, so many more than by the rules;
 * `messages_ratio`: messages in sum against telling all; `refused`: people who were shown a time as free or theirs and could not have it.
 */
import { ok } from "node:assert"

import { EventEmitter, once } from "node:events"
import { diceFrom } from "../service/host/demo/dice.ts"
import { startTexts } from "../service/messages/messages.worker.ts"
import type { AppContext } from "../service/platform/context.ts"
import { startLoop, together } from "../service/platform/queue/loop.ts"
import { freedTimes } from "../service/waiting/offer-freed-time.worker.ts"
import { makeBenchCompany } from "./bench-company.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure } from "./figure.ts"
import { measureNobodyWaits } from "./waiting/nobody-waits.ts"
import { askByRules, drawOpening, tellAll } from "./waiting/openings.ts"

const firstOffer = "waiting.first_offer_ms"
const nobodyWaits = "waiting.nobody_waits_cost"
const ofOpenings = ["waiting.fill_lost", "waiting.messages_ratio", "waiting.refused"]
export const figures = [firstOffer, nobodyWaits, ...ofOpenings]

const openings = 1_000_000
const waiters = 200
const cancels = 10

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const simulated = ofOpenings.some(only) ? simulate(openings) : []
  if (only(nobodyWaits)) simulated.push(await measureNobodyWaits(nobodyWaits))
  return only(firstOffer) ? [...simulated, await measureFirstOffer()] : simulated
}

export function simulate(count: number): Figure[] {
  const dice = diceFrom(34)
  const sums = { all: 0, rules: 0, toldByAll: 0, toldByRules: 0, refused: 0 }
  for (let nth = 0; nth < count; nth += 1) {
    const opening = drawOpening(dice)
    const [all, rules] = [tellAll(opening), askByRules(opening)]
    sums.all += Number(all.isFilled)
    sums.rules += Number(rules.isFilled)
    sums.toldByAll += all.messages
    sums.toldByRules += rules.messages
    sums.refused += rules.refused
  }
  const said = `${count} openings, ${((100 * sums.all) / count).toFixed(1)} % filled by telling all, ${((100 * sums.rules) / count).toFixed(1)} % by the rules`
  return [
    atMost("waiting.fill_lost", 100 * (1 - sums.rules / sums.all), "%", 2, said),
    atMost("waiting.messages_ratio", sums.toldByRules / sums.toldByAll, "×", 0.5, said),
    atMost("waiting.refused", sums.refused, "people", 0, said),
  ]
}

async function measureFirstOffer(): Promise<Figure> {
  const bench = await openBenchContext(10)
  const app = benchApi(bench.context)
  const sent = new EventEmitter()
  const texts: AppContext["texts"] = {
    staysHere: false,
    async send({ body }) {
      if (body.includes("/w/")) sent.emit("offer")
      return { kind: "sent", carrierId: "SM1" }
    },
  }
  const worker = { ...bench.context, texts }
  const company = await makeBenchCompany(bench.context, { providers: 20, busyEach: 40 })
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
  const api = apiOf(Number(port), company.apiKey)
  await fillList(bench.context, api, company.companyId, company.typeId)
  const loops = together([startLoop(worker, freedTimes(worker)), startTexts(worker)])
  try {
    const times: number[] = []
    for (let nth = 0; nth < cancels; nth += 1) {
      const id = await bookOne(api, company)
      const offered = once(sent, "offer", { signal: AbortSignal.timeout(30_000) })
      await api("POST", `/appointments/${id}/cancel`, {})
      const from = performance.now()
      await offered
      times.push(performance.now() - from)
    }
    return atMost(firstOffer, Math.max(...times), "ms", 2_000, `the worst of ${cancels}, ${waiters} wait`)
  } finally {
    await loops.stop()
    await app.close()
    await bench.close()
  }
}

/** The first time that a search recommends, so that it is free again once it is cancelled. */
async function bookOne(
  api: Api,
  { typeId, customerId }: { typeId: number; customerId: number },
): Promise<number> {
  const asked = { appointment_type_id: typeId, customer_id: customerId }
  const range = { start_date: "2027-03-05", end_date: "2027-03-20" }
  const found = await api("POST", "/slots", { ...asked, ...range })
  const { recommended } = found.data as {
    recommended: { provider_id: number; location_id: number; start_time: string }[]
  }
  const { provider_id, location_id, start_time } = recommended[0]!
  const booked = await api("POST", "/appointments", { ...asked, provider_id, location_id, start_time })
  return (booked.data as { id: number }).id
}

type Api = (method: string, path: string, body?: object) => Promise<{ data: unknown }>

const apiOf =
  (port: number, key: string): Api =>
  async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`)
    return (await answer.json()) as { data: unknown }
  }

async function fillList({ db }: AppContext, api: Api, companyId: number, typeId: number): Promise<void> {
  await api("POST", "/channels", { kind: "sms", phone: "+15125550199" })
  // At any hour that the bench is run, and with links.
  await db.query(
    "UPDATE company SET quiet_start_minute = 0, quiet_end_minute = 0, booking_links_enabled = true WHERE company_id = $1",
    [companyId],
  )
  for (let nth = 0; nth < waiters; nth += 1) {
    const phone = `+1512556${String(1_000 + nth)}`
    const { data } = await api("POST", "/customers", { name: `Waiter ${nth}`, phone })
    const wish = { appointment_type_id: typeId, latest_date: "2027-04-20" }
    await api("POST", "/waiting-entries", { customer_id: (data as { id: number }).id, ...wish })
  }
}

if (import.meta.main) console.table(await run(() => true))
