import { join } from "node:path"
import { writePlatformFolder } from "../../http/agent-api/platform/folder.ts"
import { type Command, needed, optionsOf, UsageError } from "../command.ts"

const root = join(import.meta.dirname, "../../..")

export const agentExport: Command = {
  usage: "--base-url https://… --secret-id ID --company NAME --out FOLDER",
  summary: "Write the agent platform's configuration: tools, and an agent for the phone and one for texts",
  async run(args) {
    const { values } = optionsOf(args, {
      "base-url": { type: "string" },
      "secret-id": { type: "string" },
      company: { type: "string" },
      out: { type: "string" },
    })
    const out = needed(values.out, "out")
    await writePlatformFolder(root, out, {
      baseUrl: originOf(needed(values["base-url"], "base-url")),
      secretId: needed(values["secret-id"], "secret-id"),
      companyName: needed(values.company, "company"),
    })
    process.stdout.write(`Wrote ${out}. See docs/agents.md for what comes next.\n`)
  },
}

/** The key travels with every call. */
function originOf(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol === "https:" && url.pathname === "/" && url.search === "") return url.origin
  throw new UsageError("--base-url: expected an address as https://api.example.com")
}
