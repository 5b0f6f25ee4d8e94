/** How samples come by the ids in a path: the demo has the first of some nouns, others are the first of their list. */
import type { Input, Sample, Step } from "./sample.ts"

/** The demo has a record with the id 1 of each of these. */
const inDemo = new Set(["/customers", "/providers", "/locations", "/appointment-types"])

interface Position {
  method: string
  path: string
  operation: { name: string }
}

export function pathSample({ path }: Pick<Position, "path">, mounts: readonly Position[]): Sample {
  const steps: Step[] = []
  const input: Input = {}
  const parts = path.split("/")
  for (const [at, part] of parts.entries()) {
    if (!part.startsWith(":")) continue
    const collection = parts.slice(0, at).join("/")
    const name = part.slice(1)
    const list = mounts.find((each) => each.method === "GET" && each.path === collection)
    if (inDemo.has(collection)) input[name] = 1
    if (inDemo.has(collection) || !list) continue
    steps.push({ name, operationId: list.operation.name, input: { ...input }, pick: "[0].id" })
    input[name] = `$${name}`
  }
  return steps.length === 0 ? {} : { steps, input }
}
