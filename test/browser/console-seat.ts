/**
 * Signed-in pages of the console that a file's tests use one after the other. A new context starts a process that compiles the
 * console anew, and signing in by keys draws two screens: both cost more than most tests do.
 */
import type { Browser, Page } from "playwright-core"
import { cookieSession } from "../../domain/model/sign-in.ts"
import type { TestService } from "../support/service.ts"
import { patienceMs } from "./browser.ts"
import { signInByKeys } from "./sign-in.ts"

export interface Seat {
  width?: number
  height?: number
  hasTouch?: boolean
}

export interface ConsoleSeats {
  /** Opens the address of the console as in a new browser in which the user has signed in. */
  take(email: string, path: string, seat?: Seat): Promise<Page>
  /** Ends what a test has left in its pages: once after each test. */
  leave(): Promise<void>
  /** Everything that broke a rule of every page. A test that has read it empties it. */
  complaints: string[]
}

interface Place {
  email: string
  hasTouch: boolean
  page: Page
  /** The service's time when it was last used. */
  usedAt: number
}

/** The sign-in waits for the name of a day as it stands where there is room. */
const wide = { width: 1350, height: 900 }

/** All but when the page was last used: without that it is idle, and signs out. */
const forget = `
  sessionStorage.clear()
  for (const key of Object.keys(localStorage)) if (key !== "appointed.console.used") localStorage.removeItem(key)`

export function consoleSeats(service: TestService, browser: Browser): ConsoleSeats {
  const complaints: string[] = []
  const free: Place[] = []
  const taken: Place[] = []
  return { take, leave, complaints }

  async function take(
    email: string,
    path: string,
    { width = wide.width, height = wide.height, hasTouch = false }: Seat = {},
  ): Promise<Page> {
    const now = service.clock.now()
    await leaveEnded(now)
    const at = free.findIndex((each) => each.email === email && each.hasTouch === hasTouch)
    const page = free.splice(at, at < 0 ? 0 : 1)[0]?.page ?? (await signedIn(email, hasTouch))
    taken.push({ email, hasTouch, page, usedAt: now })
    await page.clock.setFixedTime(service.clock.now())
    await page.setViewportSize({ width, height })
    await page.goto(`${service.apiUrl}/console${path}`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    return page
  }

  /** A test may have moved the time so far that sessions have ended. */
  async function leaveEnded(now: number): Promise<void> {
    for (const place of free.splice(0)) {
      if (Math.abs(now - place.usedAt) < cookieSession.idleMs) free.push(place)
      else await place.page.context().close()
    }
  }

  async function signedIn(email: string, hasTouch: boolean): Promise<Page> {
    const context = await browser.newContext({
      locale: "en-US",
      timezoneId: "America/Chicago",
      viewport: wide,
      hasTouch,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    await page.clock.setFixedTime(service.clock.now())
    watch(page)
    await page.goto(`${service.apiUrl}/console/?date=2027-03-02`)
    await signInByKeys(page, email)
    return page
  }

  function watch(page: Page): void {
    page.on("console", (message) => {
      const isOwnAnswer = message.text().startsWith("Failed to load resource")
      if (message.type() === "error" && !isOwnAnswer) complaints.push(message.text())
    })
    page.on("pageerror", (error) => complaints.push(String(error)))
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol !== "data:" && protocol !== "blob:" && origin !== service.apiUrl)
        complaints.push(`a request to ${origin}`)
    })
  }

  async function leave(): Promise<void> {
    for (const place of taken.splice(0)) {
      const { page } = place
      await page.unrouteAll({ behavior: "ignoreErrors" })
      await page.emulateMedia({ colorScheme: null, reducedMotion: null })
      await page.mouse.move(0, 0)
      // It stays at its address: only from page to page of the console a browser keeps the process.
      await page.evaluate(forget)
      free.push(place)
    }
  }
}
