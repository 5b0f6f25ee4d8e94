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
