/** One measured number beside its goal. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** The peer that ran beside it, with its version, or the measure of the number. */
  against: string
  /** For people: "≤ 10", "≥ 1000". */
  goal: string
  met: boolean
}

/** A figure that should stay at or below its goal. */
export function atMost(name: string, value: number, unit: string, goal: number, against: string): Figure {
  return { name, value, unit, against, goal: `≤ ${goal}`, met: value <= goal }
}

/** A figure that should reach at least its goal. */
export function atLeast(name: string, value: number, unit: string, goal: number, against: string): Figure {
  return { name, value, unit, against, goal: `≥ ${goal}`, met: value >= goal }
}

/** A figure without a goal, which readers compare. */
export function printed(name: string, value: number, unit: string, against: string): Figure {
  return { name, value, unit, against, goal: "printed", met: true }
}

/** The middle of the values; the lower of the two middle ones when their number is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}
