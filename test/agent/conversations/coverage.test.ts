/** The conversations as a whole. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { agentTools } from "../../../service/ways-in/agent-api/tools.ts"
import { tools } from "../conversation.ts"

it("AG-05 there are conversations enough, and together they call every tool", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name !== "coverage.test.ts")
  const text = files.map((name) => readFileSync(join(import.meta.dirname, name), "utf8")).join("\n")
  const titles = [...text.matchAll(/^it\("(.+)", async/gm)].map(([, title]) => title)
  expect(new Set(titles).size).toBeGreaterThanOrEqual(40)
  expect(new Set(Object.values(tools))).toEqual(new Set(agentTools.map(({ tool }) => tool)))
  const uncalled = Object.keys(tools).filter((name) => !text.includes(`.${name}(`))
  expect(uncalled).toEqual([])
})
