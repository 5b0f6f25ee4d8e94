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
  chooseNewTime: "Choose a new time",
  suggested: "Suggested",
  calendar: "Days",
  previousMonth: "Previous month",
  nextMonth: "Next month",
  timesCount,
  monthSummary: (month, days) =>
    days === 0 ? `${month}: no times` : `${month}: ${days} ${plural(days, "day", "days")} with times`,
  partOfDay: { morning: "Morning", afternoon: "Afternoon", evening: "Evening" },
  anotherDay: "Choose another day",
  provider: "With",
  anyProvider: "Anyone",
  loadingTimes: "Loading times…",
  noTimesInMonth: (month) => `No times are free in ${month}.`,
  noTimesAtAll: "No times can be booked here right now. Please call us.",
  nextAvailable: (day) => `Next available: ${day}`,

  zoneDiffers: (zone) => `Times are in ${zone}, which differs from yours.`,
  zoneOfVisitor: (zone) => `Times are in your time zone, ${zone}.`,
  zoneChosen: (zone) => `Times are in ${zone}.`,
  changeZone: "Change time zone",
  timeZone: "Time zone",
  otherZones: "All time zones",

  confirmTime: "Is this right?",
  confirmNewTime: "Move to this time?",
  newTime: "New time",
  presentTime: "Your current time",
  book: (day, time) => `Book ${day} at ${time}`,
  moveTo: (day, time) => `Move to ${day} at ${time}`,
  booking: "Booking…",
  moving: "Moving…",
  anotherTime: "Choose another time",
  keepPresent: "Keep my current time",
  dayOf: (day, days) => `Day ${day} of ${days}`,
  when: "When",
  where: "Where",
  who: "With",

  booked: "You’re booked",
  moved: "Your appointment is moved",
  yourAppointment: "Your appointment",
  addToCalendar: "Add to calendar",
  calendarFile: "Calendar file",
  calendarFileFailed: "The calendar file could not be loaded. Please try again.",
  opensNewTab: "opens in a new tab",
  move: "Move",
  cancel: "Cancel appointment",
  callToChange: "To change this appointment, please call us.",

  cancelQuestion: "Cancel this appointment?",
  cancelMeaning: (day, time) =>
    `You give up ${day} at ${time}, and someone else can take it. You can choose another time afterwards.`,
  confirmCancel: "Yes, cancel it",
  keepAppointment: "Keep my appointment",
  cancelling: "Cancelling…",
  cancelled: "Your appointment is cancelled. You can choose another time.",

  addressNeeded: "Please call to book",
  addressNeededText: (company) =>
    `This appointment is at your address, and ${company} does not have it yet. One call is enough.`,
  closedCancelled: "Your appointment is cancelled",
  closedDatesOver: "The dates for this booking are over",
  closedText: (company) => `No other time can be chosen here. ${company} is glad to help by phone.`,
  ended: "This link is no longer active",
  endedText: (company) => `To book or change an appointment, please call ${company ?? "the company"}.`,

  failures: {
    slot_taken: "That time was just taken. Nothing has changed; these times are free now.",
    time_not_offered: "That time is no longer offered. Nothing has changed; these times are free now.",
    version_conflict: "Something changed in the meantime. Here is how it stands now.",
    appointment_started: "This appointment has already started, so it can no longer be changed here.",
    cancel_notice_passed: "It is too late to change this appointment here. Please call us.",
    out_of_service_area: "Your address is outside the area we visit. Please call us.",
    rate_limited: "Too many tries in a short time.",
    calendar_unavailable:
      "We cannot check the calendar right now. Nothing has changed; please try again shortly.",
    busy: "Many people are booking right now. Nothing has changed; please try again.",
    offline: "There is no connection. Please check your network and try again.",
    timeout: "The answer is taking too long. We do not know yet whether it worked: please check again.",
    unknown: "Something went wrong on our side. Please try again, or call us.",
  },
  takenAlternatives: "Times close to it",
  changedTime: (day, time) => `Your appointment is now on ${day} at ${time}.`,
  changedCancelled: "Your appointment has been cancelled.",
  pleaseWait: (wait) => `Please wait ${wait}.`,
  retry: "Try again",
  checkAgain: "Check again",
}
