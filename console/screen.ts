/** A screen of the console. The table of all is in `screens.ts`. */
import type { ComponentType } from "preact"
import type { IconName } from "./parts/icon.tsx"
import type { User } from "./session.ts"
import type { Words } from "./words/words.ts"

export interface ScreenProps {
  /** The values of the path's `:names`. */
  params: Record<string, string>
  query: URLSearchParams
}

interface Waiting {
  queryKey: readonly [string, string]
  queryFn(): Promise<string>
  /** The rail reads again so often, since some of what it counts changes by the clock alone. */
  refetchInterval?: number
}

export interface Screen {
  /** Below `/console`, with `:name` for a value. */
  path: string
  load(): Promise<{ default: ComponentType<ScreenProps> }>
  /** Its words are among those that come first. */
  speaksFirst?: true
  /** The rail's entry; left out where another screen of the part has it. */
  rail?: {
    name: keyof Words["shell"]["rail"]
    icon: IconName
    end?: boolean
    /** How much waits for somebody to do it; empty for nothing. */
    waiting?: Waiting
  }
  /** The role that may see it; all roles when left out. */
  role?: User["role"]
}

/** True where the screen is for people of this role. */
export const isFor = ({ role }: Screen, user: User): boolean =>
  role === undefined || role === user.role || user.role === "admin"

/** `/customers` is the entry of `/customers/:id` too. */
export const isWithin = (entry: string, shown: string | undefined): boolean =>
  shown === entry || (entry !== "/" && (shown?.startsWith(`${entry}/`) ?? false))
