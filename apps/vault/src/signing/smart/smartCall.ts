import type { Address, Hex } from 'viem'

/** What an account calls. */
export type SmartCall = { readonly to: Address; readonly value: bigint; readonly data: Hex }
