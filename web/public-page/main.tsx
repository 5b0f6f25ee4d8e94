import "../shared/styles/tokens.css"
import "../shared/styles/base.css"
import "../shared/styles/controls.css"
import "../shared/styles/calendar.css"
import "../shared/styles/times.css"
import "../shared/styles/page.css"
import "../shared/styles/framed.css"
import "./public-page.css"
import { render } from "preact"
import type { Locale } from "../shared/contract.ts"
import { zoneOfVisitor } from "../shared/times/zone-line.tsx"
import { App } from "./app.tsx"
import { publicPageClient } from "./client.ts"
import type { PageView } from "./contract.ts"
import { initialState } from "./state.ts"
import { loadLanguage } from "./words.ts"

const view: PageView = JSON.parse(document.getElementById("view")!.textContent)
const slug = location.pathname.split("/")[1] ?? ""
const firstLanguage = await loadLanguage(document.documentElement.lang as Locale)
const first = initialState(view, zoneOfVisitor(), new Date().toISOString())

const root = document.getElementById("app")!
root.replaceChildren()
render(<App first={first} client={publicPageClient(slug)} firstLanguage={firstLanguage} />, root)
