import type { CaipNetworkId } from '@latchkey/core'

/** An account as a wallet reports it, not validated yet. */
export type AccountClaim = {
  readonly address: unknown
  /** Hex or bytes. */
  readonly publicKey?: unknown
  readonly purpose?: unknown
  readonly path?: unknown
}

/** A wallet's exposed accounts and network. No accounts if it is locked, or not connected to this site. */
export type WalletState = {
  readonly accounts: readonly AccountClaim[]
  readonly network?: CaipNetworkId | undefined
}

/** The scheme of a signature: ECDSA with a recoverable key (BIP-137), or a witness (BIP-322 simple). */
export type MessageScheme = 'ecdsa' | 'bip322'

export type MessageRequest = {
  readonly address: string
  readonly message: Uint8Array
  /** Preferred; some wallets choose by themselves. */
  readonly scheme: MessageScheme
  readonly network: CaipNetworkId
}

export type InputToSign = {
  readonly index: number
  readonly address: string
  readonly sighashTypes?: readonly number[] | undefined
}

export type PsbtRequest = {
  readonly psbt: Uint8Array
  readonly inputs: readonly InputToSign[]
  readonly network: CaipNetworkId
}

export type TransferRequest = {
  /** The payment address, for wallets that need it. */
  readonly from: string
  readonly to: string
  readonly sats: number
  readonly feeRate: number | undefined
  readonly network: CaipNetworkId
}

/** A wallet, whatever its interface. It is untrusted: every method may throw, and the caller has to validate every reply. */
export type BitcoinProvider = {
  /** Reads the accounts, with a prompt if the site isn't connected yet. */
  connect(preferred: CaipNetworkId | undefined): Promise<WalletState>
  /** Reads the accounts without a prompt. */
  read(): Promise<WalletState>
  /** Reads the accounts of an earlier visit without a prompt. Default: `read`. */
  restore?(preferred: CaipNetworkId | undefined): Promise<WalletState>
  disconnect(): Promise<unknown>
  /** `by` is the address that signed, if the wallet reports it. */
  signMessage(request: MessageRequest): Promise<{ readonly signature: unknown; readonly by?: unknown }>
  /** Signs without sending. Resolves with hex, base64 or bytes, finalized or not. */
  signPsbt(request: PsbtRequest): Promise<unknown>
  /** Pays from the payment address; resolves with the transaction's id. */
  readonly transfer?:
    | {
        readonly takesFeeRate: boolean
        send(request: TransferRequest): Promise<unknown>
      }
    | undefined
  switchNetwork?(caipNetworkId: CaipNetworkId): Promise<unknown>
  /** Reports changes; undefined if the wallet doesn't say what changed. Returns a function that stops listening. */
  listen(onEvent: (shown: WalletState | undefined) => void): () => void
}

export type CreateProvider = (target: object, page: object | null) => BitcoinProvider
