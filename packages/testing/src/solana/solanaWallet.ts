import type { StandardWallet } from '@latchkey/core'
import type { LoggedRequest, WalletStorage } from '../scripted/wallet.js'
import type { AnyScript } from '../scripted/walletScript.js'

export type SolanaWalletOptions = {
  /** The registered name, as displayed to users. Also the key under which `storage` keeps the wallet's state. */
  readonly name: string
  /** Data URI of a square image. Default: a plain key. */
  readonly icon?: `data:image/${string}` | undefined
  /** Secret keys: 32 bytes, or 64 with the public key appended. The first one is selected initially. Local keys only. */
  readonly accounts: readonly Uint8Array[]
  /** The node that transactions are sent to, whatever chain they name. Without it sending is refused. */
  readonly rpcUrl?: string | undefined
  /** Default: mainnet, devnet, testnet and localnet. */
  readonly chains?: readonly `solana:${string}`[] | undefined
  /** Features to leave out. */
  readonly without?: readonly SolanaFeature[] | undefined
  /** Whether it supports `silent`; without it every connect prompts the user. Default: true. */
  readonly connectsSilently?: boolean | undefined
  /** Keeps selection and permissions over reloads, like `localStorage`. Default: nothing is stored. */
  readonly storage?: WalletStorage | undefined
  /** The origin that permissions are granted to. Default: the page's origin. */
  readonly origin?: string | undefined
  /** Called for each prompt, one at a time. `false` rejects the request with 4001. Default: approves everything. */
  readonly ask?: ((request: SolanaAskRequest) => boolean | Promise<boolean>) | undefined
  readonly fetch?: typeof fetch | undefined
  /** Scripted faults from the first request on. */
  readonly script?: SolanaWalletScript | undefined
}

export type RegisterOptions = {
  /** Milliseconds until the wallet appears. Default: immediately. */
  readonly after?: number | undefined
}

/** A wallet with real signatures, scripted faults, and controls for its user's actions. */
export type SolanaWallet = {
  /** The Wallet Standard wallet that sites get. */
  readonly standard: StandardWallet

  /** Registers the wallet, whether the app is there already or comes later. Returns a function that removes it. */
  readonly register: (target: EventTarget, options?: RegisterOptions) => () => void

  /** Adds faults. Others stay as they are. */
  readonly script: (script: SolanaWalletScript) => void
  /** Removes all faults and continues hanging requests. */
  readonly reset: () => void
  /** Continues hanging requests, as when a user returns to a forgotten prompt. */
  readonly release: () => void

  /** Actions of the user in the wallet's own window. An index of `accounts`. */
  readonly selectAccount: (index: number) => void
  readonly addAccount: (secretKey: Uint8Array) => void
  readonly lock: () => void
  readonly unlock: () => void
  /** Removes the site from the wallet's connected sites. */
  readonly disconnectSite: () => void
  /** Emits a change event with any properties, to test how a site handles it. */
  readonly emit: (properties: unknown) => void

  /** Every call so far, oldest first: `method` is the feature, `params` its inputs. */
  readonly requests: readonly LoggedRequest[]
  /** Number of prompts shown. */
  readonly prompts: number
  /** Addresses in base58. */
  readonly accounts: readonly string[]
  readonly selectedAccount: string
  /** Whether the site has access to accounts now. */
  readonly isConnected: boolean
  readonly isLocked: boolean
  /** Number of listeners added by the site. */
  readonly listenerCount: number
}

export type SolanaAskRequest = {
  readonly kind: 'connect' | 'sign' | 'send' | 'signIn'
  readonly method: SolanaFeature
  /** The inputs of the feature's method. */
  readonly params: unknown
  /** Base58. */
  readonly account: string
  /** One line for the user, without control characters. */
  readonly summary: string
}

/** A Wallet Standard feature of the wallet. */
export type SolanaFeature =
  | 'standard:connect'
  | 'standard:disconnect'
  | 'standard:events'
  | 'solana:signMessage'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction'
  | 'solana:signIn'

/** Ways in which the wallet falsifies the signed transaction. */
export type SolanaLie =
  /** A signature with one flipped bit. */
  | 'wrongSignature'
  /** The signature of another key. A sign-in also names that key's account. */
  | 'otherAccount'
  /** Signs another message or text, and returns it. */
  | 'otherMessage'
  /** Sets the latest blockhash before signing, like wallets after a slow approval. */
  | 'replacedBlockhash'
  /** Sets a compute unit price, like wallets do when the chain is busy. */
  | 'addedBudget'
  /** Adds a transfer to someone else. */
  | 'addedInstruction'
  /** Makes someone else the fee payer. */
  | 'otherPayer'

export type SolanaWalletScript = AnyScript & {
  /** Locks the wallet. Connecting then waits for `unlock()`, or is rejected with -32002. */
  readonly locked?: 'wait' | 'pending' | undefined
  /** Reports that `standard:disconnect` succeeded, and keeps the permission. */
  readonly ignoreDisconnect?: boolean | undefined
  readonly lie?: SolanaLie | undefined
}
