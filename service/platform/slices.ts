/**
 * Long work in slices. All of them stand in one line: between two slices, whose ever they are, the process reads and answers
 * what has come, so that not even many long answers at once hold up a short one for longer than a slice. In the line a slice
 * is due as much after its coming as its request has taken so far: a short answer goes before long ones, and none waits for
 * ever, however many short ones come. A family that is beyond its allowance leaves the thread to others between two slices, as long as
 * others have calls in hand.
 */
import { type Spending, spendingInHand, spendingNothing } from "./spending.ts"

/** A short answer takes several turns of the event loop, and meets a slice of another's in each. */
const sliceMs = 2

interface Waiting {
  dueAt: number
  /** True while the process does other work first. */
  leavesTime: () => boolean
  begin: () => void
}

/** So long, at least, the thread is left to others by a family that is beyond its allowance. */
const leftMs = 1
/** So much later its slices are due, so that others' go before. */
const laterMs = 20

const line: Waiting[] = []

/**
 * A place in the line for one that has taken so long so far. One slice begins in each turn of the event loop, or one piece of a long
 * answer is handed to its connection, which takes as long as a slice.
 */
export function nextTurn(spending: Spending | undefined): Promise<void> {
  const leavesTime = () => spending?.leavesTime() ?? false
  const dueAt = performance.now() + (spending?.ms ?? 0) + (leavesTime() ? laterMs : 0)
  return new Promise((resolve) => {
    line.push({ dueAt, leavesTime, begin: resolve })
    if (line.length === 1) callNextSoon()
    else if (timer !== null && !leavesTime()) {
      clearTimeout(timer)
      callNextSoon()
    }
  })
}

let timer: NodeJS.Timeout | null = null

function callNextSoon(): void {
  timer = line.every(({ leavesTime }) => leavesTime()) ? setTimeout(callNext, leftMs) : null
  if (timer === null) setImmediate(callNext)
}

function callNext(): void {
  timer = null
  const next = line.reduce((first, each) => (each.dueAt < first.dueAt ? each : first))
  line.splice(line.indexOf(next), 1)
  next.begin()
  if (line.length > 0) callNextSoon()
}

/**
 * Runs `work` to its end. It may be interrupted wherever it yields: before each slice it is asked whether the answer is still wanted,
 * and behind each whether more was taken than was granted. Throws `CallerGone` or `question_too_large` then.
 */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  const spending = spendingInHand()
  if (line.length > 0) await spendingNothing(() => nextTurn(spending))
  for (;;) {
    spending?.refuseUnwanted()
    const before = process.threadCpuUsage()
    const end = runSlice(work)
    const { user, system } = process.threadCpuUsage(before)
    if (end.done) return end.value
    spending?.takeOfGrant((user + system) / 1_000)
    await spendingNothing(() => nextTurn(spending))
  }
}

function runSlice<Result>(work: Generator<void, Result>): IteratorResult<void, Result> {
  const until = performance.now() + sliceMs
  for (;;) {
    const step = work.next()
    if (step.done || performance.now() >= until) return step
  }
}
