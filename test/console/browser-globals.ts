/** The globals of a browser that the console's modules read as they are loaded, for tests without one. */
import { vi } from "vitest"

/** `vi.unstubAllGlobals` ends it. */
export function stubBrowser(): void {
  vi.stubGlobal("location", { pathname: "/console/", search: "", href: "", origin: "http://console.test" })
  vi.stubGlobal("addEventListener", () => {})
  vi.stubGlobal("navigator", { languages: ["en-US"] })
  vi.stubGlobal("document", { documentElement: { lang: "" } })
  vi.stubGlobal("localStorage", { getItem: () => null })
}
