import type { FeatureRequest } from '@latchkey/core'

/** A transfer to one address. */
export type BitcoinTransaction = {
  readonly to: string
  /** In sats: 1 BTC is 100,000,000. */
  readonly sats: bigint
  /** Sats per virtual byte; the wallet's choice, or the nodes' estimate, unless told. */
  readonly feeRate?: number | undefined
}

export type PsbtInput = {
  /** The account that signs: one that the wallet shows. */
  readonly address: string
  readonly index: number
  /** Those that may be used; "all" (for Taproot, its default) unless told. */
  readonly sighashTypes?: readonly number[] | undefined
}

export type SignPsbtRequest = FeatureRequest & {
  /** Base64 (BIP-174). */
  readonly psbt: string
  /** Every unsigned input of the account unless told. */
  readonly signInputs?: readonly PsbtInput[] | undefined
  /** Sends it through the network's nodes once every input is signed. */
  readonly broadcast?: boolean | undefined
}

export type SignedPsbt = {
  /** The PSBT that was given, with signatures that were checked. */
  readonly psbtBase64: string
  /** Whether every input is final: ready to be sent. */
  readonly finalized: boolean
  /** Of the transaction that was sent, with `broadcast`. */
  readonly txid?: string | undefined
}

declare module '@latchkey/core' {
  interface Transactions {
    bip122: BitcoinTransaction
  }
  interface ConnectorFeatures {
    /** Signs inputs of a PSBT (BIP-174) with keys of the wallet. */
    'psbt:sign': (request: SignPsbtRequest) => Promise<SignedPsbt>
  }
}
