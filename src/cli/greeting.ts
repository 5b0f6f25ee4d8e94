import type { App } from "../app.ts"
import type { Demo } from "../demo/demo-file.ts"
import { namesThisMachine } from "../http/dev-texts.ts"

/** What a newcomer wants to open first. For the terminal, on standard error, since it holds a link's secret. */
export function greet(app: App, demo: Demo | null): void {
  const lines = [
    ...(app.baseUrl === null ? [] : [`Documentation    ${app.baseUrl}/docs`]),
    ...(demo?.pageUrl == null ? [] : [`The public page  ${demo.pageUrl}`]),
    ...(app.baseUrl === null || !app.context.texts?.staysHere || !namesThisMachine(app.baseUrl)
      ? []
      : [`Texted codes     ${app.baseUrl}/dev/texts`]),
    ...(demo?.bookingUrl == null ? [] : [`A booking link   ${demo.bookingUrl}`]),
    ...(demo === null ? [] : [`The demo's key   ${demo.file}`]),
    ...(app.baseUrl === null || demo === null ? [] : [`Play an agent    ${talk(app.baseUrl, demo.file)}`]),
  ]
  if (lines.length > 0) process.stderr.write(`\n${lines.map((each) => `  ${each}\n`).join("")}\n`)
}

const talk = (baseUrl: string, file: string) =>
  `npm run cli -- agent talk --url ${baseUrl} --key-file ${file}`
