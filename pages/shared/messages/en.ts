import type { Messages } from "./types.ts"

const rules = new Intl.PluralRules("en")

const plural = (count: number, one: string, other: string) => (rules.select(count) === "one" ? one : other)

const timesCount = (count: number) =>
  count === 0 ? "no times" : `${count} ${plural(count, "time", "times")}`

export const messages: Messages = {
  language: "Language",
  hello: (firstName) => `Hello ${firstName}`,
  place: { at_location: "At our place", at_customer: "At your address", remote: "By phone or online" },
  questions: "Questions?",
  call: "Call",

  chooseTime: "Choose a time",
  suggested: "Suggested",
  calendar: "Days",
  earlierDays: "Earlier days",
  laterDays: "Later days",
  today: "Today",
  past: "past",
  full: "full",
  timesFree: "Times free",
  timesCount,
  timesAt: (count, location) => `${count} at ${location}`,
  weeksSummary: (weeks, days) =>
    days === 0 ? `${weeks}: no times` : `${weeks}: ${days} ${plural(days, "day", "days")} with times`,
  partOfDay: { morning: "Morning", afternoon: "Afternoon", evening: "Evening" },
  location: "Where",
  chooseLocation: "Choose…",
  chooseWhere: "Choose a location to see its times.",
  length: "Length",
  provider: "With",
  anyProvider: "Anyone",
  loadingTimes: "Loading times…",
  noTimesInWeeks: "No times are free in these weeks.",
  noTimesAtAll: "No times can be booked here right now. Please call us.",
  nextAvailable: (day) => `Next available: ${day}`,

  zoneDiffers: (zone) => `Times are in ${zone}, which differs from yours.`,
  zoneOfVisitor: (zone) => `Times are in your time zone, ${zone}.`,
  zoneChosen: (zone) => `Times are in ${zone}.`,
  changeZone: "Change time zone",
  timeZone: "Time zone",
  otherZones: "All time zones",

  yourChoice: "Your choice",
  change: "Change",
  confirmTime: "Is this right?",
  book: (day, time) => `Book ${day} at ${time}`,
  booking: "Booking…",
  dayOf: (day, days) => `Day ${day} of ${days}`,
  where: "Where",
  directions: "Directions",
  who: "With",

  booked: (firstName) => (firstName ? `You’re booked, ${firstName}` : "You’re booked"),
  addToCalendar: "Add to calendar",
  calendarFile: "Apple, other",
  calendarFileFailed: "The calendar file could not be loaded. Please try again.",
  opensNewTab: "opens in a new tab",
  needChange: "Need to change it?",
  move: "Move",
  cancel: "Cancel",

  addressNeeded: "Please call to book",

  failures: {
    slot_taken: "That time was just taken. Nothing has changed; these times are free now.",
    time_not_offered: "That time is no longer offered. Nothing has changed; these times are free now.",
    customer_busy:
      "You already have an appointment at that time. Nothing has changed; these times are free now.",
    out_of_service_area: "Your address is outside the area we visit. Please call us.",
    address_not_found: "We can’t find your address on the map. Please call us.",
    rate_limited: "Too many tries in a short time.",
    calendar_unavailable:
      "We cannot check the calendar right now. Nothing has changed; please try again shortly.",
    busy: "Many people are booking right now. Nothing has changed; please try again.",
    offline: "There is no connection. Please check your network and try again.",
    timeout: "The answer is taking too long. We do not know yet whether it worked: please check again.",
    unknown: "Something went wrong on our side. Please try again, or call us.",
  },
  takenAlternatives: "Times close to it",
  pleaseWait: (wait) => `Please wait ${wait}.`,
  retry: "Try again",
  checkAgain: "Check again",
}
