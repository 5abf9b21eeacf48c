import type { VaultNetwork } from '../networks/vaultNetwork.js'
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

/** What everything here works with. It keeps nothing between two calls: that is the database's. */
export type Custody = {
  readonly database: Database
  readonly keys: Keys
  readonly instance: string
  readonly mailer: Mailer
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
  /** Without a slash at its end. */
  readonly publicUrl: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly warn: (cause: unknown) => void
}
