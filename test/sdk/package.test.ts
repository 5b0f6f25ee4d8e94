import { execFile } from "node:child_process"
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { publint } from "publint"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { OpenApiOperation } from "../../service/ways-in/api-docs/document.ts"
import { documentedMounts } from "../../service/ways-in/api-docs/generate.ts"
import { openApiOf } from "../../service/ways-in/api-docs/openapi.ts"
import { sdkMethod } from "../../service/ways-in/api-docs/samples/called.ts"
import { dereferenced } from "../support/dereferenced.ts"
import {
  buildSdk,
  compiler,
  installTarball,
  packSdk,
  type SdkPackage,
  storyOutcome,
} from "../support/sdk-package.ts"
import { startService, type TestService } from "../support/service.ts"
import { root } from "../support/source-files.ts"

const run = promisify(execFile)
let sdk: SdkPackage
let service: TestService

beforeAll(async () => {
  sdk = await buildSdk()
  copyFileSync(join(root, "sdk", "package.json"), join(sdk.directory, "package.json"))
  service = await startService()
})
afterAll(async () => {
  await service.stop()
  sdk.remove()
})

/** A call that is right, as the document's examples and the types of the required parameters have it. */
function rightInput(operation: OpenApiOperation): Record<string, unknown> {
  const parameters = (operation.parameters ?? [])
    .filter(({ required }) => required === true)
    .map(({ name, schema }) => [name, rightValue(schema as { type: string; enum?: string[] })])
  const body = operation.requestBody?.content["application/json"]?.example
  return { ...Object.fromEntries(parameters), ...(body as object | undefined) }
}

const rightValue = ({ type, enum: values }: { type: string; enum?: string[] }) =>
  type === "integer" ? 1 : (values?.[0] ?? "text")

/** One right and one wrong call. A wrong call that compiles fails, since nothing is then expected of its line. */
function callsOf(operation: OpenApiOperation): string {
  const name = sdkMethod(operation.operationId)
  const right = rightInput(operation)
  const isFile = operation.requestBody !== undefined && !("application/json" in operation.requestBody.content)
  const given = JSON.stringify(right)
  const text = isFile ? `{ ...${given}, image: new Blob() }` : given
  const wrong = JSON.stringify({ ...right, no_such_field: 1 })
  return `client.${name}(${text})\n// @ts-expect-error\nclient.${name}(${wrong})\n`
}

it("DX-01 MD-18 right calls compile, wrong ones do not, and details are typed by their code", async () => {
  const operations = Object.values(dereferenced(openApiOf(documentedMounts, "/api/v1")).paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId, tags }) => operationId !== "stream_events" && !tags.includes("Visitors"))
  expect(operations.length).toBeGreaterThan(100)
  const calls = join(sdk.directory, "calls.ts")
  const results = `
    const made = await client.bookAppointment(${JSON.stringify(rightInput(operations.find(({ operationId }) => operationId === "book_appointment")!))})
    made.start_time satisfies string
    // @ts-expect-error
    made.no_such_field
    for await (const event of client.streamEvents({ types: ["appointment.rescheduled"] })) {
      if (event.type === "appointment.rescheduled") event.data.previous.start_time satisfies string
      // @ts-expect-error
      event.data.previous
    }
    try {
      await client.cancelAppointment({ id: 1 })
    } catch (error) {
      if (error instanceof Refusal && error.code === "open_request_exists") {
        error.details.scheduling_request_id satisfies number
        // @ts-expect-error
        error.details.alternatives
      }
      if (isRefusal(error, "slot_taken", "in_use")) {
        if (error.code === "in_use") error.details.future_appointments satisfies number
        else error.details.alternatives[0]!.timezone satisfies string
      }
      if (!isRefusalOf(error, "cancelAppointment")) throw error
      switch (error.code) {
        case "appointment_started":
        case "version_conflict":
        // @ts-expect-error
        case "phone_taken":
      }
    }`
  const head = `import { createClient, isRefusal, isRefusalOf, Refusal } from "./dist/index.js"\nconst client = createClient({ baseUrl: "" })\n`
  writeFileSync(calls, head + operations.map(callsOf).join("") + results)
  const flags = ["--ignoreConfig", "--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"]
  const libs = ["--lib", "es2023,dom,dom.asynciterable", "--types", ""]
  const said = await run(process.execPath, [compiler, ...flags, ...libs, calls]).catch(
    (error: { stdout: string }) => error,
  )
  expect(said.stdout).toBe("")
})

it("DX-01 does its work on the pinned Node and on the one that is installed", async () => {
  for (const node of [process.execPath, "node"]) {
    const other = await service.anotherCompany()
    const args = [join(import.meta.dirname, "story.js"), sdk.entry, service.apiUrl, other.key]
    const { stdout } = await run(node, args)
    expect(JSON.parse(stdout)).toEqual(storyOutcome)
  }
})

it("DX-01 packs clean, and needs no other package", async () => {
  const { messages } = await publint({ pkgDir: sdk.directory, pack: false, strict: true })
  expect(messages).toEqual([])
  const manifest = JSON.parse(readFileSync(join(root, "sdk", "package.json"), "utf8"))
  expect(Object.keys(manifest)).not.toContain("dependencies")
})

it("MD-18 packs out of a checkout that has built nothing, and works where the tarball is installed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shop-"))
  try {
    await installTarball(folder, await packSdk(folder))
    const installed = join(folder, "node_modules", "@appointed", "sdk")
    expect(readFileSync(join(installed, "LICENSE"), "utf8")).toBe(readFileSync(join(root, "LICENSE"), "utf8"))
    expect(readFileSync(join(installed, "README.md"), "utf8")).toContain("# @appointed/sdk")
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))
    expect(manifest).toMatchObject({
      license: "Apache-2.0",
      homepage: expect.stringMatching(/^https:/),
      repository: { type: "git", url: expect.stringMatching(/^git\+https:/), directory: "sdk" },
    })
    const { messages } = await publint({ pkgDir: installed, pack: false, strict: true })
    expect(messages).toEqual([])

    copyFileSync(join(import.meta.dirname, "story.js"), join(folder, "story.js"))
    const other = await service.anotherCompany()
    const { stdout } = await run("node", ["story.js", "@appointed/sdk", service.apiUrl, other.key], {
      cwd: folder,
    })
    expect(JSON.parse(stdout)).toEqual(storyOutcome)
    // As Jest and older runtimes load it: without `require` of ES modules.
    const required =
      "console.log(require.resolve('@appointed/sdk').includes('cjs'), typeof require('@appointed/sdk').createClient)"
    const commonJs = await run(process.execPath, ["--no-require-module", "--eval", required], { cwd: folder })
    expect(commonJs.stdout.trim()).toBe("true function")
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
