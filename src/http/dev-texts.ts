/** `/dev/texts`: what would have been texted, for developers. Only a host that sends no texts has it. */
import type { FastifyInstance } from "fastify"
import type { AppContext } from "../context.ts"
import { type DevText, readDevTexts } from "../operations/texts/dev-texts.ts"
import { html } from "./html.ts"

const contentPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function mountDevTexts(app: FastifyInstance, context: AppContext): void {
  app.get("/dev/texts", async (request, reply) => {
    const texts = await readDevTexts(context)
    reply.header("cache-control", "no-store").header("content-security-policy", contentPolicy)
    if (request.headers.accept?.includes("application/json")) return { success: true, data: texts }
    return reply.type("text/html; charset=utf-8").send(pageOf(texts))
  })
}

function pageOf(texts: readonly DevText[]): string {
  const rows = texts.map(
    ({ from, to, body, at }) => html`<dt>${at} · ${from} → ${to}</dt><dd>${body}</dd>
`,
  )
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5">
<title>Texts</title></head>
<body><h1>Texts that were not sent</h1>
<p>This host sends none. The newest stands first.</p>
<dl>${rows}</dl></body>
</html>
`.html
}
