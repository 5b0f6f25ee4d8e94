/** The styles of an opening where times are chosen. */
import "./styles.ts"
import "../shared/styles/calendar.css"
import "../shared/styles/times.css"
import "../shared/styles/page.css"
import "../shared/styles/chosen.css"
import "../shared/styles/pending.css"
import "../shared/styles/forms.css"
import "../shared/styles/framed.css"
