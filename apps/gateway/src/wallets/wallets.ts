import { readFile } from 'node:fs/promises'
import {
  createWalletList,
  parseWalletListing,
  queryWallets,
  type WalletListing,
  type WalletQuery,
} from '@latchkey/core/walletList'
import { getAssetImage, getCurrencyImage, getTokenImage, getWalletImage, listWallets } from '../api/wallets.js'
import { GatewayError } from '../errors.js'
import { createRoute, type Route } from '../http/route.js'
import { serveImage } from '../images/images.js'

export type WalletRoutesOptions = {
  readonly wallets: readonly WalletListing[]
  readonly imagesFolder: string | undefined
}

/** Serves the wallet list and the images of wallets, networks, tokens and currencies. [S7.27] */
export function createWalletRoutes({ wallets, imagesFolder }: WalletRoutesOptions): readonly Route[] {
  const names = new Map(wallets.flatMap(({ id, image_id, name }) => [[image_id ?? id, name] as const]))
  return [
    createRoute(listWallets, ({ query }) => queryWallets(wallets, query), { parseQuery: parseWalletQuery }),
    createRoute(getWalletImage, ({ path: { id: name = '' } }) =>
      serveImage(imagesFolder, { kind: 'wallets', name, title: names.get(name) }),
    ),
    createRoute(getAssetImage, ({ path: { id: name = '' } }) => serveImage(imagesFolder, { kind: 'assets', name })),
    createRoute(getTokenImage, ({ path: { symbol: name = '' } }) => {
      if (!/^[\w.$-]{1,20}$/.test(name))
        throw new GatewayError('Invalid token symbol.', { status: 400, code: 'BAD_REQUEST' })
      return serveImage(imagesFolder, { kind: 'tokens', name: name.toLowerCase(), title: name })
    }),
    createRoute(getCurrencyImage, ({ path: { code: name = '' } }) => {
      if (!/^[a-z]{3}$/i.test(name))
        throw new GatewayError('Invalid currency code (ISO 4217).', { status: 400, code: 'BAD_REQUEST' })
      return serveImage(imagesFolder, { kind: 'currencies', name: name.toLowerCase(), title: name })
    }),
  ]
}

/** Parses the query of the wallet list. Empty fields count as missing. Throws 400 with every invalid field. */
export function parseWalletQuery(params: URLSearchParams): WalletQuery {
  const fields = Object.fromEntries(
    Object.keys(listWallets.query.shape).flatMap((name) => {
      const value = params.get(name)?.trim()
      return value ? [[name, value]] : []
    }),
  )
  const { success, data, error } = listWallets.query.safeParse(fields)
  if (success) return data
  const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new GatewayError(problems.join('; ').slice(0, 1_000), { status: 400, code: 'BAD_REQUEST' })
}

/**
 * Reads the wallets of a JSON file, an array or `{ "data": […] }`. Default: the list that Latchkey includes. Sorted by `order`, each
 * with an image id. Invalid and duplicate rows are dropped and counted. Throws if the file has another shape.
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
  if (!Array.isArray(rows)) throw new Error(`${file} is neither an array of wallets nor { "data": […] }.`)
  return rows
}
