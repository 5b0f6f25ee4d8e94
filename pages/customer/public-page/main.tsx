import "../calendar-styles.ts"
import "../../shared/styles/hold.css"
import "./public-page.css"
import type { PageStart } from "../../../domain/contracts/public-page.ts"
import { stillStanding } from "../../shared/remembered.ts"
import { isReturning, takeOver } from "../../shared/take-over.ts"
import { App } from "./app.tsx"
import { publicPageClient } from "./client.ts"
import { hasFaces, People, prepareLater } from "./later.ts"
import { initialState } from "./state.ts"
import { publicPageWords } from "./words.ts"

const slug = location.pathname.split("/")[1] ?? ""
const query = new URLSearchParams(location.search)
const pass = query.get("pass") ?? query.get("preview")

/** The first screen waits no longer for what the device remembers, which is shown when it is known to stand. */
const patienceMs = 2_500

takeOver<PageStart>(async ({ view, openedAt }, locale) => {
  const remembering = stillStanding(location.pathname, openedAt)
  const [language, remembered] = await Promise.all([
    publicPageWords.load(locale),
    Promise.race([remembering, new Promise<[]>((resolve) => setTimeout(resolve, patienceMs, []))]),
    isReturning() ? prepareLater() : null,
  ])
  const { firstWeekday } = language.shared
  const first = initialState(view, { visitorZone: null, firstWeekday }, openedAt)
  if (first.step === "where" || first.step === "call") await prepareLater()
  if (first.wish && hasFaces(first.wish.providers)) await People.prepare()
  const client = publicPageClient(slug, pass)
  const filled = globalThis.prefill && (await import("./prefill.ts")).prefilled(first)
  const device = { remembered, remembering, filled }
  return <App first={first} client={client} firstLanguage={language} device={device} />
})
