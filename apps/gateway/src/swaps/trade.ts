import { type CaipAddress, parseCaipAddress } from '@latchkey/core'
import { type Address, getAddress, maxUint256 } from 'viem'
import { z } from 'zod'
import type { ChainBook, ServedChain } from '../chains/chainBook.js'
import { isNativeToken } from '../chains/config.js'
import { GatewayError } from '../errors.js'

export type SwapChain = ServedChain & { readonly swap: NonNullable<ServedChain['swap']> }

/** An account or token of a chain that is asked about. */
export type SwapAddress = { readonly caipAddress: CaipAddress; readonly address: Address }

/** Atomic units. */
export const amountField: z.ZodType<bigint> = z
  .string()
  .regex(/^\d{1,78}$/, 'is no whole number of atomic units')
  .transform(BigInt)
  .refine((amount) => amount > 0n && amount <= maxUint256, 'is none that a token can have')

/** CAIP-10 of an EVM account or contract. */
export const swapAddressField: z.ZodType<SwapAddress> = z.string().transform((text, context): SwapAddress => {
  const parts = parseCaipAddress(text)
  if (parts?.namespace === 'eip155' && /^\d{1,20}$/.test(parts.reference) && /^0x[0-9a-f]{40}$/i.test(parts.address)) {
    const address = getAddress(parts.address.toLowerCase())
    return { address, caipAddress: `eip155:${parts.reference}:${address}` }
  }
  context.addIssue('is no EVM address (CAIP-10)')
  return z.NEVER
})

/** The chain that all of them are on. Throws 400 where it is not one, is not served, or has no market. */
export function findSwapChain(chains: ChainBook, places: readonly SwapAddress[]): SwapChain {
  const ids = new Set(places.map(({ caipAddress }) => caipAddress.slice(0, caipAddress.lastIndexOf(':'))))
  const [id = ''] = ids
  if (ids.size !== 1) throw new GatewayError('These are not on one chain.', { status: 400, code: 'DIFFERENT_CHAINS' })
  const { swap, ...chain } = chains.get(id)
  if (swap) return { ...chain, swap }
  throw new GatewayError('Nothing is swapped on that chain here.', { status: 400, code: 'UNSUPPORTED_CHAIN' })
}

/** The contract of a token in the market, where the native currency goes wrapped. */
export function toMarketToken({ swap }: SwapChain, { address }: SwapAddress): Address {
  return isNativeToken(address) ? getAddress(swap.wrappedNative) : address
}

/** Hundredths of a per cent. */
const maxSlippage = 5_000n

/** Per cent with two decimals, above 0 and up to 50, as hundredths of a per cent. [S9.5] */
export const slippageField: z.ZodType<bigint> = z
  .union([z.number(), z.string()])
  .transform(String)
  .refine((text) => /^\d{1,2}(\.\d{1,2})?$/.test(text), 'is no number of per cent with two decimals')
  .transform((text) => {
    const [whole = '0', part = ''] = text.split('.')
    return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  })
  .refine((points) => points > 0n && points <= maxSlippage, 'is not above 0 and up to 50')
