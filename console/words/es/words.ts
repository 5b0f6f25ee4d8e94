import type { en } from "../en/words.ts"
import { agents } from "./agents.ts"
import { areas } from "./areas.ts"
import { board } from "./board.ts"
import { callbacks } from "./callbacks.ts"
import { customers } from "./customers.ts"
import { developers } from "./developers.ts"
import { hours } from "./hours.ts"
import { imports } from "./import.ts"
import { messages } from "./messages.ts"
import { people } from "./people.ts"
import { reports } from "./reports.ts"
import { requests } from "./requests.ts"
import { setUp } from "./set-up.ts"
import { settings } from "./settings.ts"
import { shell } from "./shell.ts"
import { signIn } from "./sign-in.ts"
import { texts } from "./texts.ts"
import { you } from "./you.ts"

export const es: typeof en = {
  shell,
  signIn,
  you,
  board,
  callbacks,
  customers,
  reports,
  requests,
  imports,
  areas,
  hours,
  texts,
  developers,
  settings,
  setUp,
  messages,
  agents,
  people,
}
