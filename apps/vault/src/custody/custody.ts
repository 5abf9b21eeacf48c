import type { Database, SessionLocks } from '@latchkey/server-kit/database'
import type { wait } from '../clock/clock.js'
import type { VaultNetwork } from '../networks/networks.js'
import type { Projects } from '../projects/project.js'
import type { Keys } from './keys/keys.js'
import type { OwnProcess } from './keys/ownProcess.js'
import type { CallAdmission } from './limits/callLimits.js'
import type { CountedEmailLimits } from './limits/emailLimits.js'
import type { MemoryCounters } from './limits/memoryCounters.js'
import type { Mailer } from './mail/mailer.js'
import type { PhishingList } from './phishing/phishingList.js'
import type { Providers } from './providers/provider.js'

export type FarcasterOptions = {
  /** The relay through which the phone answers. */
  readonly relayUrl: string
  /** RPC URL of Optimism, where the owners of Farcaster ids are registered. */
  readonly rpcUrl: string
}

/** Background emails; see mail/outbox.ts. */
export type Outbox = {
  /** Reports that an email was queued. It is sent after the reply to the request that queued it. */
  readonly wake: () => void
  /** Sends due emails, if any were queued. Never rejects. */
  readonly flush: () => Promise<void>
}

/** The newest audit entry that this process has seen. The log must never end before it again. */
export type AuditHead = { seq: number; hash: Buffer | undefined }

/**
 * The context of everything in custody. Between calls it keeps only counters and the end of the audit log; all other state is in the
 * database.
 */
export type Custody = {
  readonly database: Database
  /** What this process alone does now. Others may do it once it has ended. */
  readonly locks: SessionLocks
  readonly keys: Keys
  readonly instance: string
  readonly mailer: Mailer
  readonly outbox: Outbox
  /** This process, among all that share the database. */
  readonly process: OwnProcess
  readonly projects: Projects
  readonly phishing: PhishingList
  /** Networks whose nodes simulate requests. */
  readonly networks: readonly VaultNetwork[]
  /** Login providers, besides email. */
  readonly providers: Providers
  /** Undefined: no login with Farcaster. */
  readonly farcaster: FarcasterOptions | undefined
  readonly emailLimits: CountedEmailLimits
  readonly counts: MemoryCounters
  readonly calls: CallAdmission
  /** The end of the audit log, as this process knows it. */
  readonly auditHead: AuditHead
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Waits in real time, whatever `now` says. */
  readonly wait: typeof wait
  readonly warn: (cause: unknown) => void
}

/** What it takes to notify a user. Commands have it too: running processes send what they queue. */
export type Announcer = Pick<Custody, 'keys' | 'instance' | 'now' | 'projects' | 'publicUrl' | 'outbox'>
