import { join } from "node:path"
import type { Language } from "../../../../domain/model/agent/speech.ts"
import { locale, phone } from "../../../../domain/model/fields.ts"
import { writeOtherPlatform, writePlatformFolder } from "../../../ways-in/agent-api/platform/folder.ts"
import { otherPlatforms } from "../../../ways-in/agent-api/platform/other-platforms.ts"
import { type Command, needed, optionsOf, UsageError } from "../command.ts"

const root = join(import.meta.dirname, "../../../..")

export const agentExport: Command = {
  usage:
    "--base-url https://… --secret-id ID --company NAME [--transfer-phone +1…] [--platform elevenlabs|retell|vapi] [--language en|es|fr] --out FOLDER",
  example:
    '--base-url https://api.example.com --secret-id appointed_key --company "Harbour Heating" --out agent',
  summary: "Write the agent platform's configuration: tools, and an agent for the phone and one for texts",
  async run(args) {
    const { values } = optionsOf(args, {
      "base-url": { type: "string" },
      "secret-id": { type: "string" },
      company: { type: "string" },
      "transfer-phone": { type: "string" },
      platform: { type: "string" },
      language: { type: "string" },
      out: { type: "string" },
    })
    const out = needed(values.out, "out")
    const site = {
      baseUrl: originOf(needed(values["base-url"], "base-url")),
      secretId: needed(values["secret-id"], "secret-id"),
      companyName: needed(values.company, "company"),
      transferPhone: phoneOf(values["transfer-phone"]),
      language: languageOf(values.language),
    }
    const platform = otherPlatforms.find((other) => other === values.platform)
    if (platform) await writeOtherPlatform(root, out, platform, site)
    else if ((values.platform ?? "elevenlabs") === "elevenlabs") await writePlatformFolder(root, out, site)
    else throw new UsageError("--platform: expected one of elevenlabs, retell, vapi")
    process.stdout.write(`Wrote ${out}. See docs/agents.md for what comes next.\n`)
  },
}

/** As the company has it in `agent.transfer_phone`. */
function phoneOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!phone.safeParse(text).success)
    throw new UsageError("--transfer-phone: expected a number as +15125550111")
  return text
}

function languageOf(text = "en"): Language {
  const { data } = locale.safeParse(text)
  if (data === undefined) throw new UsageError("--language: expected one of en, es, fr")
  return data
}

/** The key travels with every call. */
function originOf(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol === "https:" && url.pathname === "/" && url.search === "") return url.origin
  throw new UsageError("--base-url: expected an address as https://api.example.com")
}
