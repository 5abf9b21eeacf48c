import type { WalletListing } from '../controllers/wallets/state.js'

/** A query of a wallet list. [S7.27] */
export type WalletQuery = {
  /** Page number, from 1. */
  readonly page: number
  /** Wallets per page. */
  readonly entries: number
  /** Limits the result to these wallets, by id or reverse domain name. */
  readonly include?: readonly string[] | undefined
  /** Excludes these ids. */
  readonly exclude?: readonly string[] | undefined
  /** CAIP-2 ids: limits the result to wallets in at least one of their namespaces. */
  readonly chains?: readonly string[] | undefined
  /** Part of a name. */
  readonly search?: string | undefined
  readonly badge_type?: 'certified' | undefined
}

export type WalletReply = {
  readonly data: readonly WalletListing[]
  /** Number of wallets on all pages. */
  readonly count: number
}

/**
 * Applies a query to a list, keeping its order. In a search, names that start with the text come first, then names with
 * a word that does. Wallets without known chains are always included. A wallet with one chain of a namespace matches
 * the whole namespace, as wallets keep adding chains.
 */
export function queryWallets(wallets: readonly WalletListing[], query: WalletQuery): WalletReply {
  const { page, entries, badge_type } = query
  const included = query.include && new Set(query.include)
  const excluded = query.exclude && new Set(query.exclude)
  const namespaces = query.chains && [...new Set(query.chains.map((chain) => chain.slice(0, chain.indexOf(':') + 1)))]
  const kept = wallets.filter(
    ({ id, rdns, chains, badge_type: badge }) =>
      (!included || included.has(id) || (rdns !== undefined && included.has(rdns))) &&
      !excluded?.has(id) &&
      (!badge_type || badge === badge_type) &&
      (!namespaces || !chains || chains.some((chain) => namespaces.some((namespace) => chain.startsWith(namespace)))),
  )
  const found = query.search ? findByName(kept, query.search) : kept
  return { data: found.slice((page - 1) * entries, page * entries), count: found.length }
}

/** Returns matches, best first; equal matches keep their order. */
function findByName(wallets: readonly WalletListing[], search: string): readonly WalletListing[] {
  const text = fold(search.trim())
  const ranks: readonly [WalletListing[], WalletListing[], WalletListing[]] = [[], [], []]
  for (const wallet of wallets) {
    const lower = wallet.name.toLowerCase()
    // normalizing is slow, and most names are ASCII
    const name = lower.includes(text) || isAscii(lower) ? lower : fold(wallet.name)
    const at = name.indexOf(text)
    if (at === 0) ranks[0].push(wallet)
    else if (at > 0) ranks[name.includes(` ${text}`) ? 1 : 2].push(wallet)
  }
  return ranks.flat()
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  return /^[\x00-\x7f]*$/.test(text)
}

/** Removes case and accents, so that names are found however they are typed. */
function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
}
