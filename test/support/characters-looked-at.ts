/** The functions that may be called on a text or on a pattern, by name. */
type Functions = Record<string, (...given: never[]) => unknown>

/**
 * How many characters functions look at that read a text: the whole text, or from where they begin to what they find. It counts
 * work instead of time, since a busy machine is slow at anything.
 */
export function charactersLookedAt(act: () => void): number {
  let count = 0
  const undo: (() => void)[] = []
  // By hand, since a spy would keep every call.
  const replace = (
    on: object,
    name: string,
    lookedAt: (self: string & RegExp, given: readonly unknown[], result: unknown) => number,
  ) => {
    const functions = on as Functions
    const original = functions[name]!
    functions[name] = function (this: string & RegExp, ...given: never[]) {
      const result = original.apply(this, given)
      count += lookedAt(this, given, result)
      return result
    }
    undo.push(() => {
      functions[name] = original
    })
  }
  for (const name of ["trim", "trimStart", "trimEnd", "replace", "split", "includes", "search", "matchAll"])
    replace(String.prototype, name, (text) => text.length)
  replace(String.prototype, "indexOf", (text, [, from = 0], found) => {
    const end = (found as number) < 0 ? text.length : (found as number)
    return Math.max(end - (from as number), 0) + 1
  })
  replace(RegExp.prototype, "test", (pattern, [text]) => (pattern.sticky ? 1 : (text as string).length))
  try {
    act()
  } finally {
    for (const each of undo) each()
  }
  return count
}
