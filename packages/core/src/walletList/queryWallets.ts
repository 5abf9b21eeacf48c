import type { WalletListing } from '../controllers/wallets/state.js'

/** What is asked of a list of wallets. [S7.27] */
export type WalletQuery = {
  /** From 1. */
  readonly page: number
  /** Rows of a page. */
  readonly entries: number
  /** Only these ids. */
  readonly include?: readonly string[] | undefined
  /** None of these ids. */
  readonly exclude?: readonly string[] | undefined
  /** CAIP-2 ids: wallets of at least one of their chain families. */
  readonly chains?: readonly string[] | undefined
  /** Part of a name. */
  readonly search?: string | undefined
  readonly badge_type?: 'certified' | undefined
}

export type WalletReply = {
  readonly data: readonly WalletListing[]
  /** How many there are on all pages. */
  readonly count: number
}

/**
 * Answers from rows that are at hand, in their order. Of a search those come first whose name begins with it, then those
 * with a word that does. A wallet of which no chains are known may have any: it is kept. One that has a chain of a family
 * counts for all of it, as wallets learn of further ones.
 */
export function queryWallets(wallets: readonly WalletListing[], query: WalletQuery): WalletReply {
  const { page, entries, badge_type } = query
  const included = query.include && new Set(query.include)
  const excluded = query.exclude && new Set(query.exclude)
  const families = query.chains && [...new Set(query.chains.map((chain) => chain.slice(0, chain.indexOf(':') + 1)))]
  const kept = wallets.filter(
    ({ id, chains, badge_type: badge }) =>
      (!included || included.has(id)) &&
      !excluded?.has(id) &&
      (!badge_type || badge === badge_type) &&
      (!families || !chains || chains.some((chain) => families.some((family) => chain.startsWith(family)))),
  )
  const found = query.search ? findByName(kept, query.search) : kept
  return { data: found.slice((page - 1) * entries, page * entries), count: found.length }
}

/** Best first; those that fit equally well keep their order. */
function findByName(wallets: readonly WalletListing[], search: string): readonly WalletListing[] {
  const text = fold(search.trim())
  const ranks: readonly [WalletListing[], WalletListing[], WalletListing[]] = [[], [], []]
  for (const wallet of wallets) {
    const lower = wallet.name.toLowerCase()
    // normalising is slow, and most names are plain
    const name = lower.includes(text) || isPlain(lower) ? lower : fold(wallet.name)
    const at = name.indexOf(text)
    if (at === 0) ranks[0].push(wallet)
    else if (at > 0) ranks[name.includes(` ${text}`) ? 1 : 2].push(wallet)
  }
  return ranks.flat()
}

function isPlain(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  return /^[\x00-\x7f]*$/.test(text)
}

/** Without case and accents, so that each is found however it is typed. */
function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
}
