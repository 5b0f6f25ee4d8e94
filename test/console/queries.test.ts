import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

it("CN-01 what the console keeps under one key is read in one place, so that no part finds another's shape there", () => {
  const read = new Map<string, string[]>()
  for (const file of globSync("console/**/*.{ts,tsx}")) {
    const text = readFileSync(file, "utf8")
    for (const [, key] of text.matchAll(/queryKey: (\[[^\]]*\]) as const,\s+queryFn/g)) {
      const shape = key!.replace(/\b(id|\w+Id)\b/g, "id")
      read.set(shape, [...(read.get(shape) ?? []), file])
    }
  }
  expect(read.size).toBeGreaterThan(20)
  expect([...read].filter(([, files]) => files.length > 1)).toEqual([])
})
