import { parseCaipAddress } from '@latchkey/core'
import { isAddress } from '@latchkey/core/plugin'
import { z } from 'zod'
import { type DeepReadonly, defineEndpoint } from './endpoint.js'
import {
  amountField,
  atomicUnits,
  caipAddress,
  caipNetworkId,
  evmTargetField,
  hexData,
  imageUrl,
  slippageField,
} from './fields.js'

const wholeNumber = z
  .string()
  .regex(/^\d{1,78}$/)
  .meta({ examples: ['23000000'] })

const pair = z.object({ from: evmTargetField, to: evmTargetField, userAddress: evmTargetField })
const trade = pair.extend({ amount: amountField })
const chainQuery = z.object({ chainId: caipNetworkId })

export const getSwapQuotes = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/quotes',
  summary: 'Quotes for a swap; empty without a route through the pools',
  query: trade.extend({ gasPrice: z.string().optional() }),
  response: z.object({
    quotes: z.array(
      z.object({
        id: z.string(),
        fromAmount: atomicUnits,
        fromAccount: caipAddress,
        toAmount: atomicUnits,
        toAccount: caipAddress,
        blockNumber: wholeNumber,
        router: caipAddress,
      }),
    ),
  }),
})

export const getSwapTokens = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/tokens',
  summary: 'Tokens that can be swapped',
  query: chainQuery,
  response: z.object({
    tokens: z.array(
      z.object({
        name: z.string(),
        symbol: z.string(),
        address: caipAddress,
        decimals: z.int(),
        logoUri: imageUrl.optional(),
        price: z.number().optional().describe('US dollars, as configured'),
      }),
    ),
  }),
  maxAge: 300,
})

export const getSwapAllowance = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/allowance',
  summary: 'How much of a token the swap router may take from an account',
  query: z.object({ tokenAddress: evmTargetField, userAddress: evmTargetField }),
  response: z.object({ allowance: atomicUnits }),
})

export const getGasPrice = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/gas-price',
  summary: 'Gas prices, in wei',
  query: chainQuery,
  response: z.object({ standard: atomicUnits, fast: atomicUnits, instant: atomicUnits }),
})

export const buildSwapApproval = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/build-approve',
  summary: 'The transaction that approves `amount` for a swap; without an amount, the current balance',
  query: pair.extend({ amount: amountField.optional() }),
  response: z.object({
    tx: z.object({
      from: caipAddress,
      to: caipAddress,
      data: hexData,
      value: atomicUnits,
      eip155: z.object({ gas: atomicUnits, gasPrice: atomicUnits }),
    }),
  }),
})

export const buildSwapTransaction = defineEndpoint({
  method: 'POST',
  path: '/v1/convert/build-transaction',
  summary: 'The transaction that swaps',
  body: trade.extend({
    eip155: z
      .object({
        slippage: slippageField.optional(),
        minimum: amountField.optional().describe('The least to receive, whatever the price does. Atomic units'),
      })
      .optional(),
    disableEstimate: z.boolean().default(false).describe('Skips the gas estimate'),
  }),
  response: z.object({
    tx: z.object({
      from: caipAddress,
      to: caipAddress,
      data: hexData,
      amount: atomicUnits,
      eip155: z.object({ gas: atomicUnits.optional(), gasPrice: atomicUnits }),
    }),
  }),
})

const token = caipAddress.transform((text, context) => {
  const parts = parseCaipAddress(text)
  const isKnown = parts?.namespace === 'eip155' || parts?.namespace === 'solana'
  if (isKnown && isAddress(parts.namespace, parts.address))
    return { caipAddress: text, caipNetworkId: `${parts.namespace}:${parts.reference}`, address: parts.address }
  context.addIssue('is not a token (CAIP-10)')
  return z.NEVER
})

/** A token on an EVM chain or Solana whose price is requested. */
export type RequestedToken = DeepReadonly<z.output<typeof token>>

const fungible = z.object({
  address: caipAddress,
  name: z.string(),
  symbol: z.string(),
  price: z.number(),
  iconUrl: imageUrl.optional(),
})

export type FungiblePrice = DeepReadonly<z.output<typeof fungible>>

export const getFungiblePrices = defineEndpoint({
  method: 'POST',
  path: '/v1/fungible/price',
  summary: 'Token prices in US dollars; tokens without a price are left out',
  body: z.object({ currency: z.literal('usd').default('usd'), addresses: z.array(token).min(1).max(10) }),
  response: z.object({ fungibles: z.array(fungible) }),
})
