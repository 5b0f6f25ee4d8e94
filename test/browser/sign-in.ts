import type { Page } from "playwright-core"
import { password } from "../support/users.ts"

/** Signs in to the console without a mouse, until a board of March stands: the first field has the focus. */
export async function signInByKeys(page: Page, email: string): Promise<void> {
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await page.keyboard.type(email)
  await page.keyboard.press("Tab")
  await page.keyboard.type(password)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { level: 1, name: /March/ }).waitFor()
}
