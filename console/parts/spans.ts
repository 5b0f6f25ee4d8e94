/** Arithmetic of spans of minutes, for everything that is drawn on a grid of time. */
export type Span = readonly [start: number, end: number]

export const meets = (a: Span, b: Span): boolean => a[0] < b[1] && b[0] < a[1]

/** The parts of `spans` in which nothing of `taken` lies. */
export function without(spans: readonly Span[], taken: readonly Span[]): Span[] {
  let left = [...spans]
  for (const cut of taken)
    left = left.flatMap((span): Span[] => (meets(span, cut) ? aroundCut(span, cut) : [span]))
  return left
}

const aroundCut = (span: Span, cut: Span): Span[] =>
  [[span[0], cut[0]] as const, [cut[1], span[1]] as const].filter(([from, until]) => until > from)

/** The parts of `spans` that lie in any of `bounds`. */
export function within(spans: readonly Span[], bounds: readonly Span[]): Span[] {
  return spans.flatMap((span) =>
    bounds.flatMap((bound): Span[] => {
      const [start, end] = [Math.max(span[0], bound[0]), Math.min(span[1], bound[1])]
      return end > start ? [[start, end]] : []
    }),
  )
}

export const total = (spans: readonly Span[]): number =>
  spans.reduce((sum, [start, end]) => sum + end - start, 0)
