/** An operation for visitors as a page calls it: with a publishable key, by curl and by the SDK's client of pages. */
import { type Sampled, sdkMethod } from "./called.ts"
import type { CodeSample } from "./code-samples.ts"

/** `visitor_read_page` is `readPage` of the client. */
export const visitorMethod = (operationId: string) => sdkMethod(operationId.replace(/^visitor_/, ""))

export function visitorSamples({ operationId, method, path, parameters, body }: Sampled): CodeSample[] {
  const needsVisit = parameters.some(({ name, required }) => name === "X-Visit-Token" && required === true)
  const curl = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$API${path}"`,
    '-H "Authorization: Bearer $PUBLISHABLE_KEY"',
    '-H "Origin: https://www.example.com"',
    ...(needsVisit ? ['-H "X-Visit-Token: $VISIT_TOKEN"'] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ].join(" \\\n  ")
  const sent = body === undefined ? "" : JSON.stringify(body, null, 2)
  return [
    { lang: "Shell", label: "curl", source: curl },
    { lang: "JavaScript", label: "SDK", source: `await visitor.${visitorMethod(operationId)}(${sent})` },
  ]
}
