import type { Address, Hex, LocalAccount } from 'viem'
import type { LoggedRequest, WalletStorage } from '../scripted/wallet.js'
import type { WalletScript } from '../scripted/walletScript.js'
import type { AnnounceOptions, ProviderInfo } from './announce/announceProvider.js'

export type EvmWalletOptions = {
  /** The announced name, as displayed to users. */
  readonly name: string
  /** Reverse domain name, stable across releases. Also the key under which `storage` keeps the wallet's state. */
  readonly rdns: string
  /** Data URI of a square image. Default: a plain key. */
  readonly icon?: string | undefined
  /** Default: a new one per wallet, as EIP-6963 requires one per page load. */
  readonly uuid?: string | undefined
  /** Private keys, or accounts that sign by themselves. The first one is selected initially. Development keys only. */
  readonly accounts: readonly (Hex | LocalAccount)[]
  /** Chains that the wallet knows. Reads are sent to their `rpcUrl`. */
  readonly chains: readonly WalletChain[]
  /** Initially selected chain. Default: the first of `chains`. */
  readonly chainId?: number | undefined
  /** Keeps selection, added chains and permissions over reloads, like `localStorage`. Default: nothing is stored. */
  readonly storage?: WalletStorage | undefined
  /** The origin that permissions are granted to. Default: the page's origin. */
  readonly origin?: string | undefined
  /** Called for each prompt, one at a time. `false` rejects the request with 4001. Default: approves everything. */
  readonly ask?: ((request: AskRequest) => boolean | Promise<boolean>) | undefined
  readonly fetch?: typeof fetch | undefined
  /** Scripted faults from the first request on. */
  readonly script?: WalletScript | undefined
}

/** A wallet with real signatures, scripted faults, and controls for its user's actions. */
export type EvmWallet = {
  readonly info: ProviderInfo
  /** The EIP-1193 provider that sites get. */
  readonly provider: Eip1193Provider

  /** Announces the wallet (EIP-6963): now or later, and on every request for providers. Returns a function that removes it. */
  readonly announce: (target: EventTarget, options?: AnnounceOptions) => () => void
  /** Sets `target.ethereum`, as before EIP-6963. Returns a function that removes it. */
  readonly injectLegacy: (target: EventTarget) => () => void

  /** Adds faults. Others stay as they are. */
  readonly script: (script: WalletScript) => void
  /** Removes all faults and continues hanging requests. */
  readonly reset: () => void
  /** Continues hanging requests, as when a user returns to a forgotten prompt. */
  readonly release: () => void

  /** Actions of the user in the wallet's own window. An index of `accounts`. */
  readonly selectAccount: (index: number) => void
  readonly selectChain: (chainId: number) => void
  readonly addAccount: (key: Hex) => void
  readonly lock: () => void
  readonly unlock: () => void
  /** Removes the site from the wallet's connected sites. */
  readonly disconnectSite: () => void
  /** Emits any event with any payload, to test how a site handles it. */
  readonly emit: (event: string, payload?: unknown) => void

  /** Every request so far, oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** Number of prompts shown. */
  readonly prompts: number
  readonly accounts: readonly Address[]
  readonly selectedAccount: Address
  readonly chainId: number
  readonly chains: readonly WalletChain[]
  /** Whether the site has access to accounts now. */
  readonly isConnected: boolean
  readonly isLocked: boolean
}

export type RequestArguments = {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/** https://eips.ethereum.org/EIPS/eip-1193 */
export type Eip1193Provider = {
  request(args: RequestArguments): Promise<unknown>
  on(event: string, listener: (...args: never[]) => void): Eip1193Provider
  removeListener(event: string, listener: (...args: never[]) => void): Eip1193Provider
}

export type WalletChain = {
  readonly id: number
  readonly name?: string | undefined
  readonly rpcUrl: string
  /** Symbol of the native currency, for prompts. Default: ETH. */
  readonly symbol?: string | undefined
}

export type AskRequest = {
  readonly kind: 'connect' | 'sign' | 'send' | 'upgrade' | 'switch' | 'add'
  readonly method: string
  readonly params: unknown
  readonly account: Address
  readonly chainId: number
  /** One line for the user, without control characters. */
  readonly summary: string
}
