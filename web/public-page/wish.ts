import type { TypeView } from "../shared/contract.ts"
import type {
  DurationOptionView,
  NamedChoice,
  PageType,
  PageView,
  SchedulingRequestView,
} from "./contract.ts"

/** What the visitor wants to book: a type that the page offers, or their own scheduling request. */
export interface Wish {
  typeId: number
  name: string
  description: string | null
  blockMinutes: number[]
  durationLabel: string | null
  durationOptions: DurationOptionView[]
  locations: NamedChoice[]
  /** Null when the page does not know it: a request can be for a type that is not public. */
  place: TypeView["place"] | null
  needsAddress: boolean
  choosesProvider: boolean
  request: SchedulingRequestView | null
}

export function wishForType(type: PageType): Wish {
  return {
    typeId: type.id,
    name: type.name,
    description: type.description,
    blockMinutes: type.blockMinutes,
    durationLabel: null,
    durationOptions: type.durationOptions,
    locations: type.locations,
    place: type.place,
    needsAddress: type.needsAddress,
    choosesProvider: type.providers.length > 1,
    request: null,
  }
}

export function wishForRequest(request: SchedulingRequestView, view: PageView): Wish {
  const type = view.types.find(({ id }) => id === request.typeId)
  return {
    typeId: request.typeId,
    name: request.typeName,
    description: type?.description ?? null,
    blockMinutes: request.blockMinutes,
    durationLabel: request.durationLabel,
    durationOptions: [],
    locations: [],
    place: type?.place ?? null,
    needsAddress: type?.needsAddress ?? false,
    choosesProvider: true,
    request,
  }
}
