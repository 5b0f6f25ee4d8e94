/** A hand that uses a booking page, by itself or in a site's frame. */
import type { Frame, Page } from "playwright-core"

type Shown = Page | Frame

export const heading = (page: Shown, name: string | RegExp) => page.getByRole("heading", { name })
export const button = (page: Shown, name: string | RegExp) => page.getByRole("button", { name })

/** Taps a day of the month and, once its times are shown instead of another day's, one of them. */
export async function pickTime(page: Shown, day: RegExp, time: string): Promise<void> {
  await page.getByRole("gridcell", { name: day }).getByRole("button").click()
  await page.getByRole("gridcell", { name: day, selected: true }).waitFor()
  await page
    .locator(".day-times")
    .getByRole("button", { name: new RegExp(`^${time}`) })
    .click()
}

/** The times among these that the day offers, be it in sight or not. */
export async function offers(page: Shown, times: readonly string[]): Promise<string[]> {
  const all = await page.locator(".day-times .time").allTextContents()
  return times.filter((time) => all.some((text) => text.startsWith(time)))
}
