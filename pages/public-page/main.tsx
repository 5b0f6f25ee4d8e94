import "../../ui/styles/tokens.css"
import "../../ui/styles/reset.css"
import "../../ui/styles/controls.css"
import "../shared/styles/tokens.css"
import "../shared/styles/base.css"
import "../shared/styles/controls.css"
import "../shared/styles/calendar.css"
import "../shared/styles/times.css"
import "../shared/styles/page.css"
import "../shared/styles/chosen.css"
import "../shared/styles/pending.css"
import "../shared/styles/forms.css"
import "../shared/styles/framed.css"
import "../shared/styles/hold.css"
import "./public-page.css"
import type { PageStart } from "../../domain/contracts/public-page.ts"
import { takeOver } from "../shared/take-over.ts"
import { App } from "./app.tsx"
import { publicPageClient } from "./client.ts"
import { initialState } from "./state.ts"
import { loadPublicPageLanguage } from "./words.ts"

const slug = location.pathname.split("/")[1] ?? ""
const query = new URLSearchParams(location.search)
const pass = query.get("pass") ?? query.get("preview")

takeOver<PageStart>(async ({ view, openedAt }, locale) => {
  const language = await loadPublicPageLanguage(locale)
  const { firstWeekday } = language.shared
  return (
    <App
      first={initialState(view, { visitorZone: null, firstWeekday }, openedAt)}
      client={publicPageClient(slug, pass)}
      firstLanguage={language}
    />
  )
})
