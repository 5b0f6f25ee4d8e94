/** The parts of the page that an open link does without at first, each with the script of all. */
import { lazy } from "../shared/lazy.tsx"

export const afterTheTime = () => import("./steps/after-the-time.ts")

const asStep = { isStep: true }
export const Questions = lazy(async () => (await afterTheTime()).Questions, asStep)
export const Confirm = lazy(async () => (await afterTheTime()).Confirm, asStep)
export const Appointment = lazy(async () => (await afterTheTime()).Appointment, asStep)
export const Coming = lazy(async () => (await afterTheTime()).Coming, asStep)
export const Cancel = lazy(async () => (await afterTheTime()).Cancel, asStep)

/** Fetched ahead of the visitor, or before a first screen that shows an appointment. */
export const prepareLater = () =>
  Promise.all([Questions, Confirm, Appointment, Coming, Cancel].map((part) => part.prepare()))
