import type { ChoicesView, QuestionView, TypeView } from "../../domain/contracts/customer-pages.ts"
import type {
  DurationOptionView,
  PageType,
  PageView,
  SchedulingRequestView,
} from "../../domain/contracts/public-page.ts"

/** What the visitor wants to book: a type that the page offers, or their own scheduling request. */
export interface Wish extends ChoicesView {
  typeId: number
  name: string
  description: string | null
  blockMinutes: number[]
  durationLabel: string | null
  durationOptions: DurationOptionView[]
  place: TypeView["place"]
  needsAddress: boolean
  questions: QuestionView[]
  request: SchedulingRequestView | null
}

export function wishForType(type: PageType, { locations }: Pick<PageView, "locations">): Wish {
  return {
    typeId: type.id,
    name: type.name,
    description: type.description,
    blockMinutes: type.blockMinutes,
    durationLabel: null,
    durationOptions: type.durationOptions,
    place: type.place,
    needsAddress: type.needsAddress,
    locations: locations.filter(({ id }) => type.locationIds.includes(id)),
    providers: type.providers,
    questions: type.questions,
    request: null,
  }
}

export function wishForRequest(request: SchedulingRequestView): Wish {
  const { typeId, typeName, description, blockMinutes, durationLabel, place, locations, providers } = request
  return {
    typeId,
    name: typeName,
    description,
    blockMinutes,
    durationLabel,
    durationOptions: [],
    place,
    needsAddress: place === "at_customer",
    locations,
    providers,
    questions: request.questions,
    request,
  }
}
