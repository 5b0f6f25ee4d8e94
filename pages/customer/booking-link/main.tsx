import "../../../ui/styles/tokens.css"
import "../../../ui/styles/reset.css"
import "../../../ui/styles/controls.css"
import "../../shared/styles/tokens.css"
import "../../shared/styles/base.css"
import "../../shared/styles/controls.css"
import "../../shared/styles/calendar.css"
import "../../shared/styles/times.css"
import "../../shared/styles/page.css"
import "../../shared/styles/chosen.css"
import "../../shared/styles/pending.css"
import "../../shared/styles/forms.css"
import "../../shared/styles/framed.css"
import type { LinkView } from "../../../domain/contracts/booking-link.ts"
import { isReturning, takeOver } from "../../shared/take-over.ts"
import { learnClocks } from "../../shared/zones.ts"
import { App } from "./app.tsx"
import { bookingLinkClient } from "./client.ts"
import { prepareLater } from "./later.ts"
import { initialState, stepOf } from "./state.ts"
import { bookingLinkWords } from "./words.ts"

const token = location.pathname.split("/").at(-1) ?? ""

takeOver<LinkView>(async (view, locale) => {
  learnClocks(view.clocks)
  const [language] = await Promise.all([
    bookingLinkWords.load(locale),
    stepOf(view) !== "choose" || view.declinedWish || view.cancelledTime || isReturning()
      ? prepareLater()
      : null,
  ])
  const { firstWeekday } = language.shared
  return (
    <App
      first={initialState(view, { visitorZone: null, today: null, firstWeekday })}
      client={bookingLinkClient(token)}
      firstLanguage={language}
    />
  )
})
