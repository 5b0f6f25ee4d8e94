import { readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { analyse } from "scslre"
import { parseSync } from "vite"

/**
 * Judges every regular expression by the checker `scslre`: one that takes longer than linear in the length of a text is
 * refused, since a stranger's text could hold the process with it (docs/decisions/0034-texts-are-cut-before-patterns.md).
 *
 *     node bin/patterns.js [files or folders …]
 */
const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const FOLDERS = ["domain", "service", "console", "pages", "ui", "sdk/src"]

/** Worse than linear, and why no text of a caller gets there. */
const JUSTIFIED = [
  {
    file: "service/host/cli/agent/input-line.ts",
    begins: "^(\\S*)",
    why: "a person's own line at the terminal",
  },
  {
    file: "service/host/cli/agent/input-line.ts",
    begins: "([^\\s=]+)=",
    why: "the same line; its last form takes all",
  },
  {
    file: "service/host/database/schema-text.ts",
    begins: "('(?:[^']",
    why: "reads the catalog of our own schema",
  },
  {
    file: "service/host/database/schema-text.ts",
    begins: " = ANY ",
    why: "reads the catalog of our own schema",
  },
  { file: "service/ways-in/api-docs/routes.ts", begins: "^\\| `", why: "reads docs/errors.md" },
]

/** The places where patterns are made of others at run time, with one as it comes out. */
const MADE = [
  { file: "service/host/config/map-tiles-config.ts", example: /^[^<>\p{Cc}]{1,300}$/u },
  {
    file: "service/ways-in/http/routing.ts",
    example: /^\/api\/v1\/customers\/[^/]+\/contacts\/[^/]+\/consent$/,
  },
  { file: "service/ways-in/agent-api/platform/prompts.ts", example: /^~~~text voice\n([\s\S]*?)^~~~$/m },
  {
    file: "domain/time/posix-rule.ts",
    example:
      /^([A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)([+-]?\d{1,3}(?::\d{2}){0,2})(?:([A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)([+-]?\d{1,3}(?::\d{2}){0,2})?,([^,]+),([^,]+))?$/,
  },
]

const named = process.argv.slice(2)
const paths = named.length > 0 ? named : FOLDERS.map((folder) => join(root, folder))
const found = paths.flatMap(filesIn).flatMap(patternsIn)
const complaints = found.flatMap((each) => complaintAbout(each) ?? [])
if (named.length === 0) complaints.push(...idleLines())
process.stdout.write(complaints.map((line) => `${line}\n`).join(""))
process.exitCode = complaints.length === 0 ? 0 : 1

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, String(name)))
    .filter((file) => /\.(tsx?|js)$/.test(file) && !file.endsWith(".test.ts"))
}

/** The patterns of a file, and the places where it makes one at run time. */
function patternsIn(path) {
  const text = readFileSync(path, "utf8")
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const patterns = []
  walk(program, (node) => {
    const file = relative(root, path)
    const line = text.slice(0, node.start).split("\n").length
    const made = MADE.find((each) => each.file === file)
    if (node.type === "Literal" && node.regex) {
      patterns.push({ file, line, pattern: new RegExp(node.regex.pattern, node.regex.flags) })
    } else if (/^(New|Call)Expression$/.test(node.type) && node.callee.name === "RegExp") {
      patterns.push({ file, line, made, pattern: made?.example ?? null })
    }
  })
  return patterns
}

function walk(node, visit) {
  if (node === null || typeof node !== "object") return
  if (node.type) visit(node)
  for (const inner of Object.values(node)) walk(inner, visit)
}

/** The fault of a pattern, in a line; null when there is none. */
function complaintAbout({ file, line, pattern }) {
  if (pattern === null)
    return `${file}:${line} makes a pattern at run time: bin/patterns.js needs one as it comes out`
  if (justificationOf(file, pattern)) return null
  const { reports } = analyse(pattern)
  if (reports.length === 0) return null
  const growth = reports.some(({ exponential }) => exponential) ? "exponential" : "polynomial"
  return `${file}:${line} ${pattern} takes ${growth} time: ${reports.map(({ type }) => type).join(", ")}`
}

function justificationOf(file, { source }) {
  return JUSTIFIED.find((each) => each.file === file && source.startsWith(each.begins))
}

/** Lines of the tables above that nothing needs any more. */
function idleLines() {
  const justified = found.map(({ file, pattern }) => pattern && justificationOf(file, pattern))
  const made = found.map((each) => each.made)
  return [...JUSTIFIED, ...MADE]
    .filter((each) => !justified.includes(each) && !made.includes(each))
    .map(({ file }) => `bin/patterns.js has a line about ${file} that nothing needs`)
}
