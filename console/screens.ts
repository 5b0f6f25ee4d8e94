/** The table of screens. Each part of the console names its own; what stands here first is found first. */
import { agentScreens } from "./agents/screens.ts"
import { appScreens } from "./apps/screens.ts"
import { areaScreens } from "./areas/screens.ts"
import { boardScreens } from "./board/screens.ts"
import { callbackScreens } from "./callbacks/screens.ts"
import { customerScreens } from "./customers/screens.ts"
import { daySheetScreens } from "./day-sheet/screens.ts"
import { developerScreens } from "./developers/screens.ts"
import { disruptionScreens } from "./disruptions/screens.ts"
import { importScreens } from "./import/screens.ts"
import { inboxScreens } from "./inbox/screens.ts"
import { messageScreens } from "./messages/screens.ts"
import { peopleScreens } from "./people/screens.ts"
import { reportScreens } from "./reports/screens.ts"
import { requestScreens } from "./requests/screens.ts"
import type { Screen } from "./screen.ts"
import { setUpScreens } from "./set-up/screens.ts"
import { settingsScreens } from "./settings/screens.ts"
import { waitingScreens } from "./waiting/screens.ts"
import { youScreens } from "./you/screens.ts"

export const screens: readonly Screen[] = [
  ...boardScreens,
  ...inboxScreens,
  ...daySheetScreens,
  ...requestScreens,
  ...waitingScreens,
  ...customerScreens,
  ...callbackScreens,
  ...disruptionScreens,
  ...importScreens,
  ...areaScreens,
  ...setUpScreens,
  ...settingsScreens,
  ...developerScreens,
  ...messageScreens,
  ...agentScreens,
  ...reportScreens,
  ...peopleScreens,
  ...youScreens,
  ...appScreens,
]
