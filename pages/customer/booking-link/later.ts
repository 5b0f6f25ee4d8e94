/** The parts of the page that an open link does without at first, each with the script of all. */
import { lazy } from "../../shared/lazy.tsx"
import { learnAnswers } from "./answers.ts"
import { bookingLinkWords } from "./words.ts"

type AfterTheTime = typeof import("./steps/after-the-time.ts")

/** With the words that they say. */
export async function afterTheTime(): Promise<AfterTheTime> {
  const [parts] = await Promise.all([import("./steps/after-the-time.ts"), bookingLinkWords.loadLater()])
  learnAnswers(parts.settle)
  return parts
}

const asStep = { isStep: true }
export const Questions = lazy(async () => (await afterTheTime()).Questions, asStep)
export const Confirm = lazy(async () => (await afterTheTime()).Confirm, asStep)
export const Appointment = lazy(async () => (await afterTheTime()).Appointment, asStep)
export const Coming = lazy(async () => (await afterTheTime()).Coming, asStep)
export const Cancel = lazy(async () => (await afterTheTime()).Cancel, asStep)
export const Call = lazy(async () => (await afterTheTime()).Call, asStep)
export const ChosenTime = lazy(async () => (await afterTheTime()).ChosenTime)
export const PresentTime = lazy(async () => (await afterTheTime()).PresentTime)
export const EndedBefore = lazy(async () => (await afterTheTime()).EndedBefore)
export const NoticeBox = lazy(async () => (await afterTheTime()).NoticeBox)
/** Few customers wait. */
export const Wait = lazy(
  async () => (await Promise.all([import("./steps/wait.tsx"), bookingLinkWords.loadLater()]))[0].Wait,
  asStep,
)

const parts = [
  Questions,
  Confirm,
  Appointment,
  Coming,
  Cancel,
  Call,
  ChosenTime,
  PresentTime,
  EndedBefore,
  NoticeBox,
]

/** Fetched ahead of the visitor, or before a first screen that offers no times. */
export const prepareLater = () => Promise.all(parts.map((part) => part.prepare()))
