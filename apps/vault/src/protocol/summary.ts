import type { CaipNetworkId } from '@latchkey/core'
import type { SolanaTransactionSummary } from './solanaSummary.js'

/**
 * All that a visitor is shown of what is asked, made by custody from the request itself. Plain JSON: amounts are decimal
 * texts of atomic units, EVM addresses have their checksum, bytes are hex with 0x. Texts are foreign: whoever shows them
 * isolates their direction and makes control characters visible.
 */
export type Summary =
  | MessageSummary
  | SignInSummary
  | TypedDataSummary
  | EvmTransactionSummary
  | SolanaTransactionsSummary
  | CallsSummary
  | PermissionSummary

/** What the visitor is told besides the facts. The words are the screen's. */
export type SummaryWarning =
  /** The site is on a list of those that deceive, or its name is made to look like another one's. */
  | 'phishingOrigin'
  /** 32 bytes that may be the hash of anything. */
  | 'hashLike'
  /** Characters that have no shape, or turn the direction of writing. */
  | 'hiddenCharacters'
  /** Not UTF-8: shown as hex. */
  | 'notText'
  /** Looks like a sign-in to this site, and is not one to the letter. */
  | 'malformedSignIn'
  /** The sign-in names another network than the one in use. */
  | 'otherNetwork'
  /** The sign-in is not valid yet, or no longer: by its own dates. */
  | 'notValidNow'
  | 'unlimitedAllowance'
  /** One party may move every item of a collection. */
  | 'allItems'
  /** A signature that moves tokens, or lets others move them, when somebody hands it in. */
  | 'movesTokens'
  /** The domain names no network: the signature counts on all. */
  | 'anyNetwork'
  /** The owner that typed data names is somebody else. */
  | 'otherOwner'
  | 'unknownCall'
  | 'contractCreation'
  /** Sends to the zero address or to the token itself: it is gone. */
  | 'burn'
  | 'unknownProgram'
  /** Accounts come from a table on the chain, which is not read here. */
  | 'tableLookups'
  /** An account of the visitor gets another owner or authority. */
  | 'ownerChange'
  | 'closesAccount'
  /** A transaction that does not expire with its blockhash. */
  | 'durableNonce'

type SummaryBase = {
  readonly method: string
  readonly chain: CaipNetworkId
  /** The visitor's account that signs. */
  readonly account: string
  readonly warnings: readonly SummaryWarning[]
}

/** personal_sign and solana_signMessage. */
export type MessageSummary = SummaryBase & {
  readonly kind: 'message'
  readonly content: { readonly type: 'text'; readonly text: string } | { readonly type: 'bytes'; readonly hex: string }
  /** Length of what is signed. */
  readonly bytes: number
}

/** A message that signs in to the site that asks. [EIP-4361] [CAIP-122] */
export type SignInSummary = SummaryBase & {
  readonly kind: 'signIn'
  /** Equal to the host of the site that asks. */
  readonly domain: string
  readonly uri: string
  readonly statement?: string | undefined
  readonly nonce: string
  /** Of the message, e.g. `eip155:1`. */
  readonly signInChain: string
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources: readonly string[]
  /** The whole message. */
  readonly text: string
}

/** A node of typed data as it is shown: a value, or what is below it. */
export type TypedDataNode = {
  /** Name of the field, or index in an array. */
  readonly name: string
  readonly type: string
} & ({ readonly value: string } | { readonly children: readonly TypedDataNode[] })

/** What a signature or a call lets somebody take. */
export type Allowance = {
  readonly token: string
  readonly spender: string
  /** Atomic units; with `isUnlimited` the number says nothing. */
  readonly amount: string
  readonly isUnlimited: boolean
  /** Unix seconds until which it counts, as far as it says so. */
  readonly until?: string | undefined
}

/** Tokens that a signature moves when it is handed in. [EIP-3009] [Permit2] */
export type SignedTransfer = {
  readonly token: string
  /** Absent where whoever hands it in may choose. */
  readonly to?: string | undefined
  readonly amount: string
  readonly until?: string | undefined
}

/** eth_signTypedData_v4. [EIP-712] */
export type TypedDataSummary = SummaryBase & {
  readonly kind: 'typedData'
  readonly primaryType: string
  readonly domain: readonly TypedDataNode[]
  readonly message: readonly TypedDataNode[]
  readonly allowances: readonly Allowance[]
  readonly transfers: readonly SignedTransfer[]
}

/** What the data of an EVM transaction does, as far as standards tell. */
export type EvmCall =
  | { readonly type: 'none' }
  | { readonly type: 'create' }
  | { readonly type: 'transfer'; readonly token: string; readonly to: string; readonly amount: string }
  | {
      /** ERC-20, or ERC-721 where `amount` is the number of the item. */
      readonly type: 'transferFrom'
      readonly token: string
      readonly from: string
      readonly to: string
      readonly amount: string
    }
  /** ERC-20; of ERC-721 `amount` is the number of the item. A zero takes the allowance back. */
  | ({ readonly type: 'approve' | 'increaseAllowance' | 'decreaseAllowance' } & Allowance)
  | {
      readonly type: 'itemTransfer'
      readonly collection: string
      readonly from: string
      readonly to: string
      readonly items: readonly { readonly id: string; readonly amount: string }[]
    }
  | {
      readonly type: 'approveAll'
      readonly collection: string
      readonly operator: string
      /** False takes it back. */
      readonly isAllowed: boolean
    }
  | { readonly type: 'unknown'; readonly selector: string }

/** eth_sendTransaction. Amounts in wei. */
export type EvmTransactionSummary = SummaryBase & {
  readonly kind: 'evmTransaction'
  /** Null creates a contract. */
  readonly to: string | null
  readonly value: string
  readonly nonce: number
  readonly gas: string
  /** Per unit of gas; `maxFeePerGas` of a legacy transaction is its gas price. */
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas?: string | undefined
  /** Gas times the highest price. What a rollup adds for its base layer is not in it. */
  readonly feeLimit: string
  readonly call: EvmCall
  /** `0x` where there is none. */
  readonly data: string
}

/** A call of a smart account, with what there is to say about it. */
export type CallSummary = {
  readonly to: string
  /** Wei. */
  readonly value: string
  readonly data: string
  readonly call: EvmCall
  readonly warnings: readonly SummaryWarning[]
}

/** eth_sendTransaction of a smart account, wallet_sendCalls, eth_sendUserOperation: calls that are done together, or none. */
export type CallsSummary = SummaryBase & {
  readonly kind: 'calls'
  readonly calls: readonly CallSummary[]
  /** Whether the account is put on the network with it. */
  readonly deploys: boolean
  readonly nonce: string
  readonly gas: string
  readonly maxFeePerGas: string
  /** Wei, at most. */
  readonly feeLimit: string
  /** Who pays the fee; null: the account itself. */
  readonly paymaster: string | null
  /** Granted before: it is not asked for again. */
  readonly permission?: string | undefined
}

/** What a site may have the account do without asking. [ERC-7715] */
export type PermissionTerms = {
  /** Unix seconds. */
  readonly expiry: number
  /** Wei in all, fees that the account pays included; null: none. */
  readonly native: string | null
  /** Of tokens, atomic units in all. */
  readonly tokens: readonly { readonly address: string; readonly allowance: string }[]
  readonly contracts: readonly {
    readonly address: string
    /** `name`: the canonical signature, e.g. `play(uint256)`; `selector` is its own. */
    readonly functions: readonly { readonly selector: string; readonly name: string }[]
  }[]
}

/** wallet_grantPermissions and wallet_revokePermissions. */
export type PermissionSummary = SummaryBase & {
  readonly kind: 'permission'
  /** Null takes one back. */
  readonly terms: PermissionTerms | null
}

/** solana_signTransaction, solana_signAllTransactions, solana_signAndSendTransaction. */
export type SolanaTransactionsSummary = SummaryBase & {
  readonly kind: 'solanaTransactions'
  /** Whether the wallet itself broadcasts them. */
  readonly isSent: boolean
  readonly transactions: readonly SolanaTransactionSummary[]
}
