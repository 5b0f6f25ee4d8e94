import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import type { TestService } from "../support/service.ts"
import { makeUser, password } from "../support/users.ts"
import { patienceMs } from "./browser.ts"

/** Signs in to the console without a mouse, until a board of March stands: the first field has the focus. */
export async function signInByKeys(page: Page, email: string): Promise<void> {
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await page.keyboard.type(email)
  await page.keyboard.press("Tab")
  await page.keyboard.type(password)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { level: 1, name: /March/ }).waitFor()
}

export interface SignedIn {
  page: Page
  /** Errors that no script has caught. Empty when all is well. */
  complaints: string[]
}

/** A page of the console at that path, on the service's clock, in which an admin has just signed in; `email` names another user. */
export async function signedInAt(
  service: TestService,
  browser: Browser,
  path: string,
  { email, ...options }: BrowserContextOptions & { email?: string } = {},
): Promise<SignedIn> {
  const user = email ?? (await makeUser(service)).email
  const context = await browser.newContext({ locale: "en-US", ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.setDefaultTimeout(patienceMs)
  await page.clock.setFixedTime(service.clock.now())
  page.on("pageerror", (error) => complaints.push(String(error)))
  await page.goto(`${service.apiUrl}/console${path}`)
  await page.getByLabel("Email").fill(user)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  return { page, complaints }
}
