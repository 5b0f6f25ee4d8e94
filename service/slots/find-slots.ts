/** The slot search of the company API. */
import { type SlotQuestion, slotAnswer, slotQuestion } from "../../domain/model/slot-search.ts"
import type { AppContext } from "../platform/context.ts"
import { type AnyOperation, type Call, staff } from "../platform/operation.ts"
import { findSlots } from "./search-slots.ts"

export const findSlotsOperation = {
  name: "find_slots",
  summary: "Search bookable times",
  description:
    "Up to 31 days. What is offered can be booked unless something changed since. `reason` says why nothing can be offered at all.",
  noun: "Slots",
  readsOnly: true,
  roles: staff,
  refusals: [
    "appointment_not_scheduled",
    "filter_not_usable",
    "not_found",
    "request_mismatch",
    "request_needed",
    "request_not_open",
  ],
  body: slotQuestion,
  result: slotAnswer,
  list: false,
  run: (context: AppContext, call: Call, question: SlotQuestion) => findSlots(context, call, question),
} satisfies Omit<AnyOperation, "run"> & { run: unknown }
