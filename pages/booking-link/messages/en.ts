import type { BookingLinkMessages } from "./types.ts"

export const messages: BookingLinkMessages = {
  chooseNewTime: "Choose a new time",
  confirmNewTime: "Move to this time?",
  presentTime: "Your current time",
  moveTo: (day, time) => `Move to ${day} at ${time}`,
  moving: "Moving…",
  keepPresent: "Keep my current time",
  moved: "Your appointment is moved",
  yourAppointment: "Here is your appointment.",
  callToChange: "To change this appointment, please call us.",
  cancelQuestion: "Cancel this appointment?",
  cancelMeaning: "We’ll offer this time to someone else. You can choose a new time afterwards.",
  confirmCancel: "Yes, cancel",
  keepAppointment: "Keep it",
  moveInstead: "Move it instead",
  cancelling: "Cancelling…",
  cancelled: "Your appointment is cancelled. You can choose another time.",
  addressNeededText: (company) =>
    `This appointment is at your address, and ${company} does not have it yet. One call is enough.`,
  closedCancelled: "Your appointment is cancelled",
  closedDatesOver: "The dates for this booking are over",
  closedText: (company) => `No other time can be chosen here. ${company} is glad to help by phone.`,
  ended: "This link is no longer active",
  endedText: "It may be old or replaced by a newer one.",
  bookNew: "Book a new appointment",
  changedTime: (day, time) => `Your appointment is now on ${day} at ${time}.`,
  changedCancelled: "Your appointment has been cancelled.",

  failures: {
    version_conflict: "Something changed in the meantime. Here is how it stands now.",
    appointment_started: "This appointment has already started, so it can no longer be changed here.",
    cancel_notice_passed: "It is too late to change this appointment here. Please call us.",
  },
}
