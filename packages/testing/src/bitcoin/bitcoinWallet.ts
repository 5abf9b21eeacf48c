import type { LoggedRequest, WalletStorage } from '../scripted/wallet.js'
import type { AnyScript } from '../scripted/walletScript.js'

/** The interface through which a page discovers and calls the wallet. */
export type BitcoinShape = 'wallet-standard' | 'sats-connect' | 'leather' | 'okx' | 'unisat' | 'xverse'

export type BitcoinWalletOptions = {
  /** The name in wallet lists, if the shape has one. Also the key under which `storage` keeps the wallet's state. */
  readonly name: string
  readonly shape: BitcoinShape
  /**
   * 32 bytes each. Each key is one account and has all of its addresses. The first one is selected initially. Local development
   * keys only.
   */
  readonly privateKeys: readonly Uint8Array[]
  /** Initially selected network. Default: `regtest`. */
  readonly network?: BitcoinNetworkName | undefined
  /** Type of the payment address, which is the only address in some shapes. The other address is Taproot. Default: `p2wpkh`. */
  readonly paymentType?: BitcoinAddressType | undefined
  /** Base URL of an Esplora-style HTTP API of that network, for transfers. */
  readonly esploraUrl?: string | undefined
  /** Data URI of a square image. Default: a plain key. */
  readonly icon?: string | undefined
  /** Path of a `sats-connect` wallet on the window, as listed in the registry. Default: derived from the name. */
  readonly id?: string | undefined
  /** Keeps selection and permissions over reloads, like `localStorage`. Default: nothing is stored. */
  readonly storage?: WalletStorage | undefined
  /** The origin that permissions are granted to. Default: the page's origin. */
  readonly origin?: string | undefined
  /** Called for each prompt, one at a time. `false` rejects the request. Default: approves everything. */
  readonly ask?: ((request: BitcoinAsk) => boolean | Promise<boolean>) | undefined
  readonly fetch?: typeof fetch | undefined
  /** Scripted faults from the first request on. */
  readonly script?: BitcoinScript | undefined
}

export type InjectOptions = {
  /** Milliseconds until the wallet is injected, as extensions may be late. */
  readonly after?: number | undefined
  /** Whether shapes with a window property of their own are also listed in the registry `btc_providers`. */
  readonly registry?: boolean | undefined
}

/** A Bitcoin wallet with real signatures, scripted faults, and controls for its user's actions. */
export type BitcoinWallet = {
  readonly name: string
  readonly shape: BitcoinShape
  /** The wallet's object in the page: a Wallet Standard wallet, or the injected object. */
  readonly provider: object
  /** Injects the wallet into a page. Returns a function that removes it. */
  readonly inject: (page: EventTarget, options?: InjectOptions) => () => void

  /** Adds faults. Others stay as they are. */
  readonly script: (script: BitcoinScript) => void
  /** Removes all faults and continues hanging requests. */
  readonly reset: () => void
  /** Continues hanging requests, as when a user returns to a forgotten prompt. */
  readonly release: () => void

  /** Actions of the user in the wallet's own window. An index of `privateKeys`. */
  readonly selectAccount: (index: number) => void
  readonly selectNetwork: (network: BitcoinNetworkName) => void
  readonly lock: () => void
  readonly unlock: () => void
  /** Removes the site from the wallet's connected sites. */
  readonly disconnectSite: () => void

  /** Every request so far, oldest first. `method` is the action, which is the same in all shapes. */
  readonly requests: readonly LoggedRequest[]
  /** Number of prompts shown. */
  readonly prompts: number
  /** Addresses of the selected account, payment first. */
  readonly addresses: readonly BitcoinAddress[]
  readonly network: BitcoinNetworkName
  /** Whether the site has access to accounts now. */
  readonly isConnected: boolean
  /** Number of listeners added by sites. */
  readonly listenerCount: number
}

/** A prompt for the wallet's user. */
export type BitcoinAsk = {
  readonly kind: 'connect' | 'sign' | 'send' | 'switch'
  readonly method: BitcoinVerb
  readonly params: unknown
  readonly account: string
  readonly network: BitcoinNetworkName
  /** One line for the user, without control characters. */
  readonly summary: string
}

/** Requests of sites, under the same name in all shapes. */
export type BitcoinVerb =
  | 'connect'
  | 'accounts'
  | 'network'
  | 'disconnect'
  | 'signMessage'
  | 'signPsbt'
  | 'sendTransfer'
  | 'switchNetwork'

/** Scripted faults. `methods` are by action, which is the same in all shapes: `connect`, `signPsbt`, … */
export type BitcoinScript = AnyScript & {
  /** Signs with another key, or another message, or returns invalid bytes of the same length. */
  readonly wrongSignature?: 'key' | 'message' | 'garbage' | undefined
  /** Always signs messages with this scheme. */
  readonly scheme?: 'ecdsa' | 'bip322' | undefined
  /** Encoding of signatures and PSBTs, in shapes that return text. */
  readonly encoding?: 'hex' | 'base64' | undefined
  /** Whether signed PSBTs are always or never finalized. */
  readonly finalize?: boolean | undefined
  /** Swaps the payment and ordinals addresses. */
  readonly swapAddresses?: boolean | undefined
  /** Signs a transaction whose first output pays the wallet itself. */
  readonly replaceOutput?: boolean | undefined
  /** Reports that the permission was revoked, and keeps it. */
  readonly ignoreRevoke?: boolean | undefined
  /** Reports that the network was switched, and stays on the old one. */
  readonly lieAboutSwitch?: boolean | undefined
}

export type BitcoinAddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'

export type BitcoinNetworkName = 'mainnet' | 'testnet' | 'signet' | 'regtest'

/** An address as the wallet returns it. */
export type BitcoinAddress = {
  readonly address: string
  readonly type: BitcoinAddressType
  readonly purpose: 'payment' | 'ordinals'
  /** Hex, 33 bytes. */
  readonly publicKey: string
  /** BIP-32 path, as if the key were derived. */
  readonly path: string
}
