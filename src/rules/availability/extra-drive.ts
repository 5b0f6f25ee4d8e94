/**
 * How much further a provider drives for one more job on a day.
 */

import type { Day, LocatedJob, LocationPlan, Minute, ProviderPlan } from "../../model/availability.ts"
import type { GeoPoint } from "../../model/geo.ts"
import { localDay } from "../../time/local-time.ts"
import type { ZoneTable } from "../../time/zone-table.ts"
import { distanceKm } from "../service-areas/geodesy.ts"

/**
 * The extra kilometres of a job at `customer` that begins at `start`: from the job before to the customer to the job
 * after, less the way straight from the one to the other. Where that local day has no job before or after, the way
 * begins or ends where the provider sets out (start point, else the location); a leg with an unknown end is left out.
 * Ask in the order of starts.
 */
export class ExtraDrive {
  private readonly customer: GeoPoint
  private readonly origin: GeoPoint | null
  private readonly zone: ZoneTable
  private readonly jobs: readonly LocatedJob[]
  private next = 0
  private askedDay: Day | null = null
  private askedNext = -1
  private answerKm = 0

  constructor(provider: ProviderPlan, location: LocationPlan, zone: ZoneTable, customer: GeoPoint) {
    this.customer = customer
    this.origin = provider.startPoint ?? location.point
    this.zone = zone
    this.jobs = [...provider.jobs].sort((a, b) => a.start - b.start)
  }

  /** `day` is the local date of `start`. */
  km(day: Day, start: Minute): number {
    while (this.next < this.jobs.length && this.jobs[this.next]!.start < start) this.next += 1
    if (day !== this.askedDay || this.next !== this.askedNext) {
      this.askedDay = day
      this.askedNext = this.next
      this.answerKm = this.detour(this.stop(day, this.next - 1), this.stop(day, this.next))
    }
    return this.answerKm
  }

  private stop(day: Day, index: number): GeoPoint | null {
    const job = this.jobs[index]
    return job !== undefined && localDay(this.zone, job.start) === day ? job : this.origin
  }

  private detour(before: GeoPoint | null, after: GeoPoint | null): number {
    const there = before === null ? 0 : distanceKm(before, this.customer)
    const onward = after === null ? 0 : distanceKm(this.customer, after)
    const straight = before === null || after === null ? 0 : distanceKm(before, after)
    return there + onward - straight
  }
}
