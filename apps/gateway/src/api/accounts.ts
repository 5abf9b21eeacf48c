import { z } from 'zod'
import { type DeepReadonly, defineEndpoint } from './endpoint.js'
import { caipAddress, caipNetworkId, decimalNumber, imageUrl } from './fields.js'

export const getSupportedChains = defineEndpoint({
  method: 'GET',
  path: '/v1/supported-chains',
  summary: 'The chains that are served',
  response: z.object({ http: z.array(caipNetworkId), ws: z.array(caipNetworkId) }),
  maxAge: 60,
})

const tokenDecimals = z
  .string()
  .regex(/^\d{1,3}$/)
  .meta({ examples: ['18'] })

const balance = z.object({
  name: z.string(),
  symbol: z.string(),
  chainId: caipNetworkId,
  address: caipAddress.optional().describe('CAIP-10 of the token; missing for the native currency'),
  value: z.number().optional().describe('US dollars for the whole balance; missing without a price'),
  price: z.number().describe('US dollars for one unit; 0 without a price'),
  quantity: z.object({ decimals: tokenDecimals, numeric: decimalNumber.describe('Whole units') }),
  iconUrl: imageUrl.optional(),
})

const nft = z.object({
  chainId: caipNetworkId,
  address: caipAddress,
  tokenId: z.string(),
  name: z.string(),
  imageUrl: imageUrl.optional(),
  collection: z.string().optional(),
})

export const getBalance = defineEndpoint({
  method: 'GET',
  path: '/v1/account/{address}/balance',
  summary: 'Balances and NFTs of an account, with prices',
  query: z.object({
    currency: z.literal('usd').optional(),
    chainId: caipNetworkId.optional(),
    // any other text counts: the modal sends `true`, other clients a timestamp
    forceUpdate: z
      .string()
      .optional()
      .describe('Bypasses the cache, unless empty, 0, false or undefined')
      .transform((text) => text !== undefined && !['', '0', 'false', 'undefined'].includes(text)),
  }),
  response: z.object({ balances: z.array(balance), nfts: z.array(nft) }),
})

const direction = z.enum(['in', 'out', 'self'])
const quantity = z.object({ numeric: decimalNumber.describe('Whole units') })

const transfer = z.union([
  z.object({
    direction,
    quantity,
    nft_info: z.object({ name: z.string(), flags: z.object({ is_spam: z.boolean() }) }),
  }),
  z.object({
    direction,
    quantity,
    fungible_info: z.object({
      name: z.string(),
      symbol: z.string(),
      address: caipAddress.optional().describe('CAIP-10 of the token; ends in 0xeeee…eeee for the native currency'),
      icon: z.object({ url: imageUrl }).optional(),
    }),
  }),
])

const transaction = z.object({
  id: z.string(),
  metadata: z.object({
    operationType: z.enum(['trade', 'mint', 'receive', 'burn', 'send', 'deploy', 'approve', 'execute']),
    hash: z.string(),
    chain: caipNetworkId,
    minedAt: z.iso.datetime(),
    sentFrom: z.string(),
    sentTo: z.string().describe('Empty for a contract creation'),
    status: z.enum(['confirmed', 'failed']),
    nonce: z.number(),
  }),
  transfers: z.array(transfer),
})

/** A transaction as one of its participants sees it. */
export type HistoryTransaction = DeepReadonly<z.output<typeof transaction>>

export const getHistory = defineEndpoint({
  method: 'GET',
  path: '/v1/account/{account}/history',
  summary: 'Transactions of an account, newest first',
  query: z.object({ chainId: caipNetworkId.optional(), cursor: z.string().max(300).optional() }),
  response: z.object({
    data: z.array(transaction),
    next: z.string().nullable().describe('Cursor of the next page; null on the last one'),
  }),
})
