/** How long work holds this thread, by the time of the thread itself: what else runs on the machine does not count. */

/** The longest uninterrupted stretch of the thread's time, in milliseconds, while `work` runs. */
export async function longestHoldMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  let last = spentMs()
  const look = () => {
    const now = spentMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    isOver = true
  }
  return longest
}

function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
