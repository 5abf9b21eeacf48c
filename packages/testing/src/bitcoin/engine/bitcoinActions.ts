import type { BitcoinAddress, BitcoinNetworkName } from '../bitcoinWallet.js'
import type { InputOfKey } from '../sign/signBitcoinPsbt.js'

/** What a wallet can do, for the shapes that sites see. `params` are what the site gave, for the log. */
export type BitcoinActions = {
  readonly connect: (params?: unknown) => Promise<readonly BitcoinAddress[]>
  /** None where the site has no permission, or the wallet is locked. */
  readonly accounts: (params?: unknown) => Promise<readonly BitcoinAddress[]>
  /** The same at once, and not logged. */
  readonly peek: () => readonly BitcoinAddress[]
  readonly peekNetwork: () => BitcoinNetworkName
  readonly network: (params?: unknown) => Promise<BitcoinNetworkName>
  readonly disconnect: (params?: unknown) => Promise<void>
  readonly signMessage: (request: MessageToSign, params?: unknown) => Promise<Uint8Array>
  /** Without `inputs`, all that are the wallet's. */
  readonly signPsbt: (request: PsbtRequest, params?: unknown) => Promise<Uint8Array>
  readonly sendTransfer: (request: TransferToSend, params?: unknown) => Promise<string>
  readonly switchNetwork: (network: BitcoinNetworkName, params?: unknown) => Promise<void>
  /** Bytes as text, as the shape writes them unless a script says otherwise. */
  readonly encode: (bytes: unknown, usual: 'hex' | 'base64') => unknown
  readonly on: (event: BitcoinEvent, listener: () => void) => () => void
}

export type BitcoinEvent = 'accounts' | 'network' | 'disconnect'

export type MessageToSign = {
  /** Of the account's two; the payment address unless told. */
  readonly address?: string | undefined
  readonly message: Uint8Array
  /** By the type of the address unless told. */
  readonly scheme?: 'ecdsa' | 'bip322' | undefined
}

export type PsbtRequest = {
  readonly psbt: Uint8Array
  readonly inputs?: readonly InputOfKey[] | undefined
  readonly finalize?: boolean | undefined
}

export type TransferToSend = { readonly to: string; readonly sats: bigint; readonly feeRate?: number | undefined }
