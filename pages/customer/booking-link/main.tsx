import "../calendar-styles.ts"
import type { LinkView } from "../../../domain/contracts/booking-link.ts"
import { isReturning, takeOver } from "../../shared/take-over.ts"
import { learnClocks } from "../../shared/zones.ts"
import { App } from "./app.tsx"
import { bookingLinkClient } from "./client.ts"
import { prepareLater } from "./later.ts"
import { initialState, stepOf } from "./state.ts"
import { bookingLinkWords } from "./words.ts"

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
      client={bookingLinkClient(location.pathname.split("/").at(-1) ?? "")}
      firstLanguage={language}
    />
  )
})
