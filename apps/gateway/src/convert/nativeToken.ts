import type { Address } from 'viem'

/** Stands for the native currency where the address of a token is asked for. */
export const nativeToken: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
