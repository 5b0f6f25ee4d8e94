import { type ComponentChildren, Fragment } from "preact"
import { useState } from "preact/hooks"
import { Dialog } from "../parts/dialog.tsx"
import { MoveLink } from "../parts/move-link.tsx"
import { Paging } from "../parts/paging.tsx"
import { Panel } from "../parts/panel.tsx"
import { Question } from "../parts/question.tsx"
import { Tabs } from "../parts/tabs.tsx"
import { Part, refusal, State } from "./sample.tsx"

const words = { first: "First page", more: "More" }

export function FrameParts() {
  return (
    <>
      <Part file="tabs.tsx">
        <Tabs
          label="Customers"
          tabs={[
            { name: "In the gallery", path: "/parts", isShown: true },
            { name: "On the board", path: "/", isShown: false },
          ]}
        />
      </Part>
      <Part file="paging.tsx">
        <State of="first page">
          <Paging cursor={null} next="c2" words={words} />
        </State>
        <State of="in the middle">
          <Paging cursor="c2" next="c3" words={words} />
        </State>
        <State of="last page, at the foot of a card">
          <Paging cursor="c3" next={null} words={words} isFoot />
        </State>
      </Part>
      <Part file="move-link.tsx">
        <MoveLink
          appointment={{ id: 7, start_time: "2027-03-01T15:00:00.000Z", timezone: "America/Chicago" }}
        />
      </Part>
      <Opened file="dialog.tsx" open="Open the dialog">
        {(close) => (
          <Dialog
            title="New key"
            onClose={close}
            actions={
              <button type="button" class="button primary" onClick={close}>
                Make it
              </button>
            }
          >
            <p>It is shown once.</p>
          </Dialog>
        )}
      </Opened>
      <Opened file="question.tsx" open="Ask">
        {(close) => (
          <Question
            title="Cancel the visit of Ana Ruiz?"
            text="Here it is refused at once."
            confirm="Cancel the visit"
            run={() => Promise.reject(refusal)}
            onDone={() => {}}
            onClose={close}
          />
        )}
      </Opened>
      <Opened file="panel.tsx" open="Open the panel">
        {(close) => (
          <Panel
            title="Boiler service"
            note="Monday, 9:00 AM"
            onClose={close}
            actions={
              <button type="button" class="button primary" onClick={close}>
                Book
              </button>
            }
          >
            <p>What it stands over stays in view and in use.</p>
          </Panel>
        )}
      </Opened>
    </>
  )
}

interface OpenedProps {
  file: string
  open: string
  children(close: () => void): ComponentChildren
}

/** A layer over everything is opened by a press. */
function Opened({ file, open, children }: OpenedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Fragment>
      <Part file={file}>
        <button type="button" class="button" onClick={() => setOpen(true)}>
          {open}
        </button>
      </Part>
      {isOpen && children(() => setOpen(false))}
    </Fragment>
  )
}
