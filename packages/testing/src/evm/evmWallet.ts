import type { Address, Hex, LocalAccount } from 'viem'
import type { LoggedRequest, WalletStorage } from '../scripted/wallet.js'
import type { WalletScript } from '../scripted/walletScript.js'
import type { AnnounceOptions, ProviderInfo } from './announce/announceProvider.js'

export type EvmWalletOptions = {
  /** As it is announced, and as the user reads it. */
  readonly name: string
  /** Reverse domain name, stable over releases; also the key under which `storage` keeps the wallet's memory. */
  readonly rdns: string
  /** Data URI of a square image. Default: a plain key. */
  readonly icon?: string | undefined
  /** Default: a new one per wallet, as EIP-6963 wants it per page load. */
  readonly uuid?: string | undefined
  /** Private keys, or accounts that sign in their own way. The first is selected at the first start. Development keys only. */
  readonly accounts: readonly (Hex | LocalAccount)[]
  /** The chains that the wallet knows. Reads go to their `rpcUrl`. */
  readonly chains: readonly WalletChain[]
  /** Selected at the first start. Default: the first of `chains`. */
  readonly chainId?: number | undefined
  /** Keeps selection, added chains and permissions over a reload, as `localStorage` does. Default: nothing is kept. */
  readonly storage?: WalletStorage | undefined
  /** Whose permissions these are. Default: the origin of the page. */
  readonly origin?: string | undefined
  /** The user: asked one request at a time. `false` refuses with 4001. Default: approves everything. */
  readonly ask?: ((request: AskRequest) => boolean | Promise<boolean>) | undefined
  readonly fetch?: typeof fetch | undefined
  /** Faults from the first request on. */
  readonly script?: WalletScript | undefined
}

/** A wallet that signs for real, misbehaves on demand, and can be handled as its user would. */
export type EvmWallet = {
  readonly info: ProviderInfo
  /** What a site sees (EIP-1193). */
  readonly provider: Eip1193Provider

  /** Announces the wallet (EIP-6963): now or later, and again on every request for providers. Returns its undoing. */
  readonly announce: (target: EventTarget, options?: AnnounceOptions) => () => void
  /** Sets `target.ethereum`, as wallets did before EIP-6963. Returns its undoing. */
  readonly injectLegacy: (target: EventTarget) => () => void

  /** Adds faults; what is not named stays as it is. */
  readonly script: (script: WalletScript) => void
  /** Takes all faults back and lets hanging requests go on. */
  readonly reset: () => void
  /** Lets requests that hang go on, as a user who comes back to a forgotten prompt. */
  readonly release: () => void

  /** As its user would in the wallet's own window. An index of `accounts`. */
  readonly selectAccount: (index: number) => void
  readonly selectChain: (chainId: number) => void
  readonly addAccount: (key: Hex) => void
  readonly lock: () => void
  readonly unlock: () => void
  /** Removes the site from the wallet's list of connected sites. */
  readonly disconnectSite: () => void
  /** Sends any event with any payload, to test what a site makes of it. */
  readonly emit: (event: string, payload?: unknown) => void

  /** Every request so far, oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** How often the user was asked. */
  readonly prompts: number
  readonly accounts: readonly Address[]
  readonly selectedAccount: Address
  readonly chainId: number
  readonly chains: readonly WalletChain[]
  /** Whether the site sees accounts now. */
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
  /** Symbol of the native currency, for the texts of prompts. Default ETH. */
  readonly symbol?: string | undefined
}

export type AskRequest = {
  readonly kind: 'connect' | 'sign' | 'send' | 'upgrade' | 'switch' | 'add'
  readonly method: string
  readonly params: unknown
  readonly account: Address
  readonly chainId: number
  /** One line for the user, free of control characters. */
  readonly summary: string
}
