import { render } from "preact"
import { App } from "./app.tsx"
import "../../ui/styles/tokens.css"
import "../../ui/styles/reset.css"
import "./seat.css"
import { keepForOffline } from "./keep-page.ts"
import { startSeat } from "./seat.ts"
import { readWords } from "./words.ts"

const words = await readWords()
document.title = words.title
await startSeat()
render(<App words={words} />, document.getElementById("seat")!)
await keepForOffline()
