import type { CaipNetworkId } from '@latchkey/core'
import type { SolanaTransactionSummary } from './solanaSummary.js'

/**
 * Summary of a request for the user, which custody derives from the request itself. Plain JSON: amounts are decimal strings of atomic units,
 * EVM addresses have their checksum, bytes are hex with 0x. Strings are untrusted: to be shown with isolated direction and
 * visible control characters.
 */
export type Summary =
  | MessageSummary
  | SignInSummary
  | TypedDataSummary
  | EvmTransactionSummary
  | SolanaTransactionsSummary
  | BitcoinTransactionSummary
  | CallsSummary
  | PermissionSummary

/** Warnings for the user, besides the facts. The screen has the wording. */
export type SummaryWarning =
  /** The site is on a phishing list, or its name imitates another one. */
  | 'phishingOrigin'
  /** 32 bytes that may be the hash of anything. */
  | 'hashLike'
  /** Invisible characters, or ones that change the direction of writing. */
  | 'hiddenCharacters'
  /** Not UTF-8: shown as hex. */
  | 'notText'
  /** Looks like a sign-in to this site, but is malformed. */
  | 'malformedSignIn'
  /** The sign-in names another network than the current one. */
  | 'otherNetwork'
  /** The sign-in is not valid yet, or has expired. */
  | 'notValidNow'
  | 'unlimitedAllowance'
  /** One party may move every item of a collection. */
  | 'allItems'
  /** A signature that moves tokens, or lets others move them, once it is submitted. */
  | 'movesTokens'
  /** The domain names no network: the signature is valid on all. */
  | 'anyNetwork'
  /** The owner named in the typed data is another account. */
  | 'otherOwner'
  | 'unknownCall'
  /** The call is named by its selector only. */
  | 'namedCall'
  | 'contractCreation'
  /** Sends to the zero address or to the token itself: the funds are lost. */
  | 'burn'
  | 'unknownProgram'
  /** Accounts come from a lookup table, which isn't read here. */
  | 'tableLookups'
  /** An account of the user gets another owner or authority. */
  | 'ownerChange'
  | 'closesAccount'
  /** A transaction that doesn't expire with its blockhash. */
  | 'durableNonce'
  /** The fee is a large part of the amount, or its rate is far above the usual. */
  | 'highFee'
  /** Coins of the account for ordinals become part of the fee. */
  | 'ordinalsAsFee'
  /** Coins of the account for ordinals go elsewhere. */
  | 'movesOrdinals'
  /** Others spend their coins in the same transaction. */
  | 'othersSpend'
  /** The signature covers single inputs and outputs: others may add any more and complete it. [BIP-143] */
  | 'openOffer'
  /** An output has no address. */
  | 'unknownScript'

type SummaryBase = {
  readonly method: string
  readonly chain: CaipNetworkId
  /** The user's account that signs. */
  readonly account: string
  readonly warnings: readonly SummaryWarning[]
}

/** personal_sign and solana_signMessage. */
export type MessageSummary = SummaryBase & {
  readonly kind: 'message'
  readonly content: { readonly type: 'text'; readonly text: string } | { readonly type: 'bytes'; readonly hex: string }
  /** Length of the signed message, in bytes. */
  readonly bytes: number
}

/** A message that signs in to the requesting site. [EIP-4361] [CAIP-122] */
export type SignInSummary = SummaryBase & {
  readonly kind: 'signIn'
  /** Equals the host of the requesting site. */
  readonly domain: string
  readonly uri: string
  readonly statement?: string | undefined
  readonly nonce: string
  /** As in the message, e.g. `eip155:1`. */
  readonly signInChain: string
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources: readonly string[]
  /** The full message. */
  readonly text: string
}

/** A node of typed data: a value, or its children. */
export type TypedDataNode = {
  /** Name of the field, or index in an array. */
  readonly name: string
  readonly type: string
} & ({ readonly value: string } | { readonly children: readonly TypedDataNode[] })

/** Assets that a signature or a call lets others take. */
export type Allowance = {
  readonly token: string
  readonly spender: string
  /** Atomic units; meaningless with `isUnlimited`. */
  readonly amount: string
  readonly isUnlimited: boolean
  /** Expiry in Unix seconds, if it is stated. */
  readonly until?: string | undefined
}

/** Tokens that a signature moves once it is submitted. [EIP-3009] [Permit2] */
export type SignedTransfer = {
  readonly token: string
  /** Absent if the submitter may choose. */
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

/** A function with this selector, and its arguments. Only a name: the contract may do something else. Long values are shortened. */
export type NamedCall = { readonly name: string; readonly args: readonly TypedDataNode[] }

/** Decoded data of an EVM transaction, for standard functions. */
export type EvmCall =
  | { readonly type: 'none' }
  | { readonly type: 'create' }
  | { readonly type: 'transfer'; readonly token: string; readonly to: string; readonly amount: string }
  | {
      /** ERC-20, or ERC-721 where `amount` is the item's id. */
      readonly type: 'transferFrom'
      readonly token: string
      readonly from: string
      readonly to: string
      readonly amount: string
    }
  /** ERC-20, where zero revokes the allowance; for ERC-721 `amount` is the item's id. */
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
      /** False revokes it. */
      readonly isAllowed: boolean
    }
  | { readonly type: 'unknown'; readonly selector: string; readonly named?: NamedCall | undefined }

/** eth_sendTransaction. Amounts in wei. */
export type EvmTransactionSummary = SummaryBase & {
  readonly kind: 'evmTransaction'
  /** Null creates a contract. */
  readonly to: string | null
  readonly value: string
  readonly nonce: number
  readonly gas: string
  /** Per unit of gas; for a legacy transaction `maxFeePerGas` is its gas price. */
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas?: string | undefined
  /** Gas times the max price, without a rollup's data fee for its base layer. */
  readonly feeLimit: string
  readonly call: EvmCall
  /** `0x` if empty. */
  readonly data: string
}

/** A call of a smart account, with its warnings. */
export type CallSummary = {
  readonly to: string
  /** Wei. */
  readonly value: string
  readonly data: string
  readonly call: EvmCall
  readonly warnings: readonly SummaryWarning[]
}

/** eth_sendTransaction of a smart account, wallet_sendCalls, eth_sendUserOperation: an atomic batch of calls. */
export type CallsSummary = SummaryBase & {
  readonly kind: 'calls'
  readonly calls: readonly CallSummary[]
  /** Whether it deploys the account. */
  readonly deploys: boolean
  readonly nonce: string
  readonly gas: string
  readonly maxFeePerGas: string
  /** Max, in wei. */
  readonly feeLimit: string
  /** Paymaster of the fee; null: the account itself pays. */
  readonly paymaster: string | null
  /** Granted before, so the user isn't asked. */
  readonly permission?: string | undefined
}

/** Terms of a permission to act for the account without asking. [ERC-7715] */
export type PermissionTerms = {
  /** Unix seconds. */
  readonly expiry: number
  /** Total in wei, including fees that the account pays; null: none. */
  readonly native: string | null
  /** Total per token, in atomic units. */
  readonly tokens: readonly { readonly address: string; readonly allowance: string }[]
  readonly contracts: readonly {
    readonly address: string
    /** `name`: the canonical signature, e.g. `play(uint256)`; `selector` is its own. */
    readonly functions: readonly { readonly selector: string; readonly name: string }[]
  }[]
}

/** wallet_requestExecutionPermissions and wallet_revokeExecutionPermission. */
export type PermissionSummary = SummaryBase & {
  readonly kind: 'permission'
  /** Null revokes one. */
  readonly terms: PermissionTerms | null
}

/** solana_signTransaction, solana_signAllTransactions, solana_signAndSendTransaction. */
export type SolanaTransactionsSummary = SummaryBase & {
  readonly kind: 'solanaTransactions'
  /** Whether the wallet itself broadcasts them. */
  readonly isSent: boolean
  readonly transactions: readonly SolanaTransactionSummary[]
}

/** An output that a Bitcoin transaction spends. */
export type BitcoinInput = {
  /** `<transaction id>:<index>` */
  readonly outpoint: string
  /** Sats. */
  readonly amount: string
  /** Null if its script has no address. */
  readonly address: string | null
  /** The user's account that it belongs to; null for others. */
  readonly purpose: 'payment' | 'ordinal' | null
  /** Whether the user's signature of it is requested. */
  readonly isSigned: boolean
}

export type BitcoinOutput = {
  /** Sats. */
  readonly amount: string
  /** Null if its script has no address. */
  readonly address: string | null
  /** Hex. */
  readonly script: string
  /** The user's account that it belongs to; null for others. */
  readonly purpose: 'payment' | 'ordinal' | null
  /** Whether it only stores data and can't be spent. */
  readonly isData: boolean
}

/** bip122_signPsbt. Amounts in sats. */
export type BitcoinTransactionSummary = SummaryBase & {
  readonly kind: 'bitcoinTransaction'
  /** Of an offer, the inputs that are signed only: the others don't matter. */
  readonly inputs: readonly BitcoinInput[]
  /** Of an offer, the output that each of `inputs` is bound to. */
  readonly outputs: readonly BitcoinOutput[]
  /** Signed with SINGLE|ANYONECANPAY: each input with the output at its position, and nothing else. */
  readonly isOffer: boolean
  /** Amount that leaves the user's accounts, fee included; 0 if more comes in. */
  readonly spent: string
  /** Null for an offer: whoever completes it decides. */
  readonly fee: string | null
  /** Sats per virtual byte, rounded up; of the size it will have. */
  readonly feeRate: string | null
}
