/** Writes the documents that are made of the code, so that a change of the API shows up as a change of a file. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { companyMounts } from "../company/mounts.ts"
import { openApiOf } from "./openapi.ts"

/** The text of `openapi.json`, as it is committed and served. */
export function openApiText(): string {
  return `${JSON.stringify(openApiOf(companyMounts, "/api/v1"), null, 2)}\n`
}

/** Writes the generated documents into the project's root. */
export async function generateDocuments(root: string): Promise<void> {
  await writeFile(join(root, "openapi.json"), openApiText())
}
