/** A document with each schema where it is referred to, for tests that read through it. */
type Node = Record<string, unknown>

export function dereferenced<T>(document: T): T {
  const { schemas } = (document as { components: { schemas: Record<string, unknown> } }).components
  const read = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(read)
    if (value === null || typeof value !== "object") return value
    const { $ref } = value as Node
    const prefix = "#/components/schemas/"
    if (typeof $ref === "string" && $ref.startsWith(prefix)) return read(schemas[$ref.slice(prefix.length)])
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, read(inner)]))
  }
  return read(document) as T
}
