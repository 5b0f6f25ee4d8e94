/** The console's remedies of readiness's findings, and the words in the frame of each step. */
import { h } from "preact"
import { renderToString } from "preact-render-to-string"
import { afterEach, expect, it, vi } from "vitest"
import { screens } from "../../console/screens.ts"
import { mendedAt } from "../../console/set-up/steps.ts"
import { readinessCodes } from "../../domain/model/readiness.ts"
import { stubBrowser } from "./browser-globals.ts"

const patterns = screens.map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`))

it("CN-10 each thing that readiness looks at leads to a screen, but for what is the operator's", () => {
  const codes = Object.keys(readinessCodes) as (keyof typeof readinessCodes)[]
  const lost = codes.filter((code) => {
    const path = mendedAt({ code, target_id: 7, ok: false, message: "", fix: "" })
    return path === null || !patterns.some((pattern) => pattern.test(path.split("?")[0]!))
  })
  expect(lost).toEqual(["link_host"])
})

it("CB-09 Fix of a type or a location leads to the field, which is in its form", async () => {
  const at = (code: "type_needs" | "type_locations" | "service_area") =>
    mendedAt({ code, target_id: 7, ok: false, message: "", fix: "" })!
  stubBrowser()
  const { typeForm } = await import("../../console/settings/forms/type.ts")
  const { locationForm } = await import("../../console/settings/forms/location.ts")
  const fieldsOf = ({ sections }: { sections: Readonly<Record<string, object>> }) =>
    Object.values(sections).flatMap(Object.keys)
  expect(fieldsOf(typeForm)).toContain(at("type_needs").split("field=")[1])
  expect(fieldsOf(typeForm)).toContain(at("type_locations").split("field=")[1])
  expect(fieldsOf(locationForm)).toContain(at("service_area").split("field=")[1])
})

it("DS-16 a step asks its question with a hint where it has one, and leads back from all but the first", async () => {
  stubBrowser()
  const { speak, speakAll } = await import("../../console/words/words.ts")
  await speak("en")
  await speakAll()
  const { StepForm } = await import("../../console/set-up/step-form.tsx")
  const drawn = (props: { step: "company" | "location"; hint?: string }) =>
    renderToString(h(StepForm, { title: "Where?", onSubmit() {}, ...props }))
  expect(drawn({ step: "location", hint: "One is enough." })).toContain('<p class="hint">One is enough.</p>')
  expect(drawn({ step: "location" })).not.toContain('class="hint"')
  expect(drawn({ step: "location" })).toContain(">Back<")
  expect(drawn({ step: "company" })).not.toContain(">Back<")
})
afterEach(() => vi.unstubAllGlobals())
