import { render } from "preact"
import { App } from "./app.tsx"
import "../ui/styles/tokens.css"
import "../ui/styles/reset.css"
import "../ui/styles/controls.css"
import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/controls.css"
import "./styles/shell.css"
import "./styles/content.css"
import "./styles/board.css"
import "./styles/dock.css"
import "./styles/sheet.css"
import { preferredLocale, speak } from "./words/words.ts"

await speak(preferredLocale())
render(<App />, document.getElementById("console")!)
