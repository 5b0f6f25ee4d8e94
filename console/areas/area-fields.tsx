/** The area as fields: everything that can be drawn can be typed. */
import { distanceUnit } from "../distances.ts"
import { Field, TextField } from "../parts/field.tsx"
import { Icon } from "../parts/icon.tsx"
import { useWords } from "../words/words.ts"
import { areaKinds, type Draft } from "./area-data.ts"
import type { GeoPoint } from "./projection.ts"

interface AreaFieldsProps {
  draft: Draft
  /** The location's own point is known, from which a radius is measured. */
  hasPoint: boolean
  onChange(draft: Draft): void
}

export function AreaFields({ draft, hasPoint, onChange }: AreaFieldsProps) {
  const words = useWords().areas
  const { kind, radius, codes } = draft
  return (
    <>
      <Field label={words.kind}>
        {(attributes) => (
          <select
            class="input"
            {...attributes}
            value={kind}
            onInput={(event) => onChange({ ...draft, kind: event.currentTarget.value as Draft["kind"] })}
          >
            {areaKinds.map((each) => (
              <option key={each} value={each}>
                {words.kinds[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {kind === "radius" && (
        <TextField
          label={words.radius[distanceUnit()]}
          hint={hasPoint ? words.radiusHint : words.noPoint}
          type="number"
          value={radius}
          onInput={(value) => onChange({ ...draft, radius: value })}
        />
      )}
      {kind === "postal_codes" && (
        <Field label={words.codes} hint={words.codesHint}>
          {(attributes) => (
            <textarea
              class="input"
              rows={5}
              spellcheck={false}
              {...attributes}
              value={codes}
              onInput={(event) => onChange({ ...draft, codes: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      {kind === "polygon" && <Corners draft={draft} onChange={onChange} />}
    </>
  )
}

function Corners({ draft, onChange }: Pick<AreaFieldsProps, "draft" | "onChange">) {
  const words = useWords().areas
  const { corners } = draft
  const set = (index: number, part: keyof GeoPoint, value: string) =>
    onChange({
      ...draft,
      corners: corners.map((corner, at) =>
        at === index ? { ...corner, [part]: value.trim() === "" ? Number.NaN : Number(value) } : corner,
      ),
    })
  const shown = (value: number) => (Number.isNaN(value) ? "" : String(value))
  return (
    <fieldset class="corners">
      <legend>{words.corners}</legend>
      {corners.length < 3 && <p class="hint">{words.threeCorners}</p>}
      <ol>
        {corners.map((corner, index) => (
          <li key={index}>
            {(["latitude", "longitude"] as const).map((part) => (
              <input
                key={part}
                class="input"
                type="number"
                step="any"
                aria-label={words.corner({ number: index + 1, part: words[part] })}
                value={shown(corner[part])}
                onInput={(event) => set(index, part, event.currentTarget.value)}
              />
            ))}
            <button
              type="button"
              class="button icon-only plain"
              aria-label={words.removeCorner({ number: index + 1 })}
              onClick={() => onChange({ ...draft, corners: corners.filter((_, at) => at !== index) })}
            >
              <Icon name="x" />
            </button>
          </li>
        ))}
      </ol>
      <button
        type="button"
        class="button"
        onClick={() =>
          onChange({ ...draft, corners: [...corners, { latitude: Number.NaN, longitude: Number.NaN }] })
        }
      >
        {words.addCorner}
      </button>
    </fieldset>
  )
}
