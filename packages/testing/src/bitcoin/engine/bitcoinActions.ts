import type { BitcoinAddress, BitcoinNetworkName } from '../bitcoinWallet.js'
import type { InputOfKey } from '../sign/signBitcoinPsbt.js'

/** The wallet's actions, which the shapes expose to sites. `params` are the site's original parameters, for the log. */
export type BitcoinActions = {
  readonly connect: (params?: unknown) => Promise<readonly BitcoinAddress[]>
  /** Empty if the site has no permission, or the wallet is locked. */
  readonly accounts: (params?: unknown) => Promise<readonly BitcoinAddress[]>
  /** Synchronous, and not logged. */
  readonly peek: () => readonly BitcoinAddress[]
  readonly peekNetwork: () => BitcoinNetworkName
  readonly network: (params?: unknown) => Promise<BitcoinNetworkName>
  readonly disconnect: (params?: unknown) => Promise<void>
  readonly signMessage: (request: MessageToSign, params?: unknown) => Promise<Uint8Array>
  /** Without `inputs`, signs all inputs of the wallet. */
  readonly signPsbt: (request: PsbtRequest, params?: unknown) => Promise<Uint8Array>
  readonly sendTransfer: (request: TransferToSend, params?: unknown) => Promise<string>
  readonly switchNetwork: (network: BitcoinNetworkName, params?: unknown) => Promise<void>
  /** Encodes bytes as text, in the shape's usual encoding unless a script changes it. */
  readonly encode: (bytes: unknown, usual: 'hex' | 'base64') => unknown
  readonly on: (event: BitcoinEvent, listener: () => void) => () => void
}

export type BitcoinEvent = 'accounts' | 'network' | 'disconnect'

export type MessageToSign = {
  /** One of the account's two addresses. Default: the payment address. */
  readonly address?: string | undefined
  readonly message: Uint8Array
  /** Default: depends on the address type. */
  readonly scheme?: 'ecdsa' | 'bip322' | undefined
}

export type PsbtRequest = {
  readonly psbt: Uint8Array
  readonly inputs?: readonly InputOfKey[] | undefined
  readonly finalize?: boolean | undefined
}

export type TransferToSend = { readonly to: string; readonly sats: bigint; readonly feeRate?: number | undefined }
