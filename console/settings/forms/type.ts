import type { FormOf, InputOf } from "../controls.ts"

const minutes = { control: "minutes", min: 5, max: 1_440 } as const
const buffer = { control: "minutes", min: 0, max: 1_440 } as const
const notice = { control: "minutes", min: 0, max: 525_600 } as const

export const typeForm = {
  name: "type",
  sections: {
    basics: {
      name: { control: "text", max: 200 },
      description: { control: "text", max: 2_000, lines: 3, whenEmpty: "null" },
      kind: { control: "choice", values: ["open", "by_request"] },
      active: { control: "switch" },
    },
    length: {
      blocks: {
        control: "rows",
        row: { value: minutes },
        isPlain: true,
        standsFor: "duration_minutes",
        fewest: 1,
        most: 30,
      },
      skip_short_days: { control: "switch" },
      duration_options: {
        control: "rows",
        words: "option",
        row: { id: { control: "kept" }, label: { control: "text", max: 100 }, minutes },
        fewest: 0,
        most: 20,
      },
    },
    takes: {
      needs: {
        control: "group",
        words: "needs",
        fields: {
          providers: { control: "number", min: 1, max: 8, unit: "atOnce", usually: 1 },
          resources: {
            control: "rows",
            words: "neededResource",
            row: {
              group: { control: "text", max: 100, suggests: "groups" },
              count: { control: "number", min: 1, max: 20, unit: "atOnce", usually: 1 },
              steps: {
                control: "rows",
                row: { value: { control: "number", min: 0, max: 19, unit: "fromZero" } },
                isPlain: true,
                fewest: 0,
                most: 20,
              },
            },
            fewest: 0,
            most: 10,
          },
        },
        nullable: true,
      },
      steps: {
        control: "rows",
        words: "step",
        row: {
          name: { control: "text", max: 100, whenEmpty: "omit" },
          minutes,
          staffed: { control: "switch", usually: true },
        },
        fewest: 0,
        most: 20,
      },
    },
    where: {
      place: { control: "choice", values: ["at_location", "at_customer", "remote"] },
      location_ids: { control: "picks", of: "locations", nullIsAll: true },
    },
    starts: {
      promise: {
        control: "variant",
        words: "promise",
        cases: { start: {}, window: { minutes: { control: "minutes", min: 60, max: 240 } } },
      },
      starts: { control: "choice", values: ["grid", "packed", "packed_only"] },
      slot_interval_minutes: { control: "minutes", min: 5, max: 240 },
      buffer_before_minutes: buffer,
      buffer_after_minutes: buffer,
      seats: { control: "number", min: 1, max: 200, unit: "people", whenEmpty: "null" },
      daily_limit: { control: "number", min: 1, max: 1_000, unit: "perDay", whenEmpty: "null" },
    },
    notice: {
      min_notice_minutes: notice,
      booking_window_days: { control: "number", min: 1, max: 730, unit: "days" },
      cancel_notice_minutes: notice,
    },
    questions: {
      questions: { control: "questions" },
    },
    customers: {
      public_booking: { control: "switch" },
      provider_choice: { control: "switch" },
      customer_overlap: { control: "switch" },
      confirmation: { control: "choice", values: ["none", "staff"] },
      answer_within_minutes: { control: "minutes", min: 15, max: 43_200 },
      unanswered: { control: "choice", values: ["decline", "confirm"] },
    },
  },
} as const satisfies FormOf<InputOf<"updateAppointmentType">>

/** What a new type needs; the rest has defaults, and is shown once it is made. */
export const newTypeForm = {
  name: "type",
  sections: {
    basics: {
      name: typeForm.sections.basics.name,
      blocks: typeForm.sections.length.blocks,
      place: typeForm.sections.where.place,
      kind: typeForm.sections.basics.kind,
    },
  },
} as const satisfies FormOf<InputOf<"createAppointmentType">>
