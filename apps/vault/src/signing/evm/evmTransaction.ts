import type { AccessList, Address, Hex } from 'viem'

/** A complete transaction of one of the types that are signed. [EIP-155] [EIP-2930] [EIP-1559] */
export type EvmTransaction = {
  readonly chainId: number
  readonly nonce: number
  readonly gas: bigint
  /** Null creates a contract. */
  readonly to: Address | null
  readonly value: bigint
  readonly data: Hex
} & (
  | { readonly type: 'legacy'; readonly gasPrice: bigint }
  | { readonly type: 'eip2930'; readonly gasPrice: bigint; readonly accessList: AccessList }
  | {
      readonly type: 'eip1559'
      readonly maxFeePerGas: bigint
      readonly maxPriorityFeePerGas: bigint
      readonly accessList: AccessList
    }
)
