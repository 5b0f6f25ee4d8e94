/**
 * Every part of `console/parts` in its states, for who builds screens: `npm run dev`, then `/console/parts`. It is in no
 * build, so its sentences are for developers alone.
 */
import { useLayoutEffect } from "preact/hooks"
import { Segments } from "../parts/segments.tsx"
import { goWithQuery, useAddress } from "../router.ts"
import { Notices } from "../shell/notices.tsx"
import { FieldParts } from "./field-parts.tsx"
import { FrameParts } from "./frame-parts.tsx"
import { type Scheme, showScheme } from "./scheme.ts"
import { StateParts } from "./state-parts.tsx"
import { TextParts } from "./text-parts.tsx"
import { WeekParts } from "./week-parts.tsx"
import "./gallery.css"

const schemes = [
  ["system", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const

export default function PartsPage() {
  const scheme = (useAddress().query.get("scheme") ?? "system") as Scheme
  useLayoutEffect(() => showScheme(scheme), [scheme])
  return (
    <main class="parts-gallery" id="content">
      <header class="row spread">
        <h1>The console’s parts</h1>
        <Segments
          legend="Colours"
          choices={schemes}
          chosen={scheme}
          onChoose={(chosen) => goWithQuery({ scheme: chosen === "system" ? null : chosen })}
        />
      </header>
      <div class="parts">
        <StateParts />
        <FieldParts />
        <FrameParts />
        <TextParts />
        <WeekParts />
      </div>
      <Notices />
    </main>
  )
}
