/** An account of an instruction: its address, or the place in a table on the chain from which it comes. */
export type SolanaAccount =
  | { readonly address: string }
  | { readonly table: string; readonly index: number; readonly address?: undefined }

/** What an instruction does, as far as the standard programs tell. Amounts are atomic units. */
export type SolanaInstruction =
  | {
      /** Of the system program. */
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
      /** Of either token program; `mint` and `decimals` where the instruction says them. */
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
      /** Null: nobody has it from then on. */
      readonly next: string | null
    }
  | {
      readonly type: 'tokenClose'
      readonly account: SolanaAccount
      /** Gets the lamports that are left. */
      readonly to: SolanaAccount
    }
  | {
      /** An associated token account, where it is not there yet. */
      readonly type: 'tokenAccount'
      readonly payer: SolanaAccount
      readonly account: SolanaAccount
      readonly owner: SolanaAccount
      readonly mint: SolanaAccount
    }
  | { readonly type: 'memo'; readonly text: string }
  | {
      /** Compute budget: what may be spent and what is paid for it. It is in the fee. */
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
      /** Where the program is a known one. */
      readonly name?: string | undefined
      readonly accounts: number
      readonly data: string
    }

/** One transaction of Solana as it is shown. */
export type SolanaTransactionSummary = {
  readonly version: 'legacy' | 0
  readonly feePayer: string
  readonly signers: readonly { readonly address: string; readonly hasSigned: boolean }[]
  /** Blockhash, or value of a durable nonce. */
  readonly lifetime: string
  /** Lamports that the fee payer pays at most: 5,000 for each signature, and the price of compute units. */
  readonly feeLimit: string
  readonly instructions: readonly SolanaInstruction[]
  readonly lookups: readonly { readonly table: string; readonly accounts: number }[]
}
