const mostCounted = 99

/** How many rows a list has: "12", or "99+"; empty when it has none. */
export async function countOf(
  list: (limit: number) => Promise<{ data: readonly unknown[] }>,
): Promise<string> {
  const { data } = await list(mostCounted + 1)
  if (data.length > mostCounted) return `${mostCounted}+`
  return data.length === 0 ? "" : `${data.length}`
}
