import type { Database, SessionLocks } from '@latchkey/server-kit/database'
import type { wait } from '../clock/clock.js'
import type { NodeCall } from '../networks/askNode.js'
import type { VaultNetwork } from '../networks/networks.js'
import type { Projects, SiteProjectsReply, SiteProjectsRequest } from '../projects/project.js'
import type { CustodyErrorCode } from '../protocol/custody.js'
import type { OperatorAction, OperatorResult, ProjectView } from '../protocol/operators.js'
import type { WorkLog } from './health/workLog.js'
import type { KeyHost } from './keys/host/keyHost.js'
import type { Keys } from './keys/keys.js'
import type { OwnProcess } from './keys/ownProcess.js'
import type { CallAdmission } from './limits/callLimits.js'
import type { CountedEmailLimits } from './limits/emailLimits.js'
import type { MemoryCounters } from './limits/memoryCounters.js'
import type { Mailer } from './mail/mailer.js'
import type { PhishingList } from './phishing/phishingList.js'
import type { KeySets } from './providers/keySets.js'
import type { Providers } from './providers/provider.js'
import type { SmsSender } from './sms/sms.js'
import type { Holders } from './split/holders.js'

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

/** The projects of the file and of the database, as they are now; see projects/watchProjects.ts. */
export type WatchedProjects = {
  readonly get: () => Projects
  readonly list: () => readonly ProjectView[]
  /** Returns the settings that the site needs, in pages. */
  readonly listForSite: (request: SiteProjectsRequest) => SiteProjectsReply
  /** Reads changes now. */
  readonly refresh: () => Promise<void>
  readonly stop: () => void
}

/** The rotation of the key that operators start; see keys/rotation/ownRotation.ts. */
export type OwnRotation = {
  /** Starts the rotation that an operator requested, if it isn't running yet. */
  readonly startIfWanted: () => Promise<void>
  /** Whether the key-encryption key could be read lately. */
  readonly isReachable: () => boolean
  readonly view: () => Promise<OperatorResult<'GET /v1/keys'>>
}

/** The newest audit entry that this process has seen. The log must never end before it again. */
export type AuditHead = { seq: number; hash: Buffer | undefined }

/** Events counted for operators; see monitoring/metrics.ts. */
export type CustodyEvents = {
  readonly onError: (code: CustodyErrorCode) => void
  readonly onCode: (result: 'right' | 'wrong' | 'refused') => void
  readonly onEmail: (email: {
    readonly kind: 'login' | 'notice'
    readonly isSent: boolean
    readonly seconds: number
  }) => void
  readonly onSms: (sms: { readonly isSent: boolean }) => void
  readonly onNode: (call: NodeCall) => void
}

/**
 * The context of everything in custody. Between calls it keeps only counters and the end of the audit log; all other state is in the
 * database.
 */
export type Custody = {
  readonly database: Database
  /** Locks on work that only this process does. Others may take it over once it has ended. */
  readonly locks: SessionLocks
  readonly keys: Keys
  /** The key host, which opens wallets. */
  readonly keyHost: KeyHost
  /** The share holders, which split wallets also need. Undefined: no wallet is split. */
  readonly holders: Holders | undefined
  readonly instance: string
  readonly mailer: Mailer
  /** Undefined: no login by SMS. */
  readonly sms: SmsSender | undefined
  readonly work: WorkLog
  readonly outbox: Outbox
  readonly events: CustodyEvents
  readonly rotation: OwnRotation
  /** This process, among all that share the database. */
  readonly process: OwnProcess
  /** The current projects. */
  readonly projects: Projects
  readonly watchedProjects: WatchedProjects
  readonly phishing: PhishingList
  /** Networks whose nodes simulate requests. */
  readonly networks: readonly VaultNetwork[]
  /** Login providers, besides email. */
  readonly providers: Providers
  /** Of the apps that log in with tokens of their own. */
  readonly keySets: KeySets
  /** Undefined: no login with Farcaster. */
  readonly farcaster: FarcasterOptions | undefined
  /** Whether webhooks may be on this machine or a private network, without TLS: for development. */
  readonly allowsPrivateWebhooks: boolean
  /** Actions that a second operator has to approve. */
  readonly approvals: readonly OperatorAction[]
  readonly emailLimits: CountedEmailLimits
  readonly counts: MemoryCounters
  /** Approvals that this process has used. Apart, so that whoever fills the counters of logins stops no signature. */
  readonly usedApprovals: MemoryCounters
  /** Of the user API alone, so that its callers can't use up the others. */
  readonly apiCounts: MemoryCounters
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

/** Dependencies for notifying a user. Commands have them too: running processes send the emails that they queue. */
export type Announcer = Pick<Custody, 'keys' | 'instance' | 'now' | 'projects' | 'providers' | 'publicUrl' | 'outbox'>
