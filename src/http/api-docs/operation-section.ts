/** One operation on the page: what it does, who may, what it takes, a call to copy and the answer to expect. */
import { bodyExample, exampleOf, resolved } from "./examples.ts"
import { expectationOf, type FieldRow, fieldRows } from "./fields.ts"
import { type Html, html, prose } from "./html.ts"
import type { JsonSchema } from "./json-schema.ts"
import type { OpenApiDocument, OpenApiOperation } from "./openapi.ts"

export interface DocumentedOperation {
  method: string
  path: string
  operation: OpenApiOperation
}

export function operationSection(document: OpenApiDocument, documented: DocumentedOperation): Html {
  const { method, path, operation } = documented
  return html`<article id="${operation.operationId}">
<h3>${operation.summary}</h3>
<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
${operation.description ? html`<p>${prose(operation.description)}</p>` : ""}
<p class="quiet">${rolesText(operation)}</p>
${parameterTable(document, operation)}
${bodyTable(document, operation)}
<div class="examples">
<figure><figcaption>Request</figcaption><pre tabindex="0">${curlOf(document, documented)}</pre></figure>
<figure><figcaption>Answer ${successOf(operation)[0]}</figcaption><pre tabindex="0">${answerText(document, operation)}</pre></figure>
</div>
</article>`
}

function rolesText({ "x-roles": roles, "x-user-roles": userRoles }: OpenApiOperation): string {
  if (roles.length === 0) return "Needs no key."
  if (roles.join() === userRoles.join()) return `For keys and users with the role ${roles.join(" or ")}.`
  return `For keys with the role ${roles.join(" or ")}, and users with the role ${userRoles.join(" or ")}.`
}

function parameterTable(document: OpenApiDocument, operation: OpenApiOperation): Html | "" {
  const rows = (operation.parameters ?? []).map((each) => {
    const parameter = resolved(document, each)
    const schema = parameter.schema as JsonSchema
    return {
      name: String(parameter.name),
      expected: `${expectationOf(document, schema)} (${parameter.in})`,
      required: parameter.required === true,
      description: String(parameter.description ?? ""),
    }
  })
  return fieldTable("Parameters", rows)
}

function bodyTable(document: OpenApiDocument, { requestBody }: OpenApiOperation): Html | "" {
  if (!requestBody) return ""
  const schema = requestBody.content["application/json"]?.schema
  if (schema) return fieldTable("Body", fieldRows(document, schema))
  return html`<p>The body is a file: ${Object.keys(requestBody.content).join(", ")}.</p>`
}

function fieldTable(caption: string, rows: readonly FieldRow[]): Html | "" {
  if (rows.length === 0) return ""
  return html`<table><caption>${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Expected</th></tr></thead>
<tbody>${rows.map(fieldRow)}</tbody></table>`
}

function fieldRow({ name, expected, required, description }: FieldRow): Html {
  const note = description ? html`<br><span class="quiet">${prose(description)}</span>` : ""
  const must = required ? html` <span class="must">required</span>` : ""
  return html`<tr><th scope="row"><code>${name}</code>${must}</th><td>${expected}${note}</td></tr>`
}

function curlOf(document: OpenApiDocument, { method, path, operation }: DocumentedOperation): string {
  const lines = [
    `curl${method === "get" ? "" : ` -X ${method.toUpperCase()}`} "$BASE_URL${filledPath(path)}"`,
  ]
  if (operation.security === undefined) lines.push(`-H "Authorization: Bearer $API_KEY"`)
  if (takesKey(operation)) lines.push(`-H "Idempotency-Key: $(uuidgen)"`)
  lines.push(...bodyLines(document, operation))
  return lines.join(" \\\n  ")
}

const takesKey = ({ parameters = [] }: OpenApiOperation) =>
  parameters.some(({ $ref }) => $ref === "#/components/parameters/IdempotencyKey")

const filledPath = (path: string) => path.replace(/\{\w+\}/g, "7")

const nounOf = ({ tags }: OpenApiOperation) => tags[0] ?? ""

function bodyLines(document: OpenApiDocument, operation: OpenApiOperation): string[] {
  const { requestBody } = operation
  if (!requestBody) return []
  const schema = requestBody.content["application/json"]?.schema
  if (!schema) return [`-H "Content-Type: ${Object.keys(requestBody.content)[0]}"`, "--data-binary @file"]
  const example = JSON.stringify(bodyExample(document, schema, nounOf(operation)), null, 2)
  return [`-H "Content-Type: application/json"`, `-d '${example}'`]
}

function successOf(operation: OpenApiOperation): [string, JsonSchema] {
  return Object.entries(operation.responses)[0] as [string, JsonSchema]
}

function answerText(document: OpenApiDocument, operation: OpenApiOperation): string {
  const content = successOf(operation)[1].content as Record<string, { schema: JsonSchema }>
  const { schema } = content["application/json"]!
  return JSON.stringify(exampleOf(document, schema, nounOf(operation)), null, 2)
}
