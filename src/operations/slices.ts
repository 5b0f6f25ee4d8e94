/**
 * Long work in slices. All of them stand in one line: between two slices, whose ever they are, the process reads and answers
 * what has come, so that not even many long answers at once hold up a short one for longer than a slice.
 */
import { spendingNothing } from "../spending.ts"

const sliceMs = 5

const line: (() => void)[] = []

/** The end of the line. One slice begins in each turn of the event loop. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    line.push(resolve)
    if (line.length === 1) setImmediate(callFirst)
  })
}

function callFirst(): void {
  line[0]!()
  line.shift()
  if (line.length > 0) setImmediate(callFirst)
}

/** Runs `work` to its end. It may be interrupted wherever it yields. */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  if (line.length > 0) await spendingNothing(nextTurn)
  let until = performance.now() + sliceMs
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() < until) continue
    await spendingNothing(nextTurn)
    until = performance.now() + sliceMs
  }
}
