import "../shared/styles/tokens.css"
import "../shared/styles/base.css"
import "../shared/styles/controls.css"
import "../shared/styles/calendar.css"
import "../shared/styles/times.css"
import "../shared/styles/page.css"
import "../shared/styles/framed.css"
import { render } from "preact"
import type { LinkView, Locale } from "../shared/contract.ts"
import { language } from "../shared/language.ts"
import { loadMessages } from "../shared/messages/load.ts"
import { zoneOfVisitor } from "../shared/times/zone-line.tsx"
import { App } from "./app.tsx"
import { bookingLinkClient } from "./client.ts"
import { initialState } from "./state.ts"

const view: LinkView = JSON.parse(document.getElementById("view")!.textContent)
const token = location.pathname.split("/").at(-1) ?? ""
const locale = document.documentElement.lang as Locale
const spoken = language(locale, await loadMessages(locale))

const root = document.getElementById("app")!
root.replaceChildren()
render(
  <App
    first={initialState(view, zoneOfVisitor())}
    client={bookingLinkClient(token)}
    firstLanguage={spoken}
  />,
  root,
)
