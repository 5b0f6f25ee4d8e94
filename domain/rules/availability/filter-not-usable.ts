/** The refusal of a filter that is not usable for this customer. */
import type { UnusableFilter } from "../../model/availability.ts"
import { Refusal } from "../../model/errors.ts"

/** Keeps why, for those who say it in another language than the company's API. */
export class FilterNotUsable extends Refusal {
  readonly filter: UnusableFilter

  constructor(filter: UnusableFilter) {
    super("filter_not_usable", { field: filter.field, message: filter.say })
    this.filter = filter
  }
}
