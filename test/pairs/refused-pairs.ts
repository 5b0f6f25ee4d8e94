/** Pairs that no company can set up or book: what the program says of it, and who would miss it. The list may only shrink. */
import type { CapabilityName } from "./capabilities.ts"

export interface RefusedPair {
  /** In the order of the capabilities. */
  pair: readonly [CapabilityName, CapabilityName]
  says: string
  missedBy: string
  /** Why it cannot be, or how the user is served instead. */
  because: string
}

const noSuchClass =
  "seats: a class is at a location or remote, of one length on one day, without needs and steps, and confirmed at once"
const noSuchWindow = "promise: a window needs a type at the customer's address, of one day, without steps"

export const refusedPairs: readonly RefusedPair[] = [
  {
    pair: ["length option", "several services"],
    says: "duration_option_id: does not go with appointment_type_ids",
    missedBy: "A salon whose customer wants the long cut and a colour.",
    because:
      "A length chosen at booking is of one type; a type of its own for the long cut goes with others.",
  },
  {
    pair: ["length option", "class seat"],
    says: noSuchClass,
    missedBy: "A studio that sells a whole or half a lesson.",
    because: "All who come share the one length of the session.",
  },
  {
    pair: ["length option", "waiting-list offer"],
    says: "duration_option_id: is not a known field",
    missedBy: "A customer who waits for the long appointment.",
    because: "Freed time is offered at the type's own length, so that the most customers fit it.",
  },
  {
    pair: ["over several days", "steps"],
    says: "steps: expected none for a type of several days",
    missedBy: "A workshop whose paint dries overnight.",
    because: "Its days are the steps: each block has its own minutes, and the provider is free between them.",
  },
  {
    pair: ["over several days", "several services"],
    says: "appointment_type_ids[0]: expected a type of one day",
    missedBy: "A painter who brings the inspection along.",
    because: "What is done in one visit is done on one day.",
  },
  {
    pair: ["over several days", "class seat"],
    says: noSuchClass,
    missedBy: "A school with a course of a weekend.",
    because: "A session is one start; a course is put on the board as sessions that repeat.",
  },
  {
    pair: ["over several days", "window"],
    says: noSuchWindow,
    missedBy: "A roofer who promises mornings for a job of three days.",
    because: "A plan of a day moves visits within that day, and would tear the days of a job apart.",
  },
  {
    pair: ["room", "class seat"],
    says: noSuchClass,
    missedBy: "A studio whose class takes whatever room is free.",
    because: "Staff name the session's room when they put it on the board.",
  },
  {
    pair: ["crew", "class seat"],
    says: noSuchClass,
    missedBy: "A dance school whose lessons have two teachers.",
    because: "Staff name all who give a session when they put it on the board.",
  },
  {
    pair: ["steps", "window"],
    says: noSuchWindow,
    missedBy: "A pest controller who waits an hour between two treatments.",
    because: "The plan of a day gives each visit one stretch of work.",
  },
  {
    pair: ["steps", "class seat"],
    says: noSuchClass,
    missedBy: "A cooking school whose teacher leaves while dough rises.",
    because: "The teacher of a session is there for all of it.",
  },
  {
    pair: ["several services", "class seat"],
    says: "appointment_type_ids[0]: expected a type that is not a class",
    missedBy: "A spa that books a lesson and a massage at once.",
    because: "A session begins when the board says, so nothing can follow it at the customer's wish.",
  },
  {
    pair: ["several services", "pending"],
    says: "appointment_type_ids[0]: expected a type that is booked at once",
    missedBy: "A clinic that confirms one of two treatments.",
    because: "A decline of one would leave half of what was asked for.",
  },
  {
    pair: ["several services", "window"],
    says: "appointment_type_ids[0]: expected a type that promises a start",
    missedBy: "A fitter with two jobs at one address.",
    because: "What follows needs to know when the first ends.",
  },
  {
    pair: ["several services", "series"],
    says: "appointment_type_id: is required (expected an id, a whole number)",
    missedBy: "A customer with a cut and a colour each month.",
    because: "A series is of one type; each month's coming is booked by itself.",
  },
  {
    pair: ["several services", "request"],
    says: "scheduling_request_id: does not go with appointment_type_ids",
    missedBy: "A garage that asks for two jobs by one link.",
    because: "A request is for one type, and its link books one appointment.",
  },
  {
    pair: ["several services", "questions"],
    says: "answers: does not go with appointment_type_ids",
    missedBy: "A clinic that asks about allergies before two treatments.",
    because: "Questions are of one type; the company asks them on the appointment afterwards.",
  },
  {
    pair: ["class seat", "pending"],
    says: noSuchClass,
    missedBy: "A trainer who chooses who takes part.",
    because: "A seat that waits for an answer would be sold to nobody meanwhile.",
  },
  {
    pair: ["class seat", "hold"],
    says: "appointment_type_id: seats in a class are booked without a hold",
    missedBy: "A visitor who types a code while the last seat goes.",
    because: "Seats are counted, not kept: whoever is first has one.",
  },
  {
    pair: ["class seat", "window"],
    says: noSuchClass,
    missedBy: "Nobody known: a class begins at a time.",
    because: "All who come have to be there at the start.",
  },
  {
    pair: ["class seat", "series"],
    says: "appointment_type_id: seats in a class are booked one session at a time",
    missedBy: "A member who comes every Tuesday.",
    because: "Each session has its own seats, and one that is full would break the series.",
  },
  {
    pair: ["class seat", "travel"],
    says: noSuchClass,
    missedBy: "A trainer who teaches a group at a customer's address.",
    because: "Those who share a session come to it; a visit is an appointment of one customer.",
  },
  {
    pair: ["class seat", "at the customer"],
    says: noSuchClass,
    missedBy: "A trainer who teaches a group at a customer's address.",
    because: "Those who share a session come to it; a visit is an appointment of one customer.",
  },
  {
    pair: ["window", "at a place"],
    says: noSuchWindow,
    missedBy: "A workshop that takes cars in between 8 and 10.",
    because: "A window is the time of arrival of who drives; at a location customers come at a start.",
  },
  {
    pair: ["window", "remote"],
    says: noSuchWindow,
    missedBy: "A helpline that calls back between 2 and 4.",
    because: "A window is the time of arrival of who drives; a call back is asked for as a callback.",
  },
  {
    pair: ["series", "waiting-list offer"],
    says: "every: is not a known field",
    missedBy: "A pupil who waits for a weekly hour.",
    because: "Freed time is one start; staff book the series where a weekly hour becomes free.",
  },
]
