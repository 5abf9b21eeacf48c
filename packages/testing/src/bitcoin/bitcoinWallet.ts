import type { LoggedRequest, WalletStorage } from '../scripted/wallet.js'
import type { AnyScript } from '../scripted/walletScript.js'

/** How a page finds the wallet and speaks to it. */
export type BitcoinShape = 'wallet-standard' | 'sats-connect' | 'leather' | 'okx' | 'unisat' | 'xverse'

export type BitcoinWalletOptions = {
  /** As a page lists it, where the shape has a name; also the key under which `storage` keeps the wallet's memory. */
  readonly name: string
  readonly shape: BitcoinShape
  /**
   * 32 bytes each. Each is an account, whose addresses are all of this one key; the first one is selected at the first
   * start. Local development keys only.
   */
  readonly privateKeys: readonly Uint8Array[]
  /** Selected at the first start. Default: `regtest`. */
  readonly network?: BitcoinNetworkName | undefined
  /** Of the payment address; in shapes of one address, of that. The other one is Taproot. Default: `p2wpkh`. */
  readonly paymentType?: BitcoinAddressType | undefined
  /** Base URL of an Esplora-style HTTP API of that network, for transfers. */
  readonly esploraUrl?: string | undefined
  /** Data URI of a square image. Default: a plain key. */
  readonly icon?: string | undefined
  /** Where a `sats-connect` wallet lies on the window, as the registry names it. Default: made of the name. */
  readonly id?: string | undefined
  /** Keeps selection and permission over a reload, as `localStorage` does. Default: nothing is kept. */
  readonly storage?: WalletStorage | undefined
  /** Whose permission this is. Default: the origin of the page. */
  readonly origin?: string | undefined
  /** The user: asked one request at a time. `false` refuses. Default: approves everything. */
  readonly ask?: ((request: BitcoinAsk) => boolean | Promise<boolean>) | undefined
  readonly fetch?: typeof fetch | undefined
  /** Faults from the first request on. */
  readonly script?: BitcoinScript | undefined
}

export type InjectOptions = {
  /** Comes that many milliseconds later, as extensions do. */
  readonly after?: number | undefined
  /** Stands in the registry `btc_providers` too, where the shape has a place of its own on the window. */
  readonly registry?: boolean | undefined
}

/** A Bitcoin wallet that signs for real, misbehaves on demand, and can be handled as its user would. */
export type BitcoinWallet = {
  readonly name: string
  readonly shape: BitcoinShape
  /** What a site sees: a wallet of Wallet Standard, or the injected object. */
  readonly provider: object
  /** Puts the wallet on a page. Returns its undoing. */
  readonly inject: (page: EventTarget, options?: InjectOptions) => () => void

  /** Adds faults; what is not named stays as it is. */
  readonly script: (script: BitcoinScript) => void
  /** Takes all faults back and lets hanging requests go on. */
  readonly reset: () => void
  /** Lets requests that hang go on, as a user who comes back to a forgotten prompt. */
  readonly release: () => void

  /** As its user would in the wallet's own window. An index of `privateKeys`. */
  readonly selectAccount: (index: number) => void
  readonly selectNetwork: (network: BitcoinNetworkName) => void
  readonly lock: () => void
  readonly unlock: () => void
  /** Removes the site from the wallet's list of connected sites. */
  readonly disconnectSite: () => void

  /** Every request so far, oldest first; `method` is the action, the same in all shapes. */
  readonly requests: readonly LoggedRequest[]
  /** How often the user was asked. */
  readonly prompts: number
  /** Addresses of the selected account, payment first. */
  readonly addresses: readonly BitcoinAddress[]
  readonly network: BitcoinNetworkName
  /** Whether the site sees accounts now. */
  readonly isConnected: boolean
  /** How many listeners sites have on it. */
  readonly listenerCount: number
}

/** What its user is asked. */
export type BitcoinAsk = {
  readonly kind: 'connect' | 'sign' | 'send' | 'switch'
  readonly method: BitcoinVerb
  readonly params: unknown
  readonly account: string
  readonly network: BitcoinNetworkName
  /** One line for the user, free of control characters. */
  readonly summary: string
}

/** What sites ask for, by one name in all shapes. */
export type BitcoinVerb =
  | 'connect'
  | 'accounts'
  | 'network'
  | 'disconnect'
  | 'signMessage'
  | 'signPsbt'
  | 'sendTransfer'
  | 'switchNetwork'

/** Faults; `methods` are by action, the same in all shapes: `connect`, `signPsbt`, … */
export type BitcoinScript = AnyScript & {
  /** Signs with another key, or another message, or other bytes of the same length. */
  readonly wrongSignature?: 'key' | 'message' | 'garbage' | undefined
  /** Signs messages in this way, whatever was asked for. */
  readonly scheme?: 'ecdsa' | 'bip322' | undefined
  /** How signatures and PSBTs are written, where the shape has texts. */
  readonly encoding?: 'hex' | 'base64' | undefined
  /** Whether signed PSBTs come back final, whatever was asked for. */
  readonly finalize?: boolean | undefined
  /** Tells the payment address as the one for ordinals, and the other way round. */
  readonly swapAddresses?: boolean | undefined
  /** Signs a transaction whose first output pays to the wallet itself. */
  readonly replaceOutput?: boolean | undefined
  /** Answers that it has let go, and has not. */
  readonly ignoreRevoke?: boolean | undefined
  /** Answers that it has switched the network, and has not. */
  readonly lieAboutSwitch?: boolean | undefined
}

export type BitcoinAddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'

export type BitcoinNetworkName = 'mainnet' | 'testnet' | 'signet' | 'regtest'

/** An address as the wallet tells of it. */
export type BitcoinAddress = {
  readonly address: string
  readonly type: BitcoinAddressType
  readonly purpose: 'payment' | 'ordinals'
  /** Hex, 33 bytes. */
  readonly publicKey: string
  /** BIP-32, as if it were derived. */
  readonly path: string
}
