/**
 * One conversation as the agent platform has it. Every tool is a typed function; what it sends is made out of the
 * exported tool configuration, with the session bound as the platform binds it.
 */
import { expect } from "vitest"
import type { z } from "zod"
import type { ConversationVariables } from "../../domain/model/agent/session.ts"
import type { SpokenSlot } from "../../domain/model/agent/slots.ts"
import {
  resendLinkForCaller,
  updateBookingForCaller,
} from "../../service/ways-in/agent-api/add-to-booking.ts"
import {
  acceptProposalForCaller,
  confirmAttendanceForCaller,
} from "../../service/ways-in/agent-api/answer-appointment.ts"
import {
  cancelForCaller,
  listCallerAppointments,
  rescheduleForCaller,
} from "../../service/ways-in/agent-api/appointments.ts"
import { bookForCaller } from "../../service/ways-in/agent-api/book.ts"
import { listBookableTypes } from "../../service/ways-in/agent-api/bookable-types.ts"
import { createCaller, optOut } from "../../service/ways-in/agent-api/caller.ts"
import { confirmContact, startContact } from "../../service/ways-in/agent-api/contacts.ts"
import { describeTools } from "../../service/ways-in/agent-api/describe-tools.ts"
import { listLocationsForCaller, listProvidersForCaller } from "../../service/ways-in/agent-api/eligible.ts"
import { findSlotsForCaller } from "../../service/ways-in/agent-api/find-slots.ts"
import { holdForCaller } from "../../service/ways-in/agent-api/hold-slot.ts"
import { exampleSite } from "../../service/ways-in/agent-api/platform/agent-config.ts"
import { toolConfigOf } from "../../service/ways-in/agent-api/platform/tool-config.ts"
import { requestCallback } from "../../service/ways-in/agent-api/request-callback.ts"
import { saveAddress } from "../../service/ways-in/agent-api/save-address.ts"
import {
  joinWaitingListForCaller,
  leaveWaitingListForCaller,
} from "../../service/ways-in/agent-api/waiting-list.ts"
import { answerOfferForCaller, readCallerWaiting } from "../../service/ways-in/agent-api/waiting-offers.ts"
import { type Platform, requestOf, send } from "./platform.ts"

/** Each tool, under its name in camel case. */
export const tools = {
  listAppointmentTypes: listBookableTypes,
  findSlots: findSlotsForCaller,
  holdSlot: holdForCaller,
  bookAppointment: bookForCaller,
  listMyAppointments: listCallerAppointments,
  rescheduleAppointment: rescheduleForCaller,
  cancelAppointment: cancelForCaller,
  createCustomer: createCaller,
  saveAddress,
  listLocations: listLocationsForCaller,
  listProviders: listProvidersForCaller,
  startContact,
  confirmContact,
  optOut,
  requestCallback,
  joinWaitingList: joinWaitingListForCaller,
  leaveWaitingList: leaveWaitingListForCaller,
  waitingStatus: readCallerWaiting,
  acceptOffer: answerOfferForCaller,
  acceptProposal: acceptProposalForCaller,
  confirmAttendance: confirmAttendanceForCaller,
  updateBooking: updateBookingForCaller,
  resendLink: resendLinkForCaller,
} as const

type Tools = typeof tools
type Name = keyof Tools

/** Tools that make something answer 201, all others 200. */
const made: ReadonlySet<Name> = new Set([
  "bookAppointment",
  "createCustomer",
  "holdSlot",
  "startContact",
  "requestCallback",
  "joinWaitingList",
  "acceptOffer",
])

/** Throws `ToolRefusal` when the tool refuses; fails when an answer has another status than its tool's. */
type Call<Tool extends Tools[Name]> = (
  inputs?: Partial<z.output<Tool["input"]>>,
) => Promise<z.output<Tool["result"]>>

export type Conversation = { [Each in Name]: Call<Tools[Each]> } & {
  /** The variables that the conversation began with. */
  variables: ConversationVariables
}

interface RefusedBody {
  ok?: boolean
  error: { code: string; message: string; field?: string; details?: object }
}

/** A tool's refusal. */
export class ToolRefusal extends Error {
  readonly status: number
  /** Only of a refusal with status 200. */
  readonly ok: boolean | undefined
  readonly code: string
  readonly field: string | undefined
  readonly details: { alternatives?: SpokenSlot[]; problem?: string; transfer_phone?: string }

  constructor(status: number, { ok, error }: RefusedBody) {
    super(error.message)
    this.status = status
    this.ok = ok
    this.code = error.code
    this.field = error.field
    this.details = error.details ?? {}
  }
}

/** The refusal with which the call ends; fails when it is answered. */
export async function refusalOf(call: Promise<unknown>): Promise<ToolRefusal> {
  try {
    const answer = await call
    return expect.fail(`was not refused: ${JSON.stringify(answer).slice(0, 500)}`)
  } catch (error) {
    if (error instanceof ToolRefusal) return error
    throw error
  }
}

/** The same call so many times at once. */
export const atOnce = <Answer>(times: number, call: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, call))

/** In place of a text that is expected: any that holds these words. */
export const saying = (words: string): string => expect.stringContaining(words)

/** The inputs that book this slot. */
export function chosen(slot: SpokenSlot | null | undefined) {
  if (!slot) return expect.fail("there is no such slot")
  const { provider_id, location_id, start_time } = slot
  return { provider_id, location_id, start_time }
}

const configs = new Map(describeTools().map((tool) => [tool.name, toolConfigOf(tool, exampleSite)]))

/** `platform` holds the variables that conversation-init gave. */
export function conversationOn(platform: Platform): Conversation {
  const callOf =
    (name: Name) =>
    async (inputs: Record<string, unknown> = {}) => {
      const { status, body } = await send(requestOf(configs.get(tools[name].name)!, inputs, platform))
      const what = `${name}: ${JSON.stringify(body).slice(0, 500)}`
      if (!body.success) throw new ToolRefusal(status, body)
      expect(status, what).toBe(made.has(name) ? 201 : 200)
      return body.data
    }
  const calls = Object.keys(tools).map((name) => [name, callOf(name as Name)])
  return { ...Object.fromEntries(calls), variables: platform.variables }
}
