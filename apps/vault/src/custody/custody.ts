import type { Projects } from '../projects/project.js'
import type { Database } from './database/openDatabase.js'
import type { Keys } from './keys/keys.js'
import type { Mailer } from './mail/createMailer.js'

/** What everything here works with. It keeps nothing between two calls: that is the database's. */
export type Custody = {
  readonly database: Database
  readonly keys: Keys
  readonly instance: string
  readonly mailer: Mailer
  readonly projects: Projects
  /** Without a slash at its end. */
  readonly publicUrl: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly warn: (cause: unknown) => void
}
