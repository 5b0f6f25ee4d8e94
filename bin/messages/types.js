/** The types of a catalogue's messages, from its English: a string, or a function of the arguments by name. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../setup.js"
import { argumentsOf } from "./arguments.js"
import { CATALOGUES, readCatalogue } from "./catalogues.js"

/** Writes `messages.generated.ts` into each catalogue's folder. A file that holds the same already is left alone. */
export function writeTypes() {
  for (const folder of CATALOGUES) {
    const path = join(root, folder, "messages.generated.ts")
    const text = `// Made by bin/messages from the English messages.\nexport interface Messages ${typeOf(readCatalogue(folder, "en"))}\n`
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text)
  }
}

function typeOf(tree, indent = "") {
  const lines = Object.entries(tree).map(([key, message]) => {
    const type = typeof message === "string" ? typeOfMessage(message) : typeOf(message, `${indent}  `)
    return `${indent}  readonly ${JSON.stringify(key)}: ${type}\n`
  })
  return `{\n${lines.join("")}${indent}}`
}

function typeOfMessage(message) {
  const found = Object.entries(argumentsOf(message))
  if (found.length === 0) return "string"
  return `(values: { ${found.map(([name, type]) => `${name}: ${type}`).join("; ")} }) => string`
}
