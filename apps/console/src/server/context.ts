import type { Database } from '@latchkey/server-kit/database'
import type { Secret } from './database.js'
import type { Services } from './services.js'
import type { SingleSignOn } from './singleSignOn.js'

/** What the console's parts work with. */
export type ConsoleContext = {
  readonly database: Database
  readonly secret: Secret
  readonly publicUrl: URL
  readonly services: Services
  readonly singleSignOn: SingleSignOn | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Called with failures on this side, never with secrets. */
  readonly warn: (cause: unknown) => void
}

/** For the parts that need no service. */
export type StoreContext = Pick<ConsoleContext, 'database' | 'secret' | 'now'>
