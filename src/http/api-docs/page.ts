/** The readable documentation: one page without a script, made of the OpenAPI document and the table of errors. */
import { type ErrorText, errorTexts } from "./error-texts.ts"
import { type Html, html, prose } from "./html.ts"
import type { OpenApiDocument, OpenApiOperation } from "./openapi.ts"
import { type DocumentedOperation, operationSection } from "./operation-section.ts"

export function docsPage(document: OpenApiDocument, stylesPath: string): string {
  const groups = grouped(document)
  const { title, description } = document.info
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} API</title>
<link rel="stylesheet" href="${stylesPath}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="frame">
${navigation(groups)}
<main id="content">
<header><h1>${title} API</h1>
<p>${prose(description)}</p>
<p>Send <code>Authorization: Bearer</code> with an API key or a session's token. The machine-readable form of this
page is <a href="/openapi.json">openapi.json</a>.</p></header>
${[...groups].map(([tag, operations]) => group(document, tag, operations))}
${errors(errorTexts())}
</main>
</div>
</body>
</html>
`.text
}

type Groups = Map<string, DocumentedOperation[]>

function grouped(document: OpenApiDocument): Groups {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return new Map(
    document.tags.map(({ name }) => [name, documented.filter(({ operation }) => operation.tags[0] === name)]),
  )
}

const anchorOf = (tag: string) => tag.toLowerCase().replace(/[^a-z0-9]+/g, "-")

function navigation(groups: Groups): Html {
  const entries = [...groups].map(
    ([tag, operations]) => html`<li><a href="#${anchorOf(tag)}">${tag}</a>
<ul>${operations.map(({ operation }) => navigationEntry(operation))}</ul></li>`,
  )
  return html`<nav aria-label="Contents">
<ul>${entries}<li><a href="#errors">Errors</a></li></ul></nav>`
}

const navigationEntry = ({ operationId, summary }: OpenApiOperation) =>
  html`<li><a href="#${operationId}">${summary}</a></li>`

function group(document: OpenApiDocument, tag: string, operations: readonly DocumentedOperation[]): Html {
  return html`<section id="${anchorOf(tag)}"><h2>${tag}</h2>
${operations.map((documented) => operationSection(document, documented))}</section>`
}

function errors(texts: readonly ErrorText[]): Html {
  return html`<section id="errors"><h2>Errors</h2>
<p>A refusal is <code>{"success":false,"error":{"code","message","field?","details?","request_id"}}</code>. Decide by
the code; the message is for people.</p>
<table class="errors"><caption>Codes</caption>
<thead><tr><th scope="col">Code</th><th scope="col">When</th><th scope="col">What to do</th></tr></thead>
<tbody>${texts.map(errorRow)}</tbody></table></section>`
}

function errorRow({ code, status, when, whatToDo }: ErrorText): Html {
  return html`<tr><th scope="row" id="error-${code}"><code>${code}</code> <span class="quiet">${status}</span></th>
<td>${prose(when)}</td><td>${prose(whatToDo)}</td></tr>`
}
