import "../styles.ts"
import "../../shared/styles/page.css"
import "../../shared/styles/chosen.css"
import "../../shared/styles/pending.css"
import "../../shared/styles/forms.css"
import "../../shared/styles/hold.css"
import "../../shared/styles/waiting.css"
import type { WaitingView } from "../../../domain/contracts/waiting.ts"
import { takeOver } from "../../shared/take-over.ts"
import { learnClocks } from "../../shared/zones.ts"
import { App } from "./app.tsx"
import { waitingLinkClient } from "./client.ts"
import { waitingLinkWords } from "./words.ts"

takeOver<WaitingView>(async (view, locale) => {
  learnClocks(view.clocks)
  return (
    <App
      first={view}
      client={waitingLinkClient(location.pathname.split("/").at(-1) ?? "")}
      firstLanguage={await waitingLinkWords.loadWhole(locale)}
    />
  )
})
