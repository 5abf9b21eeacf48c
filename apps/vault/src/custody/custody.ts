import type { VaultNetwork } from '../networks/networks.js'
import type { Projects } from '../projects/project.js'
import type { Database } from './database/database.js'
import type { Keys } from './keys/keys.js'
import type { OwnProcess } from './keys/ownProcess.js'
import type { CallAdmission } from './limits/callLimits.js'
import type { CountedEmailLimits } from './limits/emailLimits.js'
import type { OwnCounts } from './limits/ownCounts.js'
import type { Mailer } from './mail/mailer.js'
import type { PhishingList } from './phishing/phishingList.js'
import type { Providers } from './providers/provider.js'

export type FarcasterOptions = {
  /** Through which a phone answers. */
  readonly relayUrl: string
  /** Of a node of Optimism, where it stands who owns which id. */
  readonly rpcUrl: string
}

/** Emails that nobody waits for; see mail/outbox.ts. */
export type Outbox = {
  /** Says that an email was written: it is sent once the request that wrote it has been answered. */
  readonly wake: () => void
  /** Sends what is due, if anything was written. Never rejects. */
  readonly flush: () => Promise<void>
}

/** The newest entry that a process has seen: the log of its database never ends before it again. */
export type AuditHead = { seq: number; hash: Buffer | undefined }

/** What everything here works with. Between two calls it keeps counts and the end of the log alone: all else is in the database. */
export type Custody = {
  readonly database: Database
  readonly keys: Keys
  readonly instance: string
  readonly mailer: Mailer
  readonly outbox: Outbox
  /** This one, among all that work on the database. */
  readonly process: OwnProcess
  readonly projects: Projects
  readonly phishing: PhishingList
  /** On whose nodes requests are simulated. */
  readonly networks: readonly VaultNetwork[]
  /** Whom a visitor may log in with. */
  readonly providers: Providers
  /** Absent: nobody logs in with it. */
  readonly farcaster: FarcasterOptions | undefined
  readonly emailLimits: CountedEmailLimits
  readonly counts: OwnCounts
  readonly calls: CallAdmission
  /** The end of the audit log, as this process knows it. */
  readonly auditHead: AuditHead
  /** Without a slash at its end. */
  readonly publicUrl: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly warn: (cause: unknown) => void
}

/** What notifies a user of an event. Commands have it too: running processes send what they queue. */
export type Announcer = Pick<Custody, 'keys' | 'instance' | 'now' | 'publicUrl' | 'outbox'>
