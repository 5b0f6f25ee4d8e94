/** The answers at booking: read, and answered or corrected later in place. */
import { useState } from "preact/hooks"
import { type Answer, api, Refusal } from "../api/client.ts"
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { AnswerFields, type Answers as Given, sentAnswers } from "../parts/answer-fields.tsx"
import { AnswersGiven } from "../parts/answers-given.tsx"
import { Icon } from "../parts/icon.tsx"
import { InlineForm } from "../parts/inline-form.tsx"
import { useSaving } from "../saving.ts"
import { useWords } from "../words/words.ts"
import { readAppointmentAgain } from "./board-data.ts"

type Appointment = Answer<"readAppointment">
type Sent = NonNullable<Parameters<typeof api.updateAppointment>[0]["answers"]>

export function Answers({ appointment }: { appointment: Appointment }) {
  const words = useWords().board
  const { data: types } = useQuery(allTypes)
  const type = types?.find(({ id }) => id === appointment.appointment_type.id)
  const questions = type?.questions ?? []
  const [isEdited, setEdited] = useState(false)
  const given = appointment.answers ?? []
  if (questions.length === 0 && given.length === 0) return null
  if (isEdited) return <EditedAnswers {...{ appointment, questions }} onEnd={() => setEdited(false)} />
  return (
    <section>
      <div class="row spread">
        <h3>{words.questions}</h3>
        {questions.length > 0 && (
          <button type="button" class="button plain" onClick={() => setEdited(true)}>
            <Icon name="edit" small /> {given.length === 0 ? words.answer : words.correctAnswers}
          </button>
        )}
      </div>
      <AnswersGiven answers={given} />
    </section>
  )
}

interface Changes {
  answers: Sent
}

interface EditedAnswersProps {
  appointment: Appointment
  questions: Parameters<typeof sentAnswers>[0]
  onEnd(): void
}

function EditedAnswers({ appointment, questions, onEnd }: EditedAnswersProps) {
  const { id, answers: given = [] } = appointment
  const [answers, setAnswers] = useState<Given>(() =>
    Object.fromEntries(
      given.map(({ key, value, files }) => [key, files ? files.map((file) => file.id) : value]),
    ),
  )
  const names = new Map(given.flatMap(({ files = [] }) => files).map((file) => [file.id, file.name]))
  const save = useSaving({
    record: keptOf(appointment),
    isEdited: true,
    read: async () => keptOf(await api.readAppointment({ id })),
    send: (input: Changes & { if_version: number }) => api.updateAppointment({ id, ...input }),
    onSuccess: async () => {
      await readAppointmentAgain(id)
      onEnd()
    },
  })
  return (
    <InlineForm
      save={save}
      onSave={() => save.run({ answers: changesOf(questions, answers) })}
      onDiscard={onEnd}
      onTakeTheirs={async () => {
        await readAppointmentAgain(id)
        onEnd()
      }}
    >
      <AnswerFields
        questions={questions}
        answers={answers}
        names={names}
        onChange={setAnswers}
        refused={save.failure instanceof Refusal ? save.failure : null}
      />
    </InlineForm>
  )
}

/** Every question that is asked by these answers; null takes an answer back. */
function changesOf(questions: EditedAnswersProps["questions"], answers: Given): Sent {
  const sent = sentAnswers(questions, answers)
  const emptied = questions.filter(({ key }) => !(key in sent)).map(({ key }) => [key, null] as const)
  return { ...Object.fromEntries(emptied), ...sent }
}

const keptOf = ({ answers = [], notes_version }: Appointment) => ({ answers, version: notes_version })
