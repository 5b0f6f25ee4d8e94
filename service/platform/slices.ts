/**
 * Long work in slices. All of them stand in one line: between two slices, whose ever they are, the process reads and answers
 * what has come, so that not even many long answers at once hold up a short one for longer than a slice. In the line a slice
 * is due as much after its coming as its request has taken so far: a short answer goes before long ones, and none waits for
 * ever, however many short ones come.
 */
import { msSpent, spendingInHand, spendingNothing } from "./spending.ts"

/** A short answer takes several turns of the event loop, and meets a slice of another's in each. */
const sliceMs = 2

interface Waiting {
  dueAt: number
  begin: () => void
}

const line: Waiting[] = []

/**
 * A place in the line for one that has taken so long so far. One slice begins in each turn of the event loop, or one piece of a long
 * answer is handed to its connection, which takes as long as a slice.
 */
export function nextTurn(takenMs: number): Promise<void> {
  const dueAt = performance.now() + takenMs
  return new Promise((resolve) => {
    line.push({ dueAt, begin: resolve })
    if (line.length === 1) setImmediate(callNext)
  })
}

function callNext(): void {
  const next = line.reduce((first, each) => (each.dueAt < first.dueAt ? each : first))
  line.splice(line.indexOf(next), 1)
  next.begin()
  if (line.length > 0) setImmediate(callNext)
}

/**
 * Runs `work` to its end. It may be interrupted wherever it yields: before each slice it is asked whether the answer is still wanted,
 * and behind each whether more was taken than was granted. Throws `CallerGone` or `question_too_large` then.
 */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  const spending = spendingInHand()
  if (line.length > 0) await spendingNothing(() => nextTurn(msSpent()))
  for (;;) {
    spending?.refuseUnwanted()
    const before = process.threadCpuUsage()
    const end = runSlice(work)
    const { user, system } = process.threadCpuUsage(before)
    if (end.done) return end.value
    spending?.takeOfGrant((user + system) / 1_000)
    await spendingNothing(() => nextTurn(msSpent()))
  }
}

function runSlice<Result>(work: Generator<void, Result>): IteratorResult<void, Result> {
  const until = performance.now() + sliceMs
  for (;;) {
    const step = work.next()
    if (step.done || performance.now() >= until) return step
  }
}
