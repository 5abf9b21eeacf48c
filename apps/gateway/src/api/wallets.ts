import { z } from 'zod'
import { defineEndpoint } from './endpoint.js'
import { anyUrl, caipNetworkId } from './fields.js'

const wholeNumber = (max: number) => z.coerce.number().int().min(1).max(max)
const commaList = (item: z.ZodType<string>, max: number) =>
  z.preprocess((text) => String(text).split(','), z.array(item).max(max)).describe('Joined by commas')
const walletId = z.string().regex(/^[!-~]{1,128}$/)

const listing = z.object({
  id: z.string(),
  name: z.string(),
  image_id: z.string().optional(),
  image_url: anyUrl.optional(),
  chains: z.array(caipNetworkId).optional(),
  homepage: anyUrl.optional(),
  mobile_link: anyUrl.optional(),
  link_mode: anyUrl.optional(),
  desktop_link: anyUrl.optional(),
  webapp_link: anyUrl.optional(),
  rdns: z
    .string()
    .meta({ examples: ['org.example.wallet'] })
    .optional(),
  app_store: anyUrl.optional(),
  play_store: anyUrl.optional(),
  chrome_store: anyUrl.optional(),
  badge_type: z.literal('certified').optional(),
  order: z.number().optional(),
})

export const listWallets = defineEndpoint({
  method: 'GET',
  path: '/getWallets',
  summary: 'The wallet list',
  query: z.object({
    page: wholeNumber(100_000).default(1),
    entries: wholeNumber(100).default(40),
    include: commaList(walletId, 1_000).optional(),
    exclude: commaList(walletId, 1_000).optional(),
    chains: commaList(z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/), 500).optional(),
    search: z.string().max(100).optional(),
    badge_type: z.literal('certified').optional(),
  }),
  response: z.object({ data: z.array(listing), count: z.int() }),
  maxAge: 300,
})

const image = (path: string, summary: string) => defineEndpoint({ method: 'GET', path, summary, response: 'image/*' })

export const getWalletImage = image('/getWalletImage/{id}', 'The image of a wallet')
export const getAssetImage = image('/public/getAssetImage/{id}', 'The image of a network or connector')
export const getTokenImage = image('/public/getTokenImage/{symbol}', 'The image of a token')
export const getCurrencyImage = image('/public/getCurrencyImage/{code}', 'The image of a currency')

export const getRemoteImage = defineEndpoint({
  method: 'GET',
  path: '/v1/image',
  summary: 'The image of a token, NFT or name, loaded from its host',
  query: z.object({ url: z.string().max(2_048) }),
  response: 'image/*',
})
