/**
 * The surface of an API: what its callers rely on, one line a field. It is kept of past versions, and read back as a document that
 * the newest is compared with. A line has the place, the field, its types with `null` where it may be, and then as they apply
 * `required`, its values, its constant and its format:
 *
 *     PUT /api/v1/things/{id} 200 application/json | .data[].state | string | required | values ["on","off"]
 */
type Node = { [key: string]: unknown }

interface Line {
  place: string
  field: string
  facts: string[]
}

export function surfaceOf(document: unknown): string {
  const { paths, components } = document as Node
  const lines = [
    ...entriesOf(paths).flatMap(([path, methods]) =>
      entriesOf(methods).flatMap(([method, operation]) =>
        operationLines(`${method.toUpperCase()} ${path}`, asNode(operation), document as Node),
      ),
    ),
    ...entriesOf(asNode(components).responses).flatMap(([name, answer]) =>
      answerLines(`answer ${name}`, answer),
    ),
    ...entriesOf(asNode(components).schemas).flatMap(([name, schema]) =>
      schemaLines(name, "", schema, false),
    ),
  ]
  return lines.map(({ place, field, facts }) => `${[place, field || ".", ...facts].join(" | ")}\n`).join("")
}

function operationLines(at: string, operation: Node, document: Node): Line[] {
  const { required, content } = asNode(operation.requestBody)
  return [
    { place: at, field: "", facts: required === true ? ["body", "required"] : ["body"] },
    ...((operation.parameters ?? []) as unknown[]).flatMap((each) => {
      const parameter = resolved(document, each)
      return schemaLines(
        `${at} ${parameter.in ?? "query"}`,
        `.${parameter.name}`,
        parameter.schema,
        parameter.required,
      )
    }),
    ...contentLines(`${at} body`, content),
    ...entriesOf(operation.responses).flatMap(([status, answer]) => answerLines(`${at} ${status}`, answer)),
  ]
}

const answerLines = (at: string, answer: Node): Line[] => [
  {
    place: at,
    field: "",
    facts: ["answer", ...(answer.$ref === undefined ? [] : [`as ${nameOf(answer.$ref)}`])],
  },
  ...contentLines(at, answer.content),
]

const contentLines = (at: string, content: unknown) =>
  entriesOf(content).flatMap(([type, { schema }]) => schemaLines(`${at} ${type}`, "", schema, false))

function schemaLines(place: string, field: string, schema: unknown, isRequired: unknown): Line[] {
  const node = asNode(schema)
  const needed = new Set((node.required ?? []) as string[])
  const forms = ["anyOf", "oneOf"].flatMap((kind) =>
    ((node[kind] ?? []) as unknown[]).flatMap((form, index) =>
      schemaLines(place, `${field}(${kind} ${index + 1})`, form, false),
    ),
  )
  return [
    { place, field, facts: factsOf(node, isRequired === true) },
    ...entriesOf(node.properties).flatMap(([name, property]) =>
      schemaLines(place, `${field}.${name}`, property, needed.has(name)),
    ),
    ...(node.items === undefined ? [] : schemaLines(place, `${field}[]`, node.items, false)),
    ...forms,
  ]
}

function factsOf(node: Node, isRequired: boolean): string[] {
  const type = node.$ref === undefined ? [node.type ?? "any"].flat().join(" or ") : `as ${nameOf(node.$ref)}`
  const unmet = ((node.required ?? []) as string[]).filter((name) => !(name in asNode(node.properties)))
  return [
    type,
    ...(isRequired ? ["required"] : []),
    ...(node.enum === undefined ? [] : [`values ${JSON.stringify(node.enum)}`]),
    ...(node.const === undefined ? [] : [`always ${JSON.stringify(node.const)}`]),
    ...(node.format === undefined ? [] : [`format ${node.format}`]),
    ...(unmet.length === 0 ? [] : [`needs ${JSON.stringify(unmet)}`]),
  ]
}

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
    else placeIn(within(within(document.paths, path), method.toLowerCase()), where, { steps, facts })
  }
  return document
}

function placeIn(operation: Node, where: string[], { steps, facts }: Told): void {
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

const nameOf = (ref: unknown) => String(ref).split("/").at(-1)!
const asNode = (value: unknown): Node => (value !== null && typeof value === "object" ? (value as Node) : {})
const entriesOf = (value: unknown): [string, Node][] => Object.entries(asNode(value)) as [string, Node][]

function resolved(document: Node, value: unknown): Node {
  const { $ref, ...node } = asNode(value)
  if (typeof $ref !== "string") return node
  return resolved(
    document,
    $ref
      .slice(2)
      .split("/")
      .reduce<unknown>((at, step) => asNode(at)[step], document),
  )
}
