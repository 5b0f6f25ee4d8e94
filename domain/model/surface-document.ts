/** The surface of a past version, read back as a document that the newest is compared with: see `api-surface.ts`. */
type Node = { [key: string]: unknown }

/** A document with that surface. Throws for a line that no surface has. */
export function documentOf(surface: string): object {
  const document = { paths: {} as Node, components: { schemas: {} as Node, responses: {} as Node } }
  for (const text of surface.split("\n").filter((line) => line !== "")) {
    const [place = "", field = "", ...facts] = text.split(" | ")
    const [method = "", path, ...where] = place.split(" ")
    const steps = stepsOf(field)
    if (path === undefined) describe(within(document.components.schemas, method), steps, facts)
    else if (method === "answer")
      answerIn(within(document.components.responses, path), where, { steps, facts })
    else positionIn(within(within(document.paths, path), method.toLowerCase()), where, { steps, facts })
  }
  return document
}

function positionIn(operation: Node, where: string[], { steps, facts }: Told): void {
  const [part, type] = where
  if (part === undefined) {
    operation.responses ??= {}
    if (facts.includes("required")) within(operation, "requestBody").required = true
    return
  }
  if (part === "body") {
    describe(
      within(within(within(operation, "requestBody"), "content"), type!),
      [{ kind: "schema" }, ...steps],
      facts,
    )
    return
  }
  if (/^\d/.test(part)) {
    answerIn(within(within(operation, "responses"), part), type === undefined ? [] : [type], { steps, facts })
    return
  }
  const [first, ...rest] = steps as [{ kind: "property"; name: string }, ...Step[]]
  const parameters = listIn(operation, "parameters")
  let parameter = parameters.find(({ name }) => name === first.name)
  if (!parameter) {
    parameter = { name: first.name, in: part, required: facts.includes("required") }
    parameters.push(parameter)
  }
  describe(parameter, [{ kind: "schema" }, ...rest], facts)
}

function answerIn(answer: Node, [type]: string[], { steps, facts }: Told): void {
  if (type !== undefined) {
    describe(within(within(answer, "content"), type), [{ kind: "schema" }, ...steps], facts)
    return
  }
  const name = facts.map((fact) => /^as (.*)$/.exec(fact)?.[1]).find((each) => each !== undefined)
  if (name !== undefined) answer.$ref = `#/components/responses/${name}`
}

interface Told {
  steps: Step[]
  facts: string[]
}

type Step =
  | { kind: "schema" }
  | { kind: "property"; name: string }
  | { kind: "items" }
  | { kind: "form"; of: string; index: number }

const stepPattern = /\.([^.[\]()]+)|(\[\])|\((anyOf|oneOf) (\d+)\)/g

function stepsOf(field: string): Step[] {
  if (field === ".") return []
  const found = [...field.matchAll(stepPattern)]
  if (found.map(([text]) => text).join("") !== field) throw new Error(`No field of a surface: ${field}`)
  return found.map(([, name, items, of, index]) => {
    if (name !== undefined) return { kind: "property", name }
    return items ? { kind: "items" } : { kind: "form", of: of!, index: Number(index) - 1 }
  })
}

function describe(holder: Node, steps: readonly Step[], facts: readonly string[]): void {
  let owner: Node | null = null
  let node = holder
  for (const step of steps) {
    owner = step.kind === "property" ? node : null
    node = stepInto(node, step)
  }
  const last = steps.at(-1)
  if (owner && last?.kind === "property" && facts.includes("required"))
    owner.required = [...((owner.required ?? []) as string[]), last.name]
  for (const fact of facts) tell(node, fact)
}

function stepInto(node: Node, step: Step): Node {
  switch (step.kind) {
    case "schema":
      return within(node, "schema")
    case "property":
      return within(within(node, "properties"), step.name)
    case "items":
      return within(node, "items")
    case "form": {
      const forms = listIn(node, step.of)
      forms[step.index] ??= {}
      return forms[step.index]!
    }
  }
}

function tell(node: Node, fact: string): void {
  const [word = "", rest = ""] = [fact.split(" ", 1)[0], fact.slice(fact.indexOf(" ") + 1)]
  if (word === "values") node.enum = JSON.parse(rest)
  else if (word === "always") node.const = JSON.parse(rest)
  else if (word === "format") node.format = rest
  else if (word === "needs") node.required = [...((node.required ?? []) as string[]), ...JSON.parse(rest)]
  else if (word === "as") node.$ref = `#/components/schemas/${rest}`
  else if (fact !== "required" && fact !== "any") {
    const types = fact.split(" or ")
    node.type = types.length === 1 ? types[0] : types
  }
}

/** The object by that name, made where there is none. */
function within(node: Node, key: string): Node {
  node[key] ??= {}
  return node[key] as Node
}

function listIn(node: Node, key: string): Node[] {
  node[key] ??= []
  return node[key] as Node[]
}
