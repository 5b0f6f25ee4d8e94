import { tellBooked } from "./booked.ts"
import { putFrame } from "./frame.ts"
import { popupStyle } from "./popup-style.ts"
import { canvasText, schemeOf } from "./scheme.ts"
import { style } from "./style.ts"
import type { Target } from "./target.ts"
import { wordsHere } from "./words.ts"

interface Popup {
  open(opener: HTMLElement | null): void
}

/** One for each page. A closed one keeps what was typed, until the visitor has booked; one that failed is not kept. */
const popups = new Map<string, Popup>()

/**
 * Shows the page over the site; in a new tab where the browser is too old to keep the popup's looks apart.
 *
 * @param opener what was pressed; null for a call from code, which gives the focus back to whatever had it
 */
export function openPopup(target: Target, opener: HTMLElement | null): void {
  if (!("adoptedStyleSheets" in document)) return void window.open(target.url, "_blank", "noopener")
  const popup = popups.get(target.url) ?? makePopup(target)
  popups.set(target.url, popup)
  popup.open(opener)
}

function makePopup(target: Target): Popup {
  const { dialog, panel, place, close } = shell(target.label)
  let opener: HTMLElement | null = null
  let focusBack: HTMLElement | null = null
  let isWorthKeeping = false
  const discard = () => {
    popups.delete(target.url)
    dialog.remove()
  }
  const frame = putFrame(target, place, {
    greeted() {
      isWorthKeeping = true
      if (dialog.open) frame.focus()
    },
    booked() {
      isWorthKeeping = false
      tellBooked(opener?.isConnected ? opener : dialog)
      if (!dialog.open) discard()
    },
    close: () => dialog.close(),
  })
  close.addEventListener("click", () => dialog.close())
  dialog.addEventListener("close", () => {
    style(dialog, { display: "none" })
    focusBack?.focus()
    if (!isWorthKeeping) discard()
  })
  return {
    open(by) {
      opener = by
      focusBack = by ?? (document.activeElement as HTMLElement | null)
      panel.classList.toggle("dark", schemeOf(document.body, dialog) === "dark")
      style(dialog, { display: "block" })
      if (!dialog.open) dialog.showModal()
      const first = isWorthKeeping ? frame : close
      first.focus()
    },
  }
}

/** A dialog over the whole window, with everything that can be seen of it in a shadow root. */
function shell(label: string) {
  const dialog = make("dialog")
  const host = dialog.appendChild(make("div"))
  const panel = make("div")
  const bar = panel.appendChild(make("header"))
  const title = bar.appendChild(make("span"))
  const close = bar.appendChild(make("button"))
  const place = panel.appendChild(make("main"))
  panel.className = "panel"
  title.textContent = label
  close.type = "button"
  close.textContent = "×"
  close.setAttribute("aria-label", wordsHere().close)
  dialog.setAttribute("aria-label", label)
  style(dialog, {
    all: "initial",
    ...canvasText,
    display: "none",
    position: "fixed",
    inset: "0",
    width: "100%",
    height: "100%",
    background: "#0008",
  })
  const root = host.attachShadow({ mode: "open" })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(popupStyle)
  root.adoptedStyleSheets = [sheet]
  root.append(panel)
  document.body.append(dialog)
  return { dialog, panel, place, close }
}

const make = <Name extends keyof HTMLElementTagNameMap>(name: Name) => document.createElement(name)
