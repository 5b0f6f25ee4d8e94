/**
 * Within a version an API only grows. This compares two OpenAPI documents and names everything that a caller of the
 * older one would miss: a path, a method, a field of an answer, a value, or an input that suddenly must be sent.
 */
type Node = { [key: string]: unknown }

interface Documents {
  before: Node
  after: Node
}

/** The breaks in the newer document, one sentence each; empty when it only adds. */
export function breaksOf(before: unknown, after: unknown): string[] {
  const documents = { before: asNode(before), after: asNode(after) }
  const found: string[] = []
  for (const [path, methods] of entriesOf(documents.before.paths)) {
    for (const [method, operation] of entriesOf(methods)) {
      const at = `${method.toUpperCase()} ${path}`
      const now = asNode(asNode(asNode(documents.after.paths)[path])[method])
      if (Object.keys(now).length === 0) found.push(`${at} is gone`)
      else found.push(...operationBreaks(documents, asNode(operation), now, at))
    }
  }
  return found
}

function operationBreaks(documents: Documents, before: Node, after: Node, at: string): string[] {
  return [
    ...parameterBreaks(documents, before, after, at),
    ...bodyBreaks(documents, asNode(before.requestBody), asNode(after.requestBody), `${at} body`),
    ...answerBreaks(documents, asNode(before.responses), asNode(after.responses), at),
  ]
}

function parameterBreaks(documents: Documents, before: Node, after: Node, at: string): string[] {
  const was = parametersByName(documents.before, before)
  const now = parametersByName(documents.after, after)
  const found: string[] = []
  for (const [name, parameter] of was) {
    const kept = now.get(name)
    if (!kept) found.push(`${at} no longer takes ${name}`)
    else found.push(...inputBreaks(documents, parameter.schema, kept.schema, `${at} ${name}`))
  }
  for (const [name, parameter] of now) {
    if (parameter.required === true && was.get(name)?.required !== true) found.push(`${at} now needs ${name}`)
  }
  return found
}

function parametersByName(document: Node, operation: Node): Map<string, Node> {
  const list = (operation.parameters ?? []) as unknown[]
  return new Map(
    list.map((each) => resolved(document, each)).map((parameter) => [String(parameter.name), parameter]),
  )
}

function bodyBreaks(documents: Documents, before: Node, after: Node, at: string): string[] {
  const found: string[] = []
  if (after.required === true && before.required !== true) found.push(`${at} is now needed`)
  for (const [type, content] of entriesOf(before.content)) {
    const now = asNode(asNode(after.content)[type])
    if (now.schema === undefined) found.push(`${at} no longer takes ${type}`)
    else found.push(...inputBreaks(documents, asNode(content).schema, now.schema, at))
  }
  return found
}

function answerBreaks(documents: Documents, before: Node, after: Node, at: string): string[] {
  const found: string[] = []
  for (const [status, answer] of Object.entries(before)) {
    if (after[status] === undefined) {
      found.push(`${at} no longer answers ${status}`)
      continue
    }
    const was = resolved(documents.before, answer)
    const now = resolved(documents.after, after[status])
    for (const [type, content] of entriesOf(was.content)) {
      const schema = unasked(asNode(asNode(now.content)[type]).schema)
      found.push(...outputBreaks(documents, asNode(content).schema, schema, `${at} ${status}`))
    }
  }
  return found
}

/** The answer of those who have not asked for another: the other form is a refusal with status 200, by a company's setting. */
function unasked(schema: unknown): unknown {
  const forms = (asNode(schema).anyOf ?? []) as unknown[]
  const isByASetting = forms.some((form) => asNode(form).$ref === "#/components/schemas/RefusalWith200")
  return isByASetting ? forms[0] : schema
}

/** A caller's input that was right must stay right. */
function inputBreaks(documents: Documents, before: unknown, after: unknown, at: string): string[] {
  return schemaBreaks(documents, before, after, at, (was, now, where) => {
    const required = new Set((was.required ?? []) as string[])
    const added = ((now.required ?? []) as string[]).filter((name) => !required.has(name))
    const lost = typesOf(was).filter((type) => typesOf(now).length > 0 && !typesOf(now).includes(type))
    return [
      ...added.map((name) => `${where}.${name} is now needed`),
      ...lost.map((type) => `${where} no longer takes ${type}`),
    ]
  })
}

/** A reader of answers must find what was there, in the types that were there. */
function outputBreaks(documents: Documents, before: unknown, after: unknown, at: string): string[] {
  return schemaBreaks(documents, before, after, at, (was, now, where) => {
    const still = new Set((now.required ?? []) as string[])
    const properties = asNode(now.properties)
    const unsure = ((was.required ?? []) as string[]).filter((name) => name in properties && !still.has(name))
    const gained = typesOf(now).filter((type) => typesOf(was).length > 0 && !typesOf(was).includes(type))
    const lostAll = typesOf(was).length > 0 && typesOf(now).length === 0
    return [
      ...unsure.map((name) => `${where}.${name} may now be missing`),
      ...gained.map((type) => `${where} may now be ${type}`),
      ...(lostAll ? [`${where} is no longer ${typesOf(was).join(" or ")}`] : []),
    ]
  })
}

type Judge = (before: Node, after: Node, at: string) => string[]

/** The comparison that both directions share; `judge` adds the rules of one direction. */
function schemaBreaks(
  documents: Documents,
  before: unknown,
  after: unknown,
  at: string,
  judge: Judge,
): string[] {
  const was = resolved(documents.before, before)
  const now = resolved(documents.after, after)
  const inner = (one: unknown, other: unknown, where: string) =>
    schemaBreaks(documents, one, other, where, judge)
  const found = [...judge(was, now, at), ...valueBreaks(was, now, at)]
  for (const [name, property] of entriesOf(was.properties)) {
    const kept = asNode(now.properties)[name]
    if (kept === undefined) found.push(`${at}.${name} is gone`)
    else found.push(...inner(property, kept, `${at}.${name}`))
  }
  if (was.items !== undefined) found.push(...inner(was.items, now.items, `${at}[]`))
  for (const kind of ["anyOf", "oneOf"]) {
    const kept = (now[kind] ?? []) as unknown[]
    const forms = (was[kind] ?? []) as unknown[]
    forms.forEach((form, index) => {
      if (kept[index] === undefined) found.push(`${at} lost its form ${index + 1}`)
      else found.push(...inner(form, kept[index], `${at}(${index + 1})`))
    })
  }
  return found
}

function valueBreaks(before: Node, after: Node, at: string): string[] {
  const now = (after.enum ?? []) as unknown[]
  const lost = ((before.enum ?? []) as unknown[]).filter((value) => !now.includes(value))
  const changed = ["const", "format"].filter((word) => word in before && after[word] !== before[word])
  return [
    ...lost.map((value) => `${at} lost the value ${String(value)}`),
    ...changed.map((word) => `${at} is no longer ${String(before[word])}`),
  ]
}

const typesOf = (schema: Node): string[] =>
  schema.type === undefined ? [] : ([schema.type].flat() as string[])

/** Follows a reference inside its document. */
function resolved(document: Node, value: unknown): Node {
  const node = asNode(value)
  if (typeof node.$ref !== "string") return node
  const steps = node.$ref.slice(2).split("/")
  return resolved(
    document,
    steps.reduce<unknown>((at, step) => asNode(at)[step], document),
  )
}

const asNode = (value: unknown): Node => (value !== null && typeof value === "object" ? (value as Node) : {})
const entriesOf = (value: unknown): [string, unknown][] => Object.entries(asNode(value))
