/** A sample for a shell, by curl, and by jq where one call needs what another has found. */
import { type Sampled, type Sent, sentBy, sentInStep } from "./called.ts"
import { type Meant, meantBy, meantWithin, type Step, written } from "./sample.ts"

const secondsPerDay = 86_400

export function curlSample(sampled: Sampled, find: (operationId: string) => Sampled): string {
  const { steps = [], given = [] } = sampled.sample
  const known = [...given.map((name) => ({ name, isText: true })), ...steps]
  const found = steps.map((step) => {
    const called = find(step.operationId)
    const call = callOf({ ...called, kind: "CALL" }, sentInStep(called, step.input ?? {}), known, "curl -s")
    return `${variable(step.name)}=$(${call} |\n  jq ${/\.\w+$/.test(step.pick) ? "-r" : "-c"} '.data${step.pick}')`
  })
  const curl = `curl${sampled.kind === "STREAM" ? " -N" : ""}`
  return [...found, callOf(sampled, sentBy(sampled), known, curl)].join("\n")
}

type Known = Pick<Step, "name" | "isText">

/** `contactId` is CONTACT_ID. */
const variable = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

function callOf(called: Sampled, { path, query, body }: Sent, known: readonly Known[], curl: string): string {
  const { method, isOpen, fileType } = called
  const asked = Object.entries(query).map(([name, value]) => `${name}=${inUrl(value)}`)
  const filled = Object.entries(path).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, inUrl(value)),
    called.path,
  )
  const url = `"$API${filled}${asked.length > 0 ? `?${asked.join("&")}` : ""}"`
  const type = fileType ?? (body === undefined ? null : "application/json")
  const making = body === undefined ? null : madeByJq(body, known)
  return [
    ...(making === null ? [] : [`${making} |`]),
    [
      `${curl}${method === "GET" ? "" : ` -X ${method}`} ${url}`,
      ...(isOpen ? [] : ['-H "Authorization: Bearer $KEY"']),
      ...(type === null ? [] : [`-H "Content-Type: ${type}"`]),
      ...(fileType === null ? [] : ["--data-binary @logo.png"]),
      ...(body === undefined ? [] : [making === null ? `-d ${quoted(JSON.stringify(body))}` : "-d @-"]),
    ].join(" \\\n  "),
  ].join("\n")
}

/** A program that writes a body of which parts were found; null where none were. */
function madeByJq(body: unknown, known: readonly Known[]): string | null {
  const meant = meantWithin(body)
  if (meant.length === 0) return null
  const names = new Set(meant.flatMap((each) => (each.kind === "found" ? [each.name] : [])))
  const given = known
    .filter(({ name }) => names.has(name))
    .map(({ name, isText }) => `${isText ? "--arg" : "--argjson"} ${name} "$${variable(name)}" `)
  return `jq -n ${given.join("")}${quoted(written(body, inJq))}`
}

const inJqAs = { time: "todate", day: "todate | .[:10]", hour: 'strftime("%Y-%m-%dT%H:00:00Z")' }

function inJq(meant: Meant): string {
  if (meant.kind === "found") return `$${meant.name}${meant.way}`
  const sign = meant.days < 0 ? "-" : "+"
  const time = meant.days === 0 ? "now" : `now ${sign} ${Math.abs(meant.days) * secondsPerDay}`
  return `(${time} | ${inJqAs[meant.kind]})`
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function inUrl(value: unknown): string {
  const meant = meantBy(value)
  if (meant?.kind === "found") return `$${variable(meant.name)}`
  if (meant) return `$(jq -nr '${inJq(meant)}')`
  return encodeURIComponent(String(value)).replaceAll("%3A", ":")
}
