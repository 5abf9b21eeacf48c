import type { StandardWallet } from '@latchkey/core'
import type { LoggedRequest } from '../evm/provider/loggedRequest.js'
import type { WalletStorage } from '../evm/state/walletStorage.js'
import type { SolanaAskRequest } from './solanaAskRequest.js'
import type { SolanaFeature } from './solanaFeature.js'
import type { SolanaWalletScript } from './solanaWalletScript.js'

export type SolanaWalletOptions = {
  /** As it registers, and as the user reads it; also the key under which `storage` keeps the wallet's memory. */
  readonly name: string
  /** Data URI of a square image. Default: a plain key. */
  readonly icon?: `data:image/${string}` | undefined
  /** Secret keys: 32 bytes, or 64 with the public key behind. The first is selected at the first start. Local keys only. */
  readonly accounts: readonly Uint8Array[]
  /** The node that transactions are sent to, whatever chain they name. Without it sending is refused. */
  readonly rpcUrl?: string | undefined
  /** Default: mainnet, devnet, testnet and localnet. */
  readonly chains?: readonly `solana:${string}`[] | undefined
  /** Features that this wallet does not have. */
  readonly without?: readonly SolanaFeature[] | undefined
  /** Whether it knows `silent`; without that it asks its user each time. Default true. */
  readonly connectsSilently?: boolean | undefined
  /** Keeps selection and permissions over a reload, as `localStorage` does. Default: nothing is kept. */
  readonly storage?: WalletStorage | undefined
  /** Whose permissions these are. Default: the origin of the page. */
  readonly origin?: string | undefined
  /** The user: asked one request at a time. `false` refuses with 4001. Default: approves everything. */
  readonly ask?: ((request: SolanaAskRequest) => boolean | Promise<boolean>) | undefined
  readonly fetch?: typeof fetch | undefined
  /** Faults from the first request on. */
  readonly script?: SolanaWalletScript | undefined
}

export type RegisterOptions = {
  /** Milliseconds until the wallet is there. Default: at once. */
  readonly after?: number | undefined
}

/** A wallet that signs for real, misbehaves on demand, and can be handled as its user would. */
export type SolanaWallet = {
  /** What a site sees (Wallet Standard). */
  readonly standard: StandardWallet

  /** Registers the wallet, whether the app is there already or comes later. Returns its undoing. */
  readonly register: (target: EventTarget, options?: RegisterOptions) => () => void

  /** Adds faults; what is not named stays as it is. */
  readonly script: (script: SolanaWalletScript) => void
  /** Takes all faults back and lets hanging requests go on. */
  readonly reset: () => void
  /** Lets requests that hang go on, as a user who comes back to a forgotten prompt. */
  readonly release: () => void

  /** As its user would in the wallet's own window. An index of `accounts`. */
  readonly selectAccount: (index: number) => void
  readonly addAccount: (secretKey: Uint8Array) => void
  readonly lock: () => void
  readonly unlock: () => void
  /** Removes the site from the wallet's list of connected sites. */
  readonly disconnectSite: () => void
  /** Sends a change event with any properties, to test what a site makes of it. */
  readonly emit: (properties: unknown) => void

  /** Every call so far, oldest first: `method` is the feature, `params` its inputs. */
  readonly requests: readonly LoggedRequest[]
  /** How often the user was asked. */
  readonly prompts: number
  /** Addresses, base58. */
  readonly accounts: readonly string[]
  readonly selectedAccount: string
  /** Whether the site sees accounts now. */
  readonly isConnected: boolean
  readonly isLocked: boolean
  /** How many listeners the site has on it now. */
  readonly listenerCount: number
}
