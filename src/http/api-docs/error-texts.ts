/** The table in docs/errors.md, so that the page and the file say the same. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

export interface ErrorText {
  code: string
  status: number
  when: string
  whatToDo: string
}

const file = join(import.meta.dirname, "../../../docs/errors.md")
const row = /^\| `(\w+)` \| (\d{3}) \| (.+?) \| (.+?) \|$/gm

export function errorTexts(): ErrorText[] {
  const text = readFileSync(file, "utf8")
  return [...text.matchAll(row)].map(([, code, status, when, whatToDo]) => ({
    code: code!,
    status: Number(status),
    when: when!,
    whatToDo: whatToDo!,
  }))
}
