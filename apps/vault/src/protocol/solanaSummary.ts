/** An account of an instruction: its address, or its position in a lookup table. */
export type SolanaAccount =
  | { readonly address: string }
  | { readonly table: string; readonly index: number; readonly address?: undefined }

/** A decoded instruction of a standard program. Amounts are atomic units. */
export type SolanaInstruction =
  | {
      /** System program. */
      readonly type: 'transfer'
      readonly from: SolanaAccount
      readonly to: SolanaAccount
      readonly lamports: string
    }
  | {
      readonly type: 'createAccount'
      readonly from: SolanaAccount
      readonly account: SolanaAccount
      readonly lamports: string
      readonly owner: string
    }
  | {
      /** Either token program; `mint` and `decimals` if the instruction includes them. */
      readonly type: 'tokenTransfer'
      readonly from: SolanaAccount
      readonly to: SolanaAccount
      readonly authority: SolanaAccount
      readonly amount: string
      readonly mint?: SolanaAccount | undefined
      readonly decimals?: number | undefined
    }
  | {
      readonly type: 'tokenApprove'
      readonly account: SolanaAccount
      readonly delegate: SolanaAccount
      readonly amount: string
      readonly isUnlimited: boolean
      readonly mint?: SolanaAccount | undefined
      readonly decimals?: number | undefined
    }
  | { readonly type: 'tokenRevoke'; readonly account: SolanaAccount }
  | {
      readonly type: 'tokenBurn'
      readonly account: SolanaAccount
      readonly mint: SolanaAccount
      readonly amount: string
      readonly decimals?: number | undefined
    }
  | {
      readonly type: 'tokenAuthority'
      readonly account: SolanaAccount
      readonly authority: 'mint' | 'freeze' | 'owner' | 'close' | 'other'
      /** Null: removed. */
      readonly next: string | null
    }
  | {
      readonly type: 'tokenClose'
      readonly account: SolanaAccount
      /** Receives the remaining lamports. */
      readonly to: SolanaAccount
    }
  | {
      /** Creates an associated token account, if it doesn't exist yet. */
      readonly type: 'tokenAccount'
      readonly payer: SolanaAccount
      readonly account: SolanaAccount
      readonly owner: SolanaAccount
      readonly mint: SolanaAccount
    }
  | { readonly type: 'memo'; readonly text: string }
  | {
      /** Compute budget: units and price. Included in the fee. */
      readonly type: 'budget'
      readonly setting: 'unitLimit' | 'unitPrice' | 'heapFrame' | 'dataLimit'
      readonly value: string
    }
  | { readonly type: 'advanceNonce'; readonly nonce: SolanaAccount; readonly authority: SolanaAccount }
  | {
      readonly type: 'assignAccount'
      readonly account: SolanaAccount
      readonly owner: string
    }
  | {
      readonly type: 'unknown'
      readonly program: string
      /** The name of a known program. */
      readonly name?: string | undefined
      readonly accounts: number
      readonly data: string
    }

/** A Solana transaction as shown to the user. */
export type SolanaTransactionSummary = {
  readonly version: 'legacy' | 0
  readonly feePayer: string
  readonly signers: readonly { readonly address: string; readonly hasSigned: boolean }[]
  /** Blockhash, or value of a durable nonce. */
  readonly lifetime: string
  /** Max lamports that the fee payer pays: 5,000 for each signature, and the price of compute units. */
  readonly feeLimit: string
  readonly instructions: readonly SolanaInstruction[]
  readonly lookups: readonly { readonly table: string; readonly accounts: number }[]
}
