/** The parts of the page that its first screen does without, each with the script of all. */
import type { ProviderView } from "../../../domain/contracts/customer-pages.ts"
import { lazy } from "../../shared/lazy.tsx"
import { publicPageWords } from "./words.ts"

/** With the words that they say. */
export const afterTheTime = async () =>
  (await Promise.all([import("./steps/after-the-time.ts"), publicPageWords.loadLater()]))[0]

const asStep = { isStep: true }
export const Where = lazy(async () => (await afterTheTime()).Where, asStep)
export const Questions = lazy(async () => (await afterTheTime()).Questions, asStep)
export const Phone = lazy(async () => (await afterTheTime()).Phone, asStep)
export const Code = lazy(async () => (await afterTheTime()).Code, asStep)
export const Requests = lazy(async () => (await afterTheTime()).Requests, asStep)
export const LinksTexted = lazy(async () => (await afterTheTime()).LinksTexted, asStep)
export const Call = lazy(async () => (await afterTheTime()).Call, asStep)
/** Few companies show their people. */
export const People = lazy(async () => (await import("./people.tsx")).People)

/** More than these are a list of names. */
const mostFaces = 12

export const hasFaces = (people: readonly ProviderView[]) =>
  people.length <= mostFaces && people.some(({ about, imageUrl }) => about || imageUrl)

export const Confirm = lazy(async () => (await afterTheTime()).Confirm, asStep)
export const Booked = lazy(async () => (await afterTheTime()).Booked, asStep)
export const ChosenTime = lazy(async () => (await afterTheTime()).ChosenTime)
/** Few visitors wait. */
export const Wait = lazy(
  async () => (await Promise.all([import("./steps/wait.tsx"), publicPageWords.loadLater()]))[0].Wait,
  asStep,
)

const parts = [Where, Questions, Phone, Code, Requests, LinksTexted, Call, Confirm, Booked, ChosenTime]

/** Fetched ahead of the visitor, or before a first screen that is one of them. */
export const prepareLater = () => Promise.all(parts.map((part) => part.prepare()))
