/**
 * Keeps what was slow to make, up to so much; then it begins anew. Pages never come that far, but the server, which draws
 * their first screens, would for ever keep more.
 */
export function remembering<Value extends object>(most: number): (key: string, make: () => Value) => Value {
  const known = new Map<string, Value>()
  return (key, make) => {
    const kept = known.get(key)
    if (kept) return kept
    if (known.size >= most) known.clear()
    const made = make()
    known.set(key, made)
    return made
  }
}
