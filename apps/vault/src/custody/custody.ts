import type { Projects } from '../projects/project.js'
import type { Database } from './database/openDatabase.js'
import type { Keys } from './keys/keys.js'
import type { Mailer } from './mail/createMailer.js'
import type { PhishingList } from './phishing/phishingList.js'
import type { OwnProcess } from './processes/ownProcess.js'
import type { Providers } from './providers/provider.js'

export type FarcasterOptions = {
  /** Through which a phone answers. */
  readonly relayUrl: string
  /** Of a node of Optimism, where it stands who owns which id. */
  readonly rpcUrl: string
}

/** The newest entry that a process has seen: the log of its database never ends before it again. */
export type AuditHead = { seq: number; hash: Buffer | undefined }

/** What everything here works with. Between two calls it keeps nothing but the end of the log: all else is the database's. */
export type Custody = {
  readonly database: Database
  readonly keys: Keys
  readonly instance: string
  readonly mailer: Mailer
  /** This one, among all that work on the database. */
  readonly process: OwnProcess
  readonly projects: Projects
  readonly phishing: PhishingList
  /** Whom a visitor may log in with. */
  readonly providers: Providers
  /** Absent: nobody logs in with it. */
  readonly farcaster: FarcasterOptions | undefined
  /** The end of the audit log, as this process knows it. */
  readonly auditHead: AuditHead
  /** Without a slash at its end. */
  readonly publicUrl: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly warn: (cause: unknown) => void
}
