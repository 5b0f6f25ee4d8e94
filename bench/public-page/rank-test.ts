/**
 * Mann-Whitney's rank test, two-sided, by the normal approximation: the probability of ranks at least this far apart if
 * both samples came from one distribution. Ties take their middle rank.
 */
export function rankTestP(first: readonly number[], second: readonly number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ]
  all.sort((a, b) => a.value - b.value)
  let rankSum = 0
  for (let start = 0; start < all.length; ) {
    let end = start + 1
    while (end < all.length && all[end]!.value === all[start]!.value) end += 1
    const middleRank = (start + 1 + end) / 2
    for (let i = start; i < end; i += 1) if (all[i]!.isFirst) rankSum += middleRank
    start = end
  }
  const [n, m] = [first.length, second.length]
  const u = rankSum - (n * (n + 1)) / 2
  const z = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return 2 * (1 - normal(Math.abs(z)))
}

/** The standard normal distribution's function, to seven digits (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - density * sum
}
