import { useState } from "preact/hooks"
import { AnswerFields, type Answers } from "../parts/answer-fields.tsx"
import { ComboBox } from "../parts/combo-box.tsx"
import { CheckField, Field, OneMoreField, TextField } from "../parts/field.tsx"
import { FileField } from "../parts/file-field.tsx"
import { Segments } from "../parts/segments.tsx"
import { ZoneOptions, zoneOfBrowser } from "../parts/zone-options.tsx"
import { Part, State } from "./sample.tsx"

export function FieldParts() {
  return (
    <>
      <Fields />
      <Finding />
      <Questions />
      <Files />
    </>
  )
}

function Fields() {
  const [text, setText] = useState("Ana Ruiz")
  const [isOn, setOn] = useState(true)
  const [view, setView] = useState<"day" | "week">("day")
  const [zone, setZone] = useState(zoneOfBrowser)
  const field = { label: "Name", value: text, onInput: setText }
  return (
    <>
      <Part file="field.tsx">
        <State of="filled">
          <TextField {...field} />
        </State>
        <State of="empty, with a hint">
          <TextField {...field} value="" placeholder="+1 512 555 0143" hint="Texts go to this number." />
        </State>
        <State of="refused">
          <TextField {...field} error="This name is taken." />
        </State>
        <State of="switched on and off">
          <CheckField label="Customers may book online" checked={isOn} onChange={setOn} />
          <CheckField label="Customers may not" checked={!isOn} onChange={(isOff) => setOn(!isOff)} />
        </State>
        <State of="a choice that adds">
          <OneMoreField
            label="With"
            empty="Anyone"
            of={[{ id: 1, name: "Ana Ruiz" }]}
            onChoose={() => setText("Ana Ruiz")}
            select={null}
          />
        </State>
      </Part>
      <Part file="segments.tsx">
        <Segments
          legend="View"
          choices={[
            ["day", "Day"],
            ["week", "Week"],
          ]}
          chosen={view}
          onChoose={setView}
        />
      </Part>
      <Part file="zone-options.tsx">
        <Field label="Time zone">
          {(attributes) => (
            <select
              class="input"
              {...attributes}
              value={zone}
              onInput={(event) => setZone(event.currentTarget.value)}
            >
              <ZoneOptions chosen={zone} />
            </select>
          )}
        </Field>
      </Part>
    </>
  )
}

const people = ["Ana Ruiz", "Ben Okafor", "Cleo Park", "Dan Weiss"]

function Finding() {
  const [value, setValue] = useState("")
  const found = people.filter((name) => name.toLowerCase().includes(value.trim().toLowerCase()))
  return (
    <Part file="combo-box.tsx">
      <ComboBox
        label="Provider"
        value={value}
        onInput={(typed) => setValue(typed)}
        options={found}
        keyOf={(name: string) => name}
        show={(name) => name}
        onTake={(name) => setValue(name)}
        nothing="Nobody is called so."
        placeholder="Type a name, or x for nobody"
      />
    </Part>
  )
}

const questions = [
  { key: "make", label: "Make of the boiler", kind: "choice", options: ["Vaillant", "Bosch", "Another"] },
  { key: "rooms", label: "Rooms", kind: "choices", options: ["Kitchen", "Bath"] },
  { key: "age", label: "Its age in years", kind: "number" },
  { key: "since", label: "Broken since", kind: "date" },
  { key: "sound", label: "What it sounds like", kind: "long_text" },
  { key: "terms", label: "The call-out costs 90 dollars", kind: "consent" },
].map((question) => ({ required: false, ...question })) as unknown as Parameters<
  typeof AnswerFields
>[0]["questions"]

function Questions() {
  const [answers, setAnswers] = useState<Answers>({ rooms: ["Bath"] })
  return (
    <Part file="answer-fields.tsx">
      <AnswerFields
        questions={questions}
        answers={answers}
        onChange={setAnswers}
        refused={{ field: "answers.make", message: "Choose one of the makes." }}
      />
    </Part>
  )
}

const fileNames = new Map([["1", "boiler.jpg"]])

function Files() {
  const [chosen, setChosen] = useState<string[]>(["1"])
  const field = { label: "Photos of the boiler", names: fileNames, onChange: setChosen }
  return (
    <Part file="file-field.tsx">
      <State of="with a file">
        <FileField {...field} value={chosen} error={null} />
      </State>
      <State of="empty, refused">
        <FileField {...field} value={[]} error="Add at least one photo." />
      </State>
    </Part>
  )
}
