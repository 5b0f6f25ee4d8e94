/** A conversation to try: who plays, then each tool by its form, with what was sent and answered. */
import { useState } from "preact/hooks"
import { useQuery, useWrite } from "../api/queries.ts"
import { Code } from "../parts/code.tsx"
import { Field } from "../parts/field.tsx"
import { Failed, Loading, Refused } from "../parts/states.tsx"
import { Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import "../styles/agents.css"
import { allTools, type Tool } from "./agent-data.ts"
import { AgentTabs } from "./agent-tabs.tsx"
import { BeginForm } from "./begin-form.tsx"
import { type Conversation, call, type Inputs, isTestKey, outboxOf, type Turn } from "./played.ts"
import { ToolForm, type Typed } from "./tool-form.tsx"
import { Turns } from "./turns.tsx"

/** Lives as long as the tab, so that another screen may be looked at meanwhile. A key is stored nowhere else. */
const kept: { key: string | null; conversation: Conversation | null; turns: Turn[] } = {
  key: null,
  conversation: null,
  turns: [],
}

export default function ConversationScreen() {
  const words = useWords().agents
  const { data: tools, error, refetch } = useQuery(allTools)
  const [key, setKey] = useState(kept.key)
  const [conversation, setConversation] = useState(kept.conversation)
  const [turns, setTurns] = useState<readonly Turn[]>(kept.turns)
  const keep = (now: Partial<typeof kept>) => {
    Object.assign(kept, now)
    setKey(kept.key)
    setConversation(kept.conversation)
    setTurns(kept.turns)
  }
  return (
    <Page
      title={words.title}
      lead={<AgentTabs shown="conversation" />}
      tools={
        <>
          {conversation && (
            <button type="button" class="button" onClick={() => keep({ conversation: null, turns: [] })}>
              {words.beginAnew}
            </button>
          )}
          {key !== null && (
            <button
              type="button"
              class="button"
              onClick={() => keep({ key: null, conversation: null, turns: [] })}
            >
              {words.otherKey}
            </button>
          )}
        </>
      }
    >
      {error ? (
        <Failed error={error} retry={refetch} />
      ) : !tools ? (
        <Loading />
      ) : conversation ? (
        <Play
          tools={tools}
          conversation={conversation}
          turns={turns}
          onTurn={(turn) => keep({ turns: [...kept.turns, turn] })}
        />
      ) : (
        <BeginForm
          playedKey={key}
          onKey={(taken) => keep({ key: taken })}
          onBegun={(begun) => keep({ conversation: begun, turns: [] })}
        />
      )}
    </Page>
  )
}

interface PlayProps {
  tools: readonly Tool[]
  conversation: Conversation
  turns: readonly Turn[]
  onTurn(turn: Turn): void
}

function Play({ tools, conversation, turns, onTurn }: PlayProps) {
  const words = useWords().agents
  const [name, setName] = useState(tools[0]!.name)
  const [typed, setTyped] = useState<Typed>({})
  const tool = tools.find((each) => each.name === name)!
  const ask = useWrite({
    mutationFn: (inputs: Inputs) => call(conversation, tool, inputs, turns.length + 1),
    onSuccess: onTurn,
  })
  const fillIn = (toolName: string, inputs: Inputs) => {
    setName(toolName)
    setTyped(Object.fromEntries(Object.entries(inputs).map(([input, value]) => [input, String(value)])))
  }
  return (
    <div class="split">
      <div class="stack">
        {turns.length === 0 && <p class="hint">{words.noCalls}</p>}
        <Turns turns={turns} onFillIn={fillIn} />
        <details>
          <summary>conversation-init</summary>
          <Code height="short" label="conversation-init">
            {JSON.stringify(conversation.variables, null, 2)}
          </Code>
        </details>
      </div>
      <div class="stack">
        {isTestKey(conversation.key) ? (
          <p class="hint">{words.testKey}</p>
        ) : (
          <p class="caution">{words.liveKey}</p>
        )}
        <section class="card" aria-label={words.tool}>
          <div class="content stack">
            <Field label={words.tool}>
              {(attributes) => (
                <select
                  class="input"
                  {...attributes}
                  value={name}
                  onInput={(event) => setName(event.currentTarget.value)}
                >
                  {tools.map((each) => (
                    <option key={each.name} value={each.name}>
                      {each.name} {each.writes ? `(${words.writes})` : ""}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <ToolForm
              key={name}
              tool={tool}
              typed={typed}
              turns={turns}
              isRunning={ask.isRunning}
              onType={setTyped}
              onSend={(inputs) => ask.run(inputs)}
            />
            <Refused error={ask.failure} />
          </div>
        </section>
        <Outbox conversation={conversation} turns={turns.length} />
      </div>
    </div>
  )
}

function Outbox({ conversation: { key }, turns }: { conversation: Conversation; turns: number }) {
  const words = useWords().agents
  const { data } = useQuery({
    queryKey: ["played-outbox", turns] as const,
    queryFn: () => outboxOf(key),
    enabled: turns > 0,
  })
  if (!data || data.length === 0) return null
  return (
    <section class="card" aria-labelledby="outbox">
      <header>
        <h2 id="outbox">{words.outbox}</h2>
      </header>
      <ul class="rows">
        {data.map(({ id, to, body, reason }) => (
          <li key={id}>
            <div>
              <p class="notes">{body ?? reason}</p>
              <p class="hint">{to}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
