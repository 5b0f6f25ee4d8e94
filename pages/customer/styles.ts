/** The styles of every opening, before its own. */
import "../../ui/styles/tokens.css"
import "../../ui/styles/reset.css"
import "../../ui/styles/controls.css"
import "../shared/styles/tokens.css"
import "../shared/styles/base.css"
import "../shared/styles/controls.css"
