import type { Account, FeatureRequest } from '@latchkey/core'

/** Options for the node that sends a transaction. [S5.11] */
export type SolanaSendOptions = {
  /** Skips the simulation before sending. */
  readonly skipPreflight?: boolean | undefined
  /** The commitment of the state that the simulation uses. Default: `confirmed`. */
  readonly preflightCommitment?: 'processed' | 'confirmed' | 'finalized' | undefined
  /** How often the node resends it to the leaders. Default: until it expires. */
  readonly maxRetries?: number | undefined
  /** The slot that the node must have reached. */
  readonly minContextSlot?: number | undefined
}

/** A transaction to sign and send. */
export type SolanaTransaction =
  | {
      /** The transaction, legacy or version 0, with an empty signature, as any library's `serialize()` returns it. */
      readonly serialized: Uint8Array
      readonly options?: SolanaSendOptions | undefined
    }
  | {
      /** The receiver's address in base58. */
      readonly to: string
      readonly lamports: bigint
      readonly options?: SolanaSendOptions | undefined
    }

/** The fields of a sign-in (Sign In With Solana, after EIP-4361). Times are ISO 8601. */
export type SolanaSignInInput = {
  /** Default: the host of this page. */
  readonly domain?: string | undefined
  readonly statement?: string | undefined
  readonly uri?: string | undefined
  readonly version?: string | undefined
  /** E.g. `mainnet`, or a CAIP-2 id. */
  readonly chainId?: string | undefined
  readonly nonce?: string | undefined
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

export type SolanaSignInOutput = {
  readonly account: Account
  /** The signed text in UTF-8. */
  readonly signedMessage: Uint8Array
  /** 64 bytes. */
  readonly signature: Uint8Array
}

declare module '@latchkey/core' {
  interface Transactions {
    solana: SolanaTransaction
  }
  interface ConnectorFeatures {
    /** Signs in: the wallet writes the text from `input` and signs it. */
    'message:signIn': (request: FeatureRequest & { readonly input: SolanaSignInInput }) => Promise<SolanaSignInOutput>
  }
}
