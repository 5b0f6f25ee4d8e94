import type { ChoicesView, QuestionView, TypeView } from "../../../domain/contracts/customer-pages.ts"
import type {
  DurationOptionView,
  PageType,
  PageView,
  SchedulingRequestView,
} from "../../../domain/contracts/public-page.ts"

/** The visitor's wish: a type that the page offers, or their own scheduling request. */
export interface Wish extends ChoicesView {
  typeId: number
  name: string
  description: string | null
  priceText?: string | undefined
  blockMinutes: number[]
  durationLabel: string | null
  durationOptions: DurationOptionView[]
  place: TypeView["place"]
  needsAddress: boolean
  questions: QuestionView[]
  request: SchedulingRequestView | null
  /** Types that follow it at the same coming. */
  thenTypeIds: number[]
  /** One person for all of them. */
  sameProvider: boolean
  /** Staff say yes or no first. */
  isAsked?: true
}

export function wishForType(type: PageType, { locations }: Pick<PageView, "locations">): Wish {
  return {
    typeId: type.id,
    name: type.name,
    description: type.description,
    priceText: type.priceText,
    blockMinutes: type.blockMinutes,
    durationLabel: null,
    durationOptions: type.durationOptions,
    place: type.place,
    needsAddress: type.needsAddress,
    locations: locations.filter(({ id }) => type.locationIds.includes(id)),
    providers: type.providers,
    questions: type.questions,
    request: null,
    thenTypeIds: [],
    sameProvider: false,
    ...(type.isAsked ? { isAsked: true } : {}),
  }
}

/** Several types in one visit, in their order, where all of them are offered. `names` is what they are called together. */
export function wishForAll(
  [first, ...rest]: readonly [PageType, ...PageType[]],
  view: Pick<PageView, "locations">,
  { names, sameProvider }: { names: string; sameProvider: boolean },
): Wish {
  const wish = wishForType(first, view)
  if (rest.length === 0) return wish
  const minutes = [first, ...rest].reduce((sum, { durationMinutes }) => sum + durationMinutes, 0)
  return {
    ...wish,
    name: names,
    description: null,
    priceText: undefined,
    blockMinutes: [minutes],
    locations: wish.locations.filter(({ id }) => rest.every(({ locationIds }) => locationIds.includes(id))),
    providers: [],
    thenTypeIds: rest.map(({ id }) => id),
    sameProvider,
  }
}

/** The types that follow, as the service is asked for them. */
export const followingTypes = ({ thenTypeIds, sameProvider }: Wish) =>
  thenTypeIds.length === 0 ? {} : { thenTypeIds, ...(sameProvider ? { sameProvider } : {}) }

/** A visitor who looks at the times of one person has chosen them. */
export const keeping = ({ providerId }: { providerId: number | null }) =>
  providerId === null ? {} : { keepProvider: true as const }

/** The parts of a time, as the service takes them. */
export const partsOf = (parts: readonly { providerId: number; startTime: string }[]) =>
  parts.map(({ providerId, startTime }) => ({ providerId, startTime }))

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
    thenTypeIds: [],
    sameProvider: false,
    ...(request.isAsked ? { isAsked: true } : {}),
  }
}
