/** A transaction to send, amounts in wei. The wallet fills in the fields that are absent. */
export type EvmTransaction = {
  /** Absent if `data` creates a contract. */
  readonly to?: string | undefined
  readonly value?: bigint | undefined
  /** 0x hex. */
  readonly data?: string | undefined
  /** Units of gas. */
  readonly gas?: bigint | undefined
  /** Wei per unit of gas (EIP-1559). */
  readonly maxFeePerGas?: bigint | undefined
  readonly maxPriorityFeePerGas?: bigint | undefined
  readonly nonce?: number | undefined
}

/** Typed data to sign (EIP-712). Numbers may be bigints; `EIP712Domain` is added to the types if it is missing. */
export type EvmTypedData = {
  readonly domain?:
    | {
        readonly name?: string | undefined
        readonly version?: string | undefined
        /** If present, it has to be the wallet's current network. */
        readonly chainId?: number | bigint | undefined
        readonly verifyingContract?: string | undefined
        readonly salt?: string | undefined
      }
    | undefined
  readonly types: { readonly [type: string]: readonly { readonly name: string; readonly type: string }[] }
  readonly primaryType: string
  readonly message: { readonly [field: string]: unknown }
}

declare module '@latchkey/core' {
  interface Transactions {
    eip155: EvmTransaction
  }
  interface TypedDataByNamespace {
    eip155: EvmTypedData
  }
}
