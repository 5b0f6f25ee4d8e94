/** Distances and speeds in the company's unit: the API takes and gives kilometres. */
import { type DistanceUnit, distanceIn, distanceText, kmOf } from "../domain/units/distance.ts"

let unit: DistanceUnit = "km"

/** Takes the unit that the company's people read. */
export function keepDistanceUnit(read: DistanceUnit): void {
  unit = read
}

export const distanceUnit = (): DistanceUnit => unit

/** Kilometres as they are edited. */
export const editedDistance = (km: number): string => String(distanceIn(unit, km))

/** Kilometres of what was typed; NaN for what is no number. */
export const typedKm = (typed: string): number => kmOf(Number(typed), unit)

/** "25 mi" */
export const shownDistance = (km: number): string => distanceText(km, unit)
