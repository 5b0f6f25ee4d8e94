/** Long rules run in steps, so that what calls them may do other work in between. */

/** Runs all steps at once. */
export function finished<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
