/** Another number, and no more calls or texts. */
import type { Scripted, ToolStep } from "../conversation.ts"
import { book, find, tuesday } from "./steps.ts"

const start: ToolStep = {
  tool: "start_contact",
  inputs: { contact_number: "(512) 555-0144", label: "work" },
  status: 201,
  as: "started",
}

const confirm = (code: string): ToolStep => ({
  tool: "confirm_contact",
  inputs: { verification_id: "$started.verification_id", code },
})

const wrong: ToolStep = { ...confirm("000000"), status: 400, refuses: { code: "wrong_code" } }
const over: ToolStep = {
  ...confirm("$code"),
  status: 400,
  refuses: { code: "code_expired", message: "Code expired" },
}

const consents = (...revoked: { channel: string; source: string }[]) => ({
  company: "GET /customers/$sam" as const,
  gives: { contacts: [{ consents: revoked.map((each) => ({ ...each, event: "revoked" })) }] },
})

export const wishes: readonly Scripted[] = [
  {
    name: "AG-09 adds another number with the code that was texted to the caller's own",
    steps: [
      { ...start, gives: { say: "I've just texted you a code. Could you read it to me?" } },
      { readsCode: "code" },
      { ...confirm("$code"), status: 200, gives: { added: true } },
      {
        company: "GET /customers/$sam",
        gives: { contacts: [{ primary: true }, { phone: "+15125550144", label: "work", verified_at: null }] },
      },
      { ...confirm("$code"), status: 400, refuses: { code: "code_expired" } },
    ],
  },
  {
    name: "AG-09 five wrong tries, and the right code comes too late",
    steps: [
      start,
      { readsCode: "code" },
      wrong,
      wrong,
      wrong,
      wrong,
      { ...over, ...confirm("000000") },
      over,
    ],
  },
  {
    name: "AG-09 the code is read out after ten minutes, and from another conversation",
    steps: [
      start,
      { readsCode: "code" },
      { calls: "sam" },
      over,
      start,
      { readsCode: "code" },
      { waitMinutes: 11 },
      over,
    ],
  },
  {
    name: "AG-09 three codes in a conversation, and no more",
    steps: [start, start, start, { ...start, status: 429, refuses: { code: "rate_limited" }, as: "refused" }],
  },
  {
    name: "AG-10 no more calls, said on the phone",
    steps: [
      {
        tool: "opt_out",
        status: 200,
        gives: { channel: "voice", opted_out: true, say: "~we won't call you" },
      },
      consents({ channel: "voice", source: "agent" }),
    ],
  },
  {
    name: "AG-10 no more texts, said by text",
    by: "text",
    steps: [
      { tool: "opt_out", status: 200, gives: { channel: "sms", opted_out: true } },
      { again: "same" },
      consents({ channel: "sms", source: "agent" }),
    ],
  },
  {
    name: "AG-10 neither calls nor texts takes two calls of the tool, and books on",
    steps: [
      { tool: "opt_out", inputs: { channel: "voice" } },
      { tool: "opt_out", inputs: { channel: "sms" } },
      consents({ channel: "voice", source: "agent" }, { channel: "sms", source: "agent" }),
      find("boiler", tuesday),
      book("boiler"),
    ],
    ends: { appointments: [{ status: "scheduled" }] },
  },
  {
    name: "AG-10 a stranger's number is left alone too",
    caller: "stranger",
    steps: [{ tool: "opt_out", inputs: { channel: "sms" }, status: 200, gives: { opted_out: true } }],
  },
]
