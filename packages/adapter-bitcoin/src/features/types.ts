import type { FeatureRequest } from '@latchkey/core'

/** A transfer to one address. */
export type BitcoinTransaction = {
  readonly to: string
  /** The amount in sats: 1 BTC is 100,000,000. */
  readonly sats: bigint
  /** Sats per virtual byte. Default: the wallet's choice, or the nodes' estimate. */
  readonly feeRate?: number | undefined
}

export type PsbtInput = {
  /** The account that signs, which the wallet has to expose. */
  readonly address: string
  readonly index: number
  /** The sighash types that may be used. Default: `SIGHASH_ALL`; for Taproot `SIGHASH_DEFAULT` (BIP-341). */
  readonly sighashTypes?: readonly number[] | undefined
}

export type SignPsbtRequest = FeatureRequest & {
  /** Base64 (BIP-174). */
  readonly psbt: string
  /** Default: every unsigned input of the account. */
  readonly signInputs?: readonly PsbtInput[] | undefined
  /** Whether to send it through the network's nodes. `INVALID_PARAMS` if an input would stay unsigned. Default: false. */
  readonly broadcast?: boolean | undefined
}

export type SignedPsbt = {
  /** The given PSBT, with verified signatures. */
  readonly psbtBase64: string
  /** Whether every input is final, so that it can be sent. */
  readonly finalized: boolean
  /** The id of the transaction that was sent, with `broadcast`. */
  readonly txid?: string | undefined
}

declare module '@latchkey/core' {
  interface Transactions {
    bip122: BitcoinTransaction
  }
  interface ConnectorFeatures {
    /** Signs inputs of a PSBT (BIP-174) with the wallet's keys. */
    'psbt:sign': (request: SignPsbtRequest) => Promise<SignedPsbt>
  }
}
