/** The hours of each provider, drawn. What is drawn is saved a moment later, so that the page beside follows. */
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { type Answer, api } from "../api/client.ts"
import { hoursOf } from "../api/lists.ts"
import { useQuery, useWrite } from "../api/queries.ts"
import { saveHours } from "../api/saves.ts"
import { ChoiceField } from "../parts/field.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { type Hours, WeekHours } from "../parts/week-hours.tsx"
import { useSaving } from "../saving.ts"
import { readAllAgain } from "../session.ts"
import { useWords } from "../words/words.ts"
import type { Location, Provider } from "./set-up-data.ts"
import { goOn, StepForm, type StepProps } from "./step-form.tsx"

export function HoursStep({ setUp, step }: StepProps) {
  const words = useWords().setUp
  const providers = setUp.providers.filter(({ active }) => active)
  const locations = setUp.locations.filter(({ active }) => active)
  const [providerId, setProvider] = useState(providers[0]?.id)
  const [locationId, setLocation] = useState(locations[0]?.id)
  const provider = providers.find(({ id }) => id === providerId) ?? providers[0]
  const location = locations.find(({ id }) => id === locationId) ?? locations[0]
  if (!provider || !location)
    return (
      <StepForm
        step={step}
        title={words.questions.hours}
        hint={words.hoursNeed}
        onSubmit={() => goOn(step)}
      />
    )
  return (
    <LoadedHours
      key={provider.id}
      step={step}
      provider={provider}
      providers={providers}
      location={location}
      locations={locations}
      onProvider={setProvider}
      onLocation={setLocation}
    />
  )
}

type WeeklyHours = Hours & { location_id: number }

interface LoadedHoursProps extends Pick<StepProps, "step"> {
  provider: Provider
  providers: readonly Provider[]
  location: Location
  locations: readonly Location[]
  onProvider(id: number): void
  onLocation(id: number): void
}

/** The drawing begins with the present hours, never with a cached answer. */
function LoadedHours(props: LoadedHoursProps) {
  const { data, isFetchedAfterMount, error, refetch } = useQuery({
    ...hoursOf(props.provider.id),
    refetchOnMount: "always",
  })
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data || !isFetchedAfterMount) return <Loading rows={10} />
  return <ProviderHours {...props} saved={data} />
}

interface Drawn {
  weekly_hours: WeeklyHours[]
}

const quietMs = 400

function ProviderHours(props: LoadedHoursProps & { saved: Answer<"readProviderHours"> }) {
  const { step, provider, providers, location, locations, saved } = props
  const words = useWords().setUp
  const [drawn, setDrawn] = useState<readonly WeeklyHours[]>(saved.weekly_hours)
  const latest = useRef<readonly WeeklyHours[]>(saved.weekly_hours)
  /** Runs from a stroke until it is saved. */
  const quiet = useRef<ReturnType<typeof setTimeout> | null>(null)
  const save = useSaving({
    record: saved,
    read: () => api.readProviderHours({ id: provider.id }),
    // The hours as they are drawn at the moment of sending.
    send: ({ if_version }: Drawn & { if_version: number }) =>
      api.replaceProviderHours({ id: provider.id, if_version, weekly_hours: [...latest.current] }),
    // One after the other, in the order of the drawing.
    scope: { id: "hours" },
    onSuccess: readAllAgain,
  })
  const fillOthers = useWrite({
    mutationFn: async () => {
      for (const { id } of others) {
        const theirs = await api.readProviderHours({ id })
        if (theirs.weekly_hours.length === 0)
          await saveHours(id, theirs, { weekly_hours: [...latest.current] })
      }
    },
    scope: { id: "hours" },
    onSuccess: readAllAgain,
  })
  const stopWaiting = () => {
    if (quiet.current !== null) clearTimeout(quiet.current)
    quiet.current = null
  }
  const saveNow = (options?: { onSuccess(): void }) => {
    stopWaiting()
    save.run({ weekly_hours: [...latest.current] }, options)
  }
  // A step that is left right after the last stroke saves it too.
  useLayoutEffect(
    () => () => {
      if (quiet.current !== null) saveNow()
    },
    [],
  )

  const others = providers.filter(({ id }) => id !== provider.id)
  const isHere = ({ location_id }: WeeklyHours) => location_id === location.id
  const nameOf = (id: number) => locations.find((each) => each.id === id)?.name ?? ""
  const draw = (next: WeeklyHours[]) => {
    latest.current = next
    setDrawn(next)
    stopWaiting()
    quiet.current = setTimeout(() => saveNow(), quietMs)
  }

  function finish(): void {
    // The timer is stopped, so that no later save delays the next step.
    if (quiet.current === null) goOn(step)
    else saveNow({ onSuccess: () => goOn(step) })
  }

  return (
    <StepForm
      step={step}
      title={words.hoursOf({ name: provider.name })}
      hint={words.hoursHint}
      onSubmit={finish}
      failure={save.failure ?? fillOthers.failure}
      isWide
    >
      {(providers.length > 1 || locations.length > 1) && (
        <div class="pair-fields">
          {providers.length > 1 && (
            <ChoiceField label={words.who} of={providers} value={provider.id} onChoose={props.onProvider} />
          )}
          {locations.length > 1 && (
            <ChoiceField
              label={words.atLocation}
              of={locations}
              value={location.id}
              onChoose={props.onLocation}
            />
          )}
        </div>
      )}
      <WeekHours
        key={location.id}
        label={`${provider.name}, ${location.name}`}
        hours={drawn.filter(isHere).map(({ weekday, start, end }) => ({ weekday, start, end }))}
        elsewhere={drawn
          .filter((each) => !isHere(each))
          .map((each) => ({ ...each, where: nameOf(each.location_id) }))}
        onChange={(hours) =>
          draw([
            ...drawn.filter((each) => !isHere(each)),
            ...hours.map(({ weekday, start, end }) => ({ weekday, start, end, location_id: location.id })),
          ])
        }
      />
      {others.length > 0 && drawn.length > 0 && (
        <p>
          <button
            type="button"
            class="button"
            disabled={fillOthers.isRunning}
            onClick={() => fillOthers.run(undefined)}
          >
            {words.sameForOthers}
          </button>
        </p>
      )}
    </StepForm>
  )
}
