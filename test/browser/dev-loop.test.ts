/** `npm run dev` as somebody works with it: files are saved, and the page that is open shows the change. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type DevLoop, startDevLoop, watchConnection } from "../support/dev-loop.ts"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"
import { openPublicPage, slug } from "../support/public-page.ts"
import { startService, type TestService } from "../support/service.ts"
import { root } from "../support/source-files.ts"
import { makeType, tellStory } from "../support/story.ts"
import { expectAccessible, launch, patienceMs } from "./browser.ts"

let database: TestDatabase
/** A company in the database. */
let service: TestService
let dev: DevLoop
let browser: Browser

beforeAll(async () => {
  database = await createTestDatabase()
  service = await startService({ database, now: new Date().toISOString() })
  await openPublicPage(service, await tellStory(service))
  await makeType(service, { name: "Boiler replacement", public_booking: true })
  dev = await startDevLoop(database.url)
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await dev.stop()
  await service.stop()
})

interface Opened {
  page: Page
  errors: string[]
  /** Waits until the page hears of changes. */
  connected(): Promise<void>
}

async function open(url: string): Promise<Opened> {
  const page = await browser.newPage({ locale: "en-US" })
  page.setDefaultTimeout(patienceMs)
  const errors: string[] = []
  page.on("pageerror", (error) => errors.push(String(error)))
  const connected = watchConnection(page)
  await page.goto(url)
  return { page, errors, connected }
}

it("HO-02 a debugger attaches by the shipped launch.json", async () => {
  const { configurations } = JSON.parse(readFileSync(join(root, ".vscode/launch.json"), "utf8"))
  const [attach] = configurations
  expect(attach).toMatchObject({ type: "node", request: "attach", restart: true })
  const usualPort = /"inspect-port": \{[^}]*default: "(\d+)"/.exec(
    readFileSync(join(root, "bin/dev/run.js"), "utf8"),
  )?.[1]
  expect(String(attach.port)).toBe(usualPort)

  const socket = new WebSocket(dev.debuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve)
    socket.addEventListener("error", reject)
  })
  const answered = new Promise<string>((resolve) => {
    socket.addEventListener("message", ({ data }) => resolve(String(data)))
  })
  const expression = "process.argv.at(-2)"
  socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression } }))
  expect(await answered).toContain("serve")
  socket.close()
})

it("HO-02 a style and a component of the console change in place, and what was typed stays", async () => {
  const { page, errors, connected } = await open(`${dev.url}/console`)
  const email = page.getByLabel("Email")
  await email.fill("half@writ")
  await connected()

  dev.change("console/styles/base.css", "body {", "body {\n  border-top: 7px solid;")
  const border = () => page.evaluate<string>("getComputedStyle(document.body).borderTopWidth")
  await expect.poll(border).toBe("7px")

  dev.change("console/sign-in/sign-in-page.tsx", "{words.title}</h1>", "{words.title}, please</h1>")
  await page.getByRole("heading", { name: "Sign in, please" }).waitFor()
  expect(await email.inputValue()).toBe("half@writ")
  expect(errors).toEqual([])
  await page.close()
})

it("HO-02 a message, a style and a component of a customers' page are on the screen when they are saved", async () => {
  const { page, errors, connected } = await open(`${dev.customersUrl}/${slug}`)
  const heading = (name: string) => page.getByRole("heading", { name })
  await heading("What would you like to book?").waitFor()
  await connected()

  dev.change(
    "pages/customer/public-page/messages/en.json",
    "What would you like to book?",
    "What shall we do?",
  )
  await heading("What shall we do?").waitFor()
  await connected()

  dev.change("pages/customer/public-page/app.tsx", "<h1>", '<h1 title="changed">')
  await page.getByTitle("changed").waitFor()

  dev.change("pages/shared/styles/base.css", "body {", "body {\n  border-top: 7px solid;")
  const border = () => page.evaluate<string>("getComputedStyle(document.body).borderTopWidth")
  await expect.poll(border).toBe("7px")
  expect(errors).toEqual([])
  await page.close()
})

it("HO-02 an operation answers from its new code, also after a mistake that ended the service", async () => {
  const name = async () => {
    const answer = await fetch(`${dev.url}/api/v1/company`, {
      headers: { authorization: `Bearer ${service.key}` },
    })
    if (!answer.ok) return answer.status
    const { data } = (await answer.json()) as { data: { name: string } }
    return data.name
  }
  expect(await name()).toBe("Harbour Heating")
  const line = "return shown(context, context.db, company)"
  const changed = 'return { ...(await shown(context, context.db, company)), name: "Changed" }'
  dev.change("service/company/company.ts", line, changed)
  await expect.poll(name).toBe("Changed")

  dev.change("service/company/company.ts", changed, `return ${changed}`)
  await expect.poll(name).toBe(503)
  dev.change("service/company/company.ts", `return ${changed}`, line)
  await expect.poll(name).toBe("Harbour Heating")
})

it("HO-09 the console's parts open in the browser, each in its states, in light and in dark", async () => {
  const { page, errors } = await open(`${dev.url}/console/parts`)
  await page.getByRole("heading", { name: "The console’s parts" }).waitFor()
  const ground = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor")
  const grounds: string[] = []
  for (const scheme of ["Light", "Dark"]) {
    await page.getByRole("button", { name: scheme, exact: true }).click()
    expect(await page.getByRole("button", { name: scheme, exact: true }).getAttribute("aria-pressed")).toBe(
      "true",
    )
    await expectAccessible(page, `the gallery of parts, ${scheme}`)
    grounds.push(await ground())
  }
  expect(new Set(grounds).size).toBe(2)

  for (const [opens, title] of [
    ["Open the dialog", "New key"],
    ["Open the panel", "Boiler service"],
    ["Ask", "Cancel the visit of Ana Ruiz?"],
  ] as const) {
    await page.getByRole("button", { name: opens }).click()
    const dialog = page.getByRole("dialog", { name: title })
    await dialog.waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
  }
  await page.getByRole("button", { name: "Keep mine" }).first().click()
  await expect.poll(() => page.getByRole("button", { name: "Keep mine" }).first().isDisabled()).toBe(true)
  expect(errors).toEqual([])
  await page.close()
})
