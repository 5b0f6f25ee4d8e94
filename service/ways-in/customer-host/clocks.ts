/**
 * The clocks of zones, for the customers' pages. A page shows every time by these, because the rules in a visitor's browser
 * are as old as the browser.
 */
import type { FastifyInstance } from "fastify"
import type { ClocksView } from "../../../domain/contracts/customer-pages.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { isoOfMinute } from "../../../domain/time/dates.ts"
import { offsetsBetween } from "../../../domain/time/local-time.ts"
import { minuteOf, minutesPerDay } from "../../../domain/time/units.ts"
import { zoneName } from "../../../domain/time/zone-table.ts"
import type { AppContext } from "../../platform/context.ts"
import { jsonType, shown } from "./views.ts"

/** Around a moment near all times that are shown: a booking window has at most two years. */
const daysBefore = 400
const daysAfter = 4 * 366

export function clocksOf(zones: Iterable<string>, nearMs: number): ClocksView {
  const near = minuteOf(nearMs)
  const [from, until] = [near - daysBefore * minutesPerDay, near + daysAfter * minutesPerDay]
  return Object.fromEntries(
    [...new Set(zones)].map((zone) => [
      zone,
      offsetsBetween(zone, from, until).map(({ start, offsetMinutes }) => ({
        from: isoOfMinute(start),
        offsetMinutes,
      })),
    ]),
  )
}

const secondsKept = 3_600

/** `GET /api/clocks?zone=Europe/Berlin`, for a zone that the visitor's device has, or that the visitor chooses. */
export function mountClocks(app: FastifyInstance, { clock }: AppContext): void {
  app.get<{ Querystring: { zone?: unknown } }>("/api/clocks", async ({ query: { zone } }, reply) => {
    const known = typeof zone === "string" ? zoneName(zone) : null
    if (known === null) throw new Refusal("not_found", { message: "There is no such time zone." })
    const { [known]: periods = [] } = clocksOf([known], clock.now())
    // Under the name that was asked for, which is the one that the page has.
    const { status, body } = shown(200, { clocks: { [zone as string]: periods } })
    return reply
      .code(status)
      .header("cache-control", `public, max-age=${secondsKept}`)
      .type(jsonType)
      .send(body)
  })
}
