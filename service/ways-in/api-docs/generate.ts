/** Writes the documents that are generated from the code, so that a change of the API shows up as a change of a file. */
import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { eventBreaks, eventContract, eventSurface } from "../../../domain/model/event-schemas.ts"
import { agentToolsText, describedAgentTools } from "../agent-api/describe-tools.ts"
import { exampleSite } from "../agent-api/platform/agent-config.ts"
import { writePlatformFolder } from "../agent-api/platform/folder.ts"
import { companyMounts } from "../company-api/mounts.ts"
import { describedVisitorOperations } from "../visitor-api/describe.ts"
import { eventsSchemaText } from "./events-schema.ts"
import { type DescribedMount, openApiOf } from "./openapi.ts"
import { sdkFiles } from "./sdk/sdk-files.ts"

/** Every route that the OpenAPI document describes. */
export const documentedMounts: readonly DescribedMount[] = [
  ...companyMounts,
  ...describedAgentTools,
  ...describedVisitorOperations,
]

/** The text of `api/openapi.json`, as it is committed and served. */
export function openApiText(): string {
  return `${JSON.stringify(openApiOf(documentedMounts, "/api/v1"), null, 2)}\n`
}

/** The promises of the first version of the API, kept as they were. */
export const pastApiPath = "api/past/openapi.v1.txt"
export const pastEventsPath = "api/past/events.v1.txt"
export const eventsSchemaPath = "api/events.schema.json"

/** The text of `api/past/events.v1.txt`. Throws when it would remove something that `committed` promises to receivers. */
export function pastEventsText(committed: string): string {
  const contract = eventContract()
  const breaks = eventBreaks(committed, contract)
  if (breaks.length > 0) throw new Error(`Version 1 of the events only grows: ${breaks.join("; ")}`)
  return eventSurface(contract)
}

/** The texts of the generated documents that are single files, by their paths within the project. */
async function documentTexts(root: string): Promise<Record<string, string>> {
  const document = openApiOf(documentedMounts, "/api/v1")
  return {
    "api/openapi.json": `${JSON.stringify(document, null, 2)}\n`,
    [pastEventsPath]: pastEventsText(await readFile(join(root, pastEventsPath), "utf8")),
    [eventsSchemaPath]: eventsSchemaText(document),
    "api/agent-tools.json": agentToolsText(),
    ...sdkFiles(document),
  }
}

/** The documents of the project that are not as they would be generated now. */
export async function staleDocuments(root: string): Promise<string[]> {
  const texts = Object.entries(await documentTexts(root))
  const committed = await Promise.all(
    texts.map(([path]) => readFile(join(root, path), "utf8").catch(() => "")),
  )
  return texts.filter(([, text], at) => text !== committed[at]).map(([path]) => path)
}

/** Writes the generated documents into the project's root. */
export async function generateDocuments(root: string): Promise<void> {
  for (const [path, text] of Object.entries(await documentTexts(root)))
    await writeFile(join(root, path), text)
  await rm(join(root, "api/agent-platform"), { recursive: true, force: true })
  await writePlatformFolder(root, join(root, "api/agent-platform"), exampleSite)
}
