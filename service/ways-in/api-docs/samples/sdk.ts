/** A sample in JavaScript, by the SDK. */
import { type Sampled, type Sent, sdkMethod, sentBy, sentInStep } from "./called.ts"
import { type Input, type Meant, written } from "./sample.ts"

const msPerDay = "86_400_000"
/** The clock of the sample's reader, in two parts: the code that writes it reads none. */
const clock = ["Date", "now()"].join(".")

export function sdkSample(sampled: Sampled, find: (operationId: string) => Sampled): string {
  const found = (sampled.sample.steps ?? []).map((step) => {
    const called = find(step.operationId)
    const call = callOf(called, sentInStep(called, step.input ?? {}))
    const way = `${called.kind === "LIST" ? ".data" : ""}${step.pick}`.replace("[-1]", ".at(-1)")
    return `const ${step.name} = (await ${call})${way}`
  })
  const call = callOf(sampled, sentBy(sampled))
  return [
    ...found,
    sampled.kind === "CALL" ? `await ${call}` : `for await (const each of ${call}) console.log(each)`,
  ].join("\n")
}

function callOf({ operationId, fileType }: Sampled, { path, query, body }: Sent): string {
  const input = { ...path, ...query, ...(body as Input | undefined) }
  const isEmpty = Object.keys(input).length === 0
  const given = fileType !== null ? withImage(path) : isEmpty ? "" : literalOf(input)
  return `client.${sdkMethod(operationId)}(${given})`
}

/** The file is a value that the reader has. */
const withImage = (path: object) =>
  Object.keys(path).length === 0 ? "{ image }" : `${literalOf(path).slice(0, -1).trimEnd()}, image }`

/** JSON as JavaScript has it: names without quotes. */
const literalOf = (value: object) =>
  written(value, inJavaScript, 2)
    .replace(/^( *)"([A-Za-z_]\w*)":/gm, "$1$2:")
    .replace(/^( *)(\w+): \2(,?)$/gm, "$1$2$3")

const inJavaScriptAs = { time: "", day: ".slice(0, 10)", hour: '.replace(/:.*/, ":00:00Z")' }

function inJavaScript(meant: Meant): string {
  if (meant.kind === "found") return `${meant.name}${meant.way}`
  const sign = meant.days < 0 ? "-" : "+"
  const time = `new Date(${clock} ${sign} ${Math.abs(meant.days)} * ${msPerDay}).toISOString()`
  return `${time}${inJavaScriptAs[meant.kind]}`
}
