import { type CaipAddress, parseCaipAddress } from '@latchkey/core'
import { type Address, getAddress, maxUint256 } from 'viem'
import { z } from 'zod'

// The examples document the API. Core builds responses from them to test its parsers.

export const caipNetworkId = z.string().meta({ description: 'CAIP-2', examples: ['eip155:1'] })
export const caipAddress = z
  .string()
  .meta({ description: 'CAIP-10', examples: ['eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'] })
export const hexData = z.string().meta({ description: '0x hex', examples: ['0x01'] })

/** A decimal number without sign and exponent in a response. */
export const decimalNumber = z
  .string()
  .regex(/^\d{1,78}(\.\d{1,78})?$/)
  .meta({ description: 'Decimal number', examples: ['12.5'] })

/** A URL in a response: of a page, of an image, or with the scheme of an app. */
export const anyUrl = z.url()

/** An image in a response: a URL, or a path of this service. */
export const imageUrl = z.union([anyUrl, z.string().regex(/^\/[^/]/)])

/** Atomic units in a response. */
export const atomicUnits = z
  .string()
  .regex(/^\d{1,78}$/)
  .meta({ description: 'Atomic units', examples: ['1250000'] })

/** A positive amount in atomic units that fits into a uint256. */
export const amountField = z
  .string()
  .regex(/^\d{1,78}$/, 'is not a whole number of atomic units')
  .describe('Atomic units')
  .transform(BigInt)
  .refine((amount) => amount > 0n && amount <= maxUint256, 'is out of range')

/** An account or token on an EVM chain. */
export type EvmTarget = { readonly caipAddress: CaipAddress; readonly address: Address }

/** CAIP-10 of an EVM account or contract. */
export const evmTargetField = caipAddress.transform((text, context): EvmTarget => {
  const parts = parseCaipAddress(text)
  if (parts?.namespace === 'eip155' && /^\d{1,20}$/.test(parts.reference) && /^0x[0-9a-f]{40}$/i.test(parts.address)) {
    const address = getAddress(parts.address.toLowerCase())
    return { address, caipAddress: `eip155:${parts.reference}:${address}` }
  }
  context.addIssue('is not an EVM address (CAIP-10)')
  return z.NEVER
})

/** Hundredths of a percent. */
const maxSlippage = 5_000n

/** A percentage with up to two decimals, above 0 and up to 50, as hundredths of a percent. [S9.5] */
export const slippageField = z
  .union([z.number(), z.string()])
  .describe('Percent, above 0 and up to 50, with up to two decimals')
  .transform(String)
  .refine((text) => /^\d{1,2}(\.\d{1,2})?$/.test(text), 'is not a percentage with up to two decimals')
  .transform((text) => {
    const [whole = '0', part = ''] = text.split('.')
    return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  })
  .refine((points) => points > 0n && points <= maxSlippage, 'must be above 0 and at most 50')

/** A decimal number without sign and exponent, as text. */
export const decimalField = z
  .union([z.string(), z.number()])
  .describe('Decimal number without sign and exponent')
  .transform(String)
  .pipe(z.string().regex(/^\d{1,30}(\.\d{1,36})?$/, 'is not a decimal number'))

/** An amount of money with up to two decimals, as text. */
export const moneyField = decimalField.pipe(z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'is not an amount of money'))

/** A signature of an EVM account: by a key, or for ERC-1271 or ERC-6492. */
export const signatureField = hexData.regex(/^0x(?:[0-9a-f]{2}){1,24576}$/i, 'is not a signature')
