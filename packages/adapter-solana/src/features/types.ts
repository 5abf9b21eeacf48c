import type { Account, FeatureRequest } from '@latchkey/core'

/** How a node takes a transaction. [S5.11] */
export type SolanaSendOptions = {
  /** Sends without a simulation before it. */
  readonly skipPreflight?: boolean | undefined
  /** Of the state that the simulation uses. `confirmed` unless told. */
  readonly preflightCommitment?: 'processed' | 'confirmed' | 'finalized' | undefined
  /** How often the node hands it on to the leaders; until it expires unless told. */
  readonly maxRetries?: number | undefined
  /** The slot that the node must have reached. */
  readonly minContextSlot?: number | undefined
}

/** A transaction to sign and send. */
export type SolanaTransaction =
  | {
      /** The whole transaction, legacy or version 0, with room for our signature: as `serialize()` of any library gives it. */
      readonly serialized: Uint8Array
      readonly options?: SolanaSendOptions | undefined
    }
  | {
      /** Address, base58. */
      readonly to: string
      readonly lamports: bigint
      readonly options?: SolanaSendOptions | undefined
    }

/** What a sign-in says (Sign In With Solana, after EIP-4361). Times are ISO 8601. */
export type SolanaSignInInput = {
  /** The host of this page unless told. */
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
  /** What was signed, as text in UTF-8. */
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
