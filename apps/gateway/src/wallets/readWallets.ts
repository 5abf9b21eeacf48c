import { readFile } from 'node:fs/promises'
import { createWalletList, parseWalletListing, type WalletListing } from '@latchkey/core/walletList'

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
