import type {
  AnswerValue,
  AppointmentView,
  ChoicesView,
  ClocksView,
  CompanyView,
  MessagesView,
  QuestionView,
  SlotsView,
  SlotView,
  TypeView,
} from "./customer-pages.ts"

export interface LinkBookInput {
  providerId: number
  /** The visitor has chosen the person of a promised window, who is never planned away. */
  keepProvider?: true
  locationId: number
  startTime: string
  /** The seats of a class, 1 when left out. */
  seats?: number
  answers?: Record<string, AnswerValue>
}

/** Files for questions that stayed open, by the questions' keys. */
export interface LinkFilesInput {
  answers: Record<string, string[]>
}

/** The appointments of the series that are to come, in their order. */
export interface SeriesView {
  appointments: ({ id: number; timezone: string } & Pick<SlotView, "startTime" | "endTime" | "kind">)[]
}

/** The appointments of a series that a change concerns. */
export type ChangeScope = "one" | "following" | "all"

/** A time that the customer had, and that is cancelled. */
export interface CancelledTimeView extends Pick<SlotView, "startTime" | "endTime" | "kind"> {
  timezone: string
}

/** A time that was asked for, and never booked. */
export interface DeclinedWishView extends CancelledTimeView {
  /** Why, in the company's own words; left out where it gave none. */
  note?: string
}

/** The customer host's data for a booking link's page, in its HTML and under `/api/link`. Types only. */
export interface LinkView {
  /** Version of what is shown here. `GET /api/link/changes?version=` answers 204 while it stands, else the view as it is then. */
  version: string
  company: CompanyView
  customer: { firstName: string }
  appointmentType: TypeView
  /** The questions before a first booking. */
  questions: QuestionView[]
  /** `call`: an address is needed and none is on file. `closed`: nothing more can be booked. */
  state: "open" | "scheduled" | "call" | "closed"
  /** `withdrawn` and `declined`: it was asked for, and never booked. */
  closedReason: "cancelled" | "withdrawn" | "declined" | "dates_over" | null
  /** Why the company declined, in its own words; left out where it gave none. */
  closedNote?: string
  /** The customer's last request, which the company declined, while another time can be chosen; else left out. */
  declinedWish?: DeclinedWishView
  /** The appointment that was cancelled last, while it would be to come and another time can be chosen; else left out. */
  cancelledTime?: CancelledTimeView
  /** After a cancel another time can be chosen by this link. Left out where it cannot, and without an appointment. */
  reopens?: true
  /** Local dates, both inclusive, within which times can exist. */
  bookable: { firstDate: string; lastDate: string } | null
  appointment: AppointmentView | null
  /** Messages about the appointment; left out without one. */
  messages?: MessagesView
  /** Questions of the appointment that a file can still answer. Absent where there are none. */
  missingFiles?: QuestionView[]
  /** The series that the appointment is in, while others of it are to come; absent for every other appointment. */
  series?: SeriesView
  /** For a first booking; empty for anything else. */
  choices: ChoicesView
  /** The location nearest to the customer's address on file, else that of their last visit. It is left out where neither is known. */
  nearLocationId?: number
  /** The times of the first 31 days, when something can be booked and the location is not a choice of many. */
  slots: SlotsView | null
  /** The clocks of the zones of the appointment and of the times of the first 31 days. */
  clocks: ClocksView
}
