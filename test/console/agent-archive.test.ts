/** The archive of an agent platform's configuration, unpacked by the program that is on every machine. */
import { execFileSync } from "node:child_process"
import { expect, it } from "vitest"
import { archived } from "../../console/agents/tar.ts"

it("CN-12 the configuration downloads as a folder that tar unpacks", () => {
  const files = [
    { path: "agent/tools.json", text: '{\n  "tools": []\n}\n' },
    { path: "agent/prompts/voice.md", text: `«Zoë» ${"x".repeat(511)}` },
    { path: "agent/empty.md", text: "" },
  ]
  const archive = archived(files, Date.UTC(2027, 2, 1))
  const tar = (...args: string[]) => execFileSync("tar", args, { input: archive }).toString("utf8")
  expect(tar("-tf", "-").trim().split("\n")).toEqual(files.map(({ path }) => path))
  const listed = tar("--numeric-owner", "--utc", "-tvf", "-").split("\n")[0]!
  expect(listed.replace(/ +/g, " ")).toBe("-rw-r--r-- 0/0 18 2027-03-01 00:00 agent/tools.json")
  for (const { path, text } of files) expect(tar("-xOf", "-", path)).toBe(text)
})
