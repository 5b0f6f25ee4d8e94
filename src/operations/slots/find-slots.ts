import type { AppContext } from "../../context.ts"
import { type SlotQuestion, slotAnswer, slotQuestion } from "../../model/slot-search.ts"
import { type AnyOperation, type Call, staff } from "../operation.ts"
import { search } from "./search.ts"

export const findSlots = {
  name: "find_slots",
  summary: "Search bookable times",
  description:
    "Up to 31 days. What is offered can be booked unless something changed since. `reason` says why nothing can be offered at all.",
  noun: "Slots",
  roles: staff,
  body: slotQuestion,
  result: slotAnswer,
  list: false,
  run: (context: AppContext, call: Call, question: SlotQuestion) => search(context, call, question),
} satisfies Omit<AnyOperation, "run"> & { run: unknown }
