import type { CaipNetworkId } from '@latchkey/core'

/** An account as a wallet shows it. Nothing of it is checked yet. */
export type AccountClaim = {
  readonly address: unknown
  /** Hex or bytes. */
  readonly publicKey?: unknown
  readonly purpose?: unknown
  readonly path?: unknown
}

/** What a wallet shows of itself: no account where it is locked or knows this site not. */
export type Shown = {
  readonly accounts: readonly AccountClaim[]
  readonly network?: CaipNetworkId | undefined
}

/** Whether a signature is ECDSA with a recoverable key (BIP-137) or a witness (BIP-322 simple). */
export type MessageScheme = 'ecdsa' | 'bip322'

export type MessageRequest = {
  readonly address: string
  readonly message: Uint8Array
  /** A wish: some wallets choose by themselves. */
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
  /** The payment address, for wallets that want to be told. */
  readonly from: string
  readonly to: string
  readonly sats: number
  readonly feeRate: number | undefined
  readonly network: CaipNetworkId
}

/**
 * A wallet, whatever its shape. It is foreign: every method may throw what it likes, and every answer is a claim that
 * the caller reads.
 */
export type BitcoinProvider = {
  /** Asks for consent where there is none yet. */
  connect(wish: CaipNetworkId | undefined): Promise<Shown>
  /** The same without ever showing a prompt. */
  read(): Promise<Shown>
  disconnect(): Promise<unknown>
  /** `by` is the address that signed, where the wallet says so. */
  signMessage(request: MessageRequest): Promise<{ readonly signature: unknown; readonly by?: unknown }>
  /** Signs and does not send. Hex, base64 or bytes, finalised or not. */
  signPsbt(request: PsbtRequest): Promise<unknown>
  /** Sends from the payment address; resolves with the transaction's id. */
  readonly transfer?: {
    readonly takesFeeRate: boolean
    send(request: TransferRequest): Promise<unknown>
  }
  switchNetwork?(caipNetworkId: CaipNetworkId): Promise<unknown>
  /** Tells what is new; without accounts, that something is. Returns its undoing. */
  listen(onEvent: (shown: Shown | undefined) => void): () => void
}

export type CreateProvider = (target: object, page: object | null) => BitcoinProvider
