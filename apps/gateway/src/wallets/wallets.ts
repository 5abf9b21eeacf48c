import { readFile } from 'node:fs/promises'
import {
  createWalletList,
  parseWalletListing,
  queryWallets,
  type WalletListing,
  type WalletQuery,
} from '@latchkey/core/walletList'
import { z } from 'zod'
import { GatewayError } from '../errors.js'
import { type Route, toJsonResponse } from '../http/route.js'
import { serveImage } from '../images/images.js'

type RouteOptions = {
  readonly wallets: readonly WalletListing[]
  readonly imagesFolder: string | undefined
}

/** The wallet list and images. [S7.27] */
export function createWalletRoutes({ wallets, imagesFolder }: RouteOptions): readonly Route[] {
  const names = new Map(wallets.flatMap(({ id, image_id, name }) => [[image_id ?? id, name] as const]))
  const get = (path: string, answer: Route['answer']): Route => ({ method: 'GET', path, answer })
  return [
    get('/getWallets', ({ query }) => toJsonResponse(queryWallets(wallets, parseWalletQuery(query)), { maxAge: 300 })),
    get('/getWalletImage/{id}', ({ path: { id: name = '' } }) =>
      serveImage(imagesFolder, { kind: 'wallets', name, title: names.get(name) }),
    ),
    get('/public/getAssetImage/{id}', ({ path: { id: name = '' } }) =>
      serveImage(imagesFolder, { kind: 'assets', name }),
    ),
    get('/public/getTokenImage/{symbol}', ({ path: { symbol: name = '' } }) => {
      if (!/^[\w.$-]{1,20}$/.test(name))
        throw new GatewayError('That is no symbol of a token.', { status: 400, code: 'BAD_REQUEST' })
      return serveImage(imagesFolder, { kind: 'tokens', name: name.toLowerCase(), title: name })
    }),
    get('/public/getCurrencyImage/{code}', ({ path: { code: name = '' } }) => {
      if (!/^[a-z]{3}$/i.test(name))
        throw new GatewayError('That is no code of ISO 4217.', { status: 400, code: 'BAD_REQUEST' })
      return serveImage(imagesFolder, { kind: 'currencies', name: name.toLowerCase(), title: name })
    }),
  ]
}

const wholeNumber = (most: number): z.ZodType<number> => z.coerce.number().int().min(1).max(most)

const commaList = (item: z.ZodType<string>, most: number): z.ZodType<string[]> =>
  z.preprocess((text) => String(text).split(','), z.array(item).max(most))

const walletId = z.string().regex(/^[!-~]{1,128}$/)

const querySchema = z.object({
  page: wholeNumber(100_000).default(1),
  entries: wholeNumber(100).default(40),
  include: commaList(walletId, 1_000).optional(),
  exclude: commaList(walletId, 1_000).optional(),
  chains: commaList(z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/), 500).optional(),
  search: z.string().max(100).optional(),
  badge_type: z.literal('certified').optional(),
})

/**
 * The question of a query: page, entries (100 at most), include, exclude, chains (CAIP-2), search and badge_type. What is
 * empty counts as absent, what is not known is passed over. Throws 400, which names every wrong field.
 */
export function parseWalletQuery(params: URLSearchParams): WalletQuery {
  const fields = Object.fromEntries(
    Object.keys(querySchema.shape).flatMap((name) => {
      const value = params.get(name)?.trim()
      return value ? [[name, value]] : []
    }),
  )
  const { success, data, error } = querySchema.safeParse(fields)
  if (success) return data
  const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new GatewayError(problems.join('; ').slice(0, 1_000), { status: 400, code: 'BAD_REQUEST' })
}

/**
 * The wallets of a file, a JSON array of rows or `{ "data": […] }`, else those that come with Latchkey: sorted by `order`,
 * each with an id for its image. Throws where the file is not of that shape; rows that are none are passed over and counted.
 */
export async function readWallets(
  file: string | undefined,
): Promise<{ readonly wallets: readonly WalletListing[]; readonly dropped: number }> {
  const rows = file === undefined ? createWalletList() : await readRows(file)
  const wallets = rows.flatMap((row) => parseWalletListing(row) ?? [])
  const ids = new Set<string>()
  const unique = wallets.filter(({ id }) => !ids.has(id) && ids.add(id))
  const sorted = unique.toSorted((a, b) => (a.order ?? Number.MAX_VALUE) - (b.order ?? Number.MAX_VALUE))
  return { wallets: sorted.map((wallet) => ({ image_id: wallet.id, ...wallet })), dropped: rows.length - unique.length }
}

async function readRows(file: string): Promise<readonly unknown[]> {
  const content: unknown = JSON.parse(await readFile(file, 'utf8'))
  const rows = Array.isArray(content) ? content : (content as { readonly data?: unknown } | null)?.data
  if (!Array.isArray(rows)) throw new Error(`${file} is neither a list of wallets nor { "data": […] }.`)
  return rows
}
