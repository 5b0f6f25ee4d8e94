import { Session } from "node:inspector/promises"

/**
 * How often each function of the sources under these paths ran while `work` did, on this thread alone, by V8's precise coverage:
 * `"<end of the path>: <function>"` → calls. It counts work instead of time, since a busy machine is slow at anything.
 */
export async function functionsRun(
  paths: readonly string[],
  work: () => Promise<unknown>,
): Promise<Map<string, number>> {
  const session = new Session()
  session.connect()
  try {
    await session.post("Profiler.enable")
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
    // The counts so far belong to earlier callers.
    await session.post("Profiler.takePreciseCoverage")
    await work()
    const { result } = await session.post("Profiler.takePreciseCoverage")
    const counted = result.flatMap(({ url, functions }) => {
      const path = paths.find((each) => url.includes(each))
      if (path === undefined) return []
      const file = url.slice(url.indexOf(path)).replace(/\?.*/, "")
      // The nameless function that holds a module runs when it is loaded.
      return functions
        .filter(({ functionName, ranges }) => functionName !== "" && ranges[0]!.count > 0)
        .map(({ functionName, ranges }) => [`${file}: ${functionName}`, ranges[0]!.count] as const)
    })
    return new Map(counted)
  } finally {
    await session.post("Profiler.stopPreciseCoverage").catch(() => undefined)
    session.disconnect()
  }
}
