import { AnswersGiven } from "../parts/answers-given.tsx"
import { Code } from "../parts/code.tsx"
import { CopyButton } from "../parts/copy-button.tsx"
import { Device } from "../parts/device.tsx"
import { Icon, iconNames } from "../parts/icon.tsx"
import { KeyCap } from "../parts/key-cap.tsx"
import { PreviewOfTexts, useTicks } from "../parts/preview.tsx"
import { Scrolled } from "../parts/scrolled.tsx"
import { Part, State } from "./sample.tsx"

const answers = [
  { key: "make", label: "Make of the boiler", kind: "choice", value: "Vaillant" },
  { key: "rooms", label: "Rooms", kind: "choices", value: ["Kitchen", "Bath"] },
  { key: "terms", label: "The call-out costs 90 dollars", kind: "consent", value: true },
] as unknown as Parameters<typeof AnswersGiven>[0]["answers"]

const long = `{ "type": "appointment.created", "data": { "note": "${"a long line ".repeat(12)}" } }`

const userAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36"

export function TextParts() {
  return (
    <>
      <Part file="icon.tsx">
        <div class="row">
          {iconNames.map((name) => (
            <span key={name} title={name}>
              <Icon name={name} /> <Icon name={name} small />
            </span>
          ))}
        </div>
      </Part>
      <Part file="key-cap.tsx">
        <p>
          Press <KeyCap of="p" /> to print.
        </p>
      </Part>
      <Part file="copy-button.tsx">
        <div class="row">
          <CopyButton text="copied out of the gallery" />
          <CopyButton text="copied out of the gallery" plain>
            Copy the link
          </CopyButton>
        </div>
      </Part>
      <Part file="device.tsx">
        <Device userAgent={userAgent} />
        <Device userAgent="curl/8.5.0" />
      </Part>
      <Part file="code.tsx">
        <State of="scrolls">
          <Code label="An event">{long}</Code>
        </State>
        <State of="breaks its lines, short">
          <Code label="An event, broken" wraps height="short">
            {long}
          </Code>
        </State>
      </Part>
      <Part file="scrolled.tsx">
        <Scrolled class="code" label="A box that scrolls">
          <pre>{"row\n".repeat(3)}</pre>
        </Scrolled>
      </Part>
      <Part file="answers-given.tsx">
        <AnswersGiven answers={answers} />
      </Part>
      <Previews />
    </>
  )
}

type Read = Parameters<typeof PreviewOfTexts>[0]["read"]

const told = {
  texts: [
    {
      purpose: "confirmation",
      channel: "sms",
      to: "+15125550143",
      at: "2027-03-01T15:00:00.000Z",
      body: "Harbour Heating: your boiler service is on Mon Mar 1 at 9:00 AM. Reply STOP to end texts.",
      subject: null,
      reason: null,
      length: { segments: 1, characters: 91, room: 69, encoding: "gsm7" },
    },
    { purpose: "reminder", channel: "sms", to: null, at: "2027-02-28T15:00:00.000Z", reason: "past" },
  ],
  events: ["appointment.created"],
} as unknown as NonNullable<Read["data"]>

function Previews() {
  const ticks = useTicks()
  const preview = (read: Read) => (
    <PreviewOfTexts read={read} timeZone="America/Chicago" name="Carla Diaz" ticks={ticks} />
  )
  return (
    <Part file="preview.tsx">
      <State of="who is told">{preview({ data: told, error: null })}</State>
      <State of="nobody">{preview({ data: { ...told, texts: [], events: [] }, error: null })}</State>
      <State of="while it is read">{preview({ data: undefined, error: null })}</State>
      <State of="failed">{preview({ data: undefined, error: new TypeError("Failed to fetch") })}</State>
    </Part>
  )
}
