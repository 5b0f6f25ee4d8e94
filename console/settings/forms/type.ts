import { drawForm } from "../draw-form.ts"

const blocks = { isPlain: true, control: "minutes", standsFor: "duration_minutes" } as const

export const typeForm = drawForm(
  "updateAppointmentType",
  { form: "type" },
  {
    basics: { name: {}, description: { lines: 3 }, category: {}, price_text: {}, kind: {}, active: {} },
    length: {
      blocks,
      skip_short_days: {},
      duration_options: { words: "option", row: { id: { control: "kept" }, label: {}, minutes: {} } },
    },
    takes: {
      needs: {
        words: "needs",
        fields: {
          providers: { unit: "atOnce" },
          resources: {
            words: "neededResource",
            row: {
              group: { suggests: "groups" },
              count: { unit: "atOnce" },
              steps: { isPlain: true, unit: "fromZero" },
            },
          },
        },
      },
      steps: { words: "step", row: { name: {}, minutes: {}, staffed: {} } },
    },
    where: { place: {}, location_ids: { of: "locations" } },
    starts: {
      promise: { words: "promise", cases: { start: {}, window: { minutes: {} } } },
      starts: {},
      slot_interval_minutes: {},
      buffer_before_minutes: {},
      buffer_after_minutes: {},
      seats: { unit: "people" },
      daily_limit: { unit: "perDay" },
    },
    notice: {
      min_notice_minutes: {},
      booking_window_days: { unit: "days" },
      cancel_notice_minutes: {},
    },
    questions: { questions: { control: "questions" } },
    customers: {
      public_booking: {},
      provider_choice: {},
      customer_overlap: {},
      confirmation: {},
      answer_within_minutes: {},
      unanswered: {},
    },
  },
)

/** The fields of a new type; the rest has defaults, and is shown once it is made. */
export const newTypeForm = drawForm(
  "updateAppointmentType",
  { form: "type" },
  {
    basics: { name: {}, blocks, place: {}, kind: {} },
  },
)
