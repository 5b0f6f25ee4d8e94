import type {
  AnswerValue,
  AppointmentView,
  ChoicesView,
  ClocksView,
  CompanyView,
  QuestionView,
  SlotsView,
  TypeView,
} from "./customer-pages.ts"

export interface LinkBookInput {
  providerId: number
  locationId: number
  startTime: string
  answers?: Record<string, AnswerValue>
}

/** What the customer host tells a booking link's page, in its HTML and under `/api/link`. Types only. */
export interface LinkView {
  company: CompanyView
  customer: { firstName: string }
  appointmentType: TypeView
  /** What is asked before a first booking. */
  questions: QuestionView[]
  /** `call`: an address is needed and none is on file. `closed`: nothing more can be booked. */
  state: "open" | "scheduled" | "call" | "closed"
  closedReason: "cancelled" | "dates_over" | null
  /** Local dates, both inclusive, within which times can exist. */
  bookable: { firstDate: string; lastDate: string } | null
  appointment: AppointmentView | null
  /** For a first booking; empty for anything else. */
  choices: ChoicesView
  /** The times of the first 31 days, when something can be booked and the location is not a choice of many. */
  slots: SlotsView | null
  /** Of the zones of the appointment and of the times of the first 31 days. */
  clocks: ClocksView
}
