/**
 * Counts the lines of code of the rooms, neither blank nor comment: `node bin/count-lines.js [FOLDER]`. Modules of messages and
 * generated files are left out. For an earlier commit, give a folder that holds its files.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseSync } from "vite"

/** The rooms, and the two folders that held them before. */
const ROOMS = ["domain", "service", "console", "pages", "ui", "src", "web"]

/** Texts of one language, what a program writes, and tests beside the code. */
const LEFT_OUT = /(^|\/)(words|messages)\/(en|es|fr)(\/|\.)|\.generated\.|\.d\.ts$|\.test\.|(^|\/)dist\//

const folder = resolve(process.argv[2] ?? ".")
let all = 0
for (const room of ROOMS.filter((name) => existsSync(join(folder, name)))) {
  const paths = readdirSync(join(folder, room), { recursive: true }).filter(
    (path) => /\.(tsx?|css)$/.test(path) && !LEFT_OUT.test(path),
  )
  const lines = paths.reduce((sum, path) => sum + codeLines(join(folder, room, path)), 0)
  all += lines
  process.stdout.write(`${room}: ${lines}\n`)
}
process.stdout.write(`all: ${all}\n`)

function codeLines(path) {
  const text = readFileSync(path, "utf8")
  const code = path.endsWith(".css") ? text.replace(/\/\*[\s\S]*?\*\//g, "") : withoutComments(path, text)
  return code.split("\n").filter((line) => line.trim() !== "").length
}

function withoutComments(path, text) {
  const { comments } = parseSync(path, text)
  return comments.toReversed().reduce((code, { start, end }) => code.slice(0, start) + code.slice(end), text)
}
