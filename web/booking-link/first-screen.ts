import type { LinkView, Locale } from "../shared/contract.ts"
import type { Formats } from "../shared/formats.ts"
import { type Html, html } from "../shared/html.ts"
import { languageNames } from "../shared/messages/language-names.ts"
import type { Messages } from "../shared/messages/types.ts"
import { firstWeekdayOf, monthGrid } from "../shared/times/month-grid.ts"
import { byPartOfDay, type Opening, openingsByDay } from "../shared/times/openings.ts"
import { shownDay, suggested } from "../shared/times/times-state.ts"
import { wallClock } from "../shared/zones.ts"
import { initialState } from "./state.ts"

interface Screen {
  view: LinkView
  locale: Locale
  words: Messages
  formats: Formats
}

/**
 * The page before its script: the same look, nothing to press yet. A remote visit waits with its times,
 * since only the script knows the visitor's zone.
 */
export function firstScreen(screen: Screen): Html {
  const { view, locale, words } = screen
  const { company, state } = view
  return html`<header class="masthead">
${company.logoUrl && html`<img src="${company.logoUrl}" alt="" height="40">`}
<span class="company">${company.name}</span>
<select class="language" aria-label="${words.language}" disabled><option>${languageNames[locale]}</option></select>
</header>
<main class="sheet at-${state === "open" ? "choose" : state}">
${details(screen)}
<div class="work">${state === "open" ? choose(screen) : appointment(screen)}</div>
</main>`
}

function details({ view, words, formats }: Screen): Html {
  const { appointmentType: type, customer } = view
  return html`<section class="details">
<p class="hello">${words.hello(customer.firstName)}</p>
<h1>${type.name}</h1>
<p class="length">${type.durationLabel ?? formats.duration(type.blockMinutes)}\u00a0· ${words.place[type.place]}</p>
${type.description && html`<p class="description">${type.description}</p>`}
</section>`
}

function choose(screen: Screen): Html {
  const { view, words, formats } = screen
  const first = initialState(view, null)
  const timesKnown = view.appointmentType.place !== "remote"
  const days = timesKnown ? openingsByDay(first.answers, null, null) : new Map<string, Opening[]>()
  const day = shownDay(first, days)
  return html`<div class="choose">
<header class="step-head"><h2>${words.chooseTime}</h2>${timesKnown && shortcuts(screen, suggested(first))}</header>
${calendar(screen, first.month, days, day)}
<section class="day-times ${day && "with-times"}">${
    day
      ? html`<h3>${formats.day(day)}</h3>${times(screen, days.get(day) ?? [])}`
      : html`<div class="skeleton"></div>`
  }</section>
</div>`
}

function shortcuts({ words, formats }: Screen, openings: Opening[]): Html | null {
  if (openings.length === 0) return null
  return html`<div class="part suggested"><p class="legend">${words.suggested}</p><ul class="shortcuts">${openings.map(
    ({ startTime, timezone }) =>
      html`<li><div class="time shortcut"><span class="on">${formats.shortDay(
        wallClock(startTime, timezone).date,
      )}</span> <span class="at">${formats.time(startTime, timezone)}</span></div></li>`,
  )}</ul></div>`
}

function calendar(
  { locale, words, formats }: Screen,
  month: string,
  days: Map<string, Opening[]>,
  selected: string | null,
): Html {
  const firstWeekday = firstWeekdayOf(locale)
  const weekdays = [0, 1, 2, 3, 4, 5, 6].map((column) =>
    formats.weekday(((firstWeekday - 1 + column) % 7) + 1),
  )
  const cell = (date: string | null) =>
    date === null
      ? html`<td></td>`
      : html`<td ${date === selected && html`aria-selected="true"`}><div class="day" aria-disabled="${
          days.has(date) ? "false" : "true"
        }"><span>${Number(date.slice(8))}</span></div></td>`
  return html`<section class="calendar" aria-label="${words.calendar}">
<div class="month"><span class="turn"></span><h3>${formats.month(month)}</h3><span class="turn"></span></div>
<table role="grid" aria-label="${formats.month(month)}">
<thead><tr>${weekdays.map(({ short, long }) => html`<th scope="col" abbr="${long}">${short}</th>`)}</tr></thead>
<tbody>${monthGrid(month, firstWeekday).map((week) => html`<tr>${week.map(cell)}</tr>`)}</tbody>
</table></section>`
}

function times({ words, formats }: Screen, openings: Opening[]): Html[] {
  return byPartOfDay(openings, null).map(
    ([part, list]) =>
      html`<div class="part"><p class="legend">${words.partOfDay[part]}</p><ul class="times">${list.map(
        ({ startTime, timezone }) =>
          html`<li><div class="time"><span class="at">${formats.time(startTime, timezone)}</span></div></li>`,
      )}</ul></div>`,
  )
}

function appointment({ view, words, formats }: Screen): Html {
  const booked = view.appointment
  const heading = { scheduled: words.yourAppointment, call: words.addressNeeded, open: words.chooseTime }
  const closed = view.closedReason === "cancelled" ? words.closedCancelled : words.closedDatesOver
  const timeKnown = view.appointmentType.place !== "remote"
  return html`<div class="decide"><h2>${view.state === "closed" ? closed : heading[view.state]}</h2>
${
  booked &&
  timeKnown &&
  html`<dl class="facts"><dt>${words.when}</dt><dd><ol class="blocks">${booked.blocks.map(
    (block) =>
      html`<li><strong>${formats.dayAndYear(wallClock(block.startTime, booked.timezone).date)}</strong> <span>${formats.timeRange(
        block,
        booked.timezone,
      )}</span></li>`,
  )}</ol></dd></dl>`
}</div>`
}
