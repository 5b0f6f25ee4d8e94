/** The same throws at every start, so that everybody's demo looks alike. */
export interface Dice {
  /** From 0 up to, but not including, 1. */
  roll(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  pick<T>(from: readonly T[]): T
  /** True once in `1 / share` throws. */
  chance(share: number): boolean
}

export function diceFrom(seed: number): Dice {
  let state = seed >>> 0
  /** Numerical Recipes' linear congruential generator; its high bits are good enough for a demo. */
  const roll = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(roll() * (most - least + 1))
  return {
    roll,
    between,
    pick: (from) => from[between(0, from.length - 1)]!,
    chance: (share) => roll() < share,
  }
}
