import type { StandardWallet } from '@latchkey/core'
import type { LoggedRequest, WalletStorage } from '../scripted/wallet.js'
import type { AnyScript } from '../scripted/walletScript.js'

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

export type SolanaAskRequest = {
  readonly kind: 'connect' | 'sign' | 'send' | 'signIn'
  readonly method: SolanaFeature
  /** The inputs of the feature's method. */
  readonly params: unknown
  /** Base58. */
  readonly account: string
  /** One line for the user, free of control characters. */
  readonly summary: string
}

/** A feature of the Wallet Standard that the wallet can have. */
export type SolanaFeature =
  | 'standard:connect'
  | 'standard:disconnect'
  | 'standard:events'
  | 'solana:signMessage'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction'
  | 'solana:signIn'

/** What the wallet does to what it signs. */
export type SolanaLie =
  /** A signature with one bit turned. */
  | 'wrongSignature'
  /** The signature of another key; a sign-in names its account, too. */
  | 'otherAccount'
  /** Signs another message, or other words, and says so. */
  | 'otherMessage'
  /** Sets the newest blockhash before it signs, as wallets do whose user took long. */
  | 'replacedBlockhash'
  /** Sets a price for compute units, as wallets do when the chain is busy. */
  | 'addedBudget'
  /** Adds a transfer to somebody. */
  | 'addedInstruction'
  /** Has somebody else pay the fee. */
  | 'otherPayer'

export type SolanaWalletScript = AnyScript & {
  /** Locks the wallet. Connecting then waits for `unlock()`, or is refused with -32002. */
  readonly locked?: 'wait' | 'pending' | undefined
  /** Lets `standard:disconnect` succeed, and keeps the permission. */
  readonly ignoreDisconnect?: boolean | undefined
  readonly lie?: SolanaLie | undefined
}
