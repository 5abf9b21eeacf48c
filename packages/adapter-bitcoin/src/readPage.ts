import { isRecord, toWalletIcon, toWalletName } from '@latchkey/core'
import type { FoundWallet, Shape } from './foundWallet.js'

/** Objects that wallets put on the page: where, their name, and the method that each has. */
const known: readonly (readonly [path: string, name: string, shape: Shape, method: string])[] = [
  ['XverseProviders.BitcoinProvider', 'Xverse Wallet', 'request', 'request'],
  ['LeatherProvider', 'Leather', 'leather', 'request'],
  ['okxwallet.bitcoin', 'OKX Wallet', 'okx', 'connect'],
  ['unisat', 'UniSat Wallet', 'unisat', 'requestAccounts'],
]

/**
 * The wallets of a page that do not announce themselves: those of the registry `window.btc_providers` (WBIP 4), then the
 * objects that are known by their place. `most` of the registry are read.
 */
export function readPage(page: object, most: number): readonly FoundWallet[] {
  const entries = attempt(() => {
    const list = (page as { readonly btc_providers?: unknown }).btc_providers
    return Array.isArray(list)
      ? Array.from({ length: Math.min(list.length, most) }, (_, index) => () => list[index])
      : []
  })
  return [
    ...(entries ?? []).map((read) => attempt(() => readEntry(page, read()))),
    ...known.map(([path, name]) => attempt(() => find(page, { path, name, rank: 2 }))),
  ].filter((found) => found !== null)
}

function readEntry(page: object, entry: unknown): FoundWallet | null {
  if (!isRecord(entry)) return null
  const { id, name, icon, methods } = entry
  if (typeof id !== 'string' || !/^[\w$]{1,64}(\.[\w$]{1,64}){0,4}$/.test(id)) return null
  const names = Array.isArray(methods) ? methods.slice(0, most) : undefined
  return find(page, { path: id, name: toWalletName(name), icon: toWalletIcon(icon), names, rank: 1 })
}

/** Methods of a wallet that are looked at. */
const most = 200

type Wanted = Pick<FoundWallet, 'name' | 'rank'> & {
  readonly path: string
  readonly icon?: string | undefined
  /** Methods that the wallet claims to have; it has the usual ones where it does not say. */
  readonly names?: readonly unknown[] | undefined
}

function find(page: object, { path, name, icon, names, rank }: Wanted): FoundWallet | null {
  const [, , shape, method] = known.find(([place]) => place === path) ?? ['', '', 'request' as const, 'request']
  const target = path.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], page)
  const methods = target as Readonly<Record<string, unknown>>
  if (!name || typeof methods[method] !== 'function') return null
  const has = (verb: string): boolean => names?.includes(verb) ?? true
  const can = {
    message: has('signMessage'),
    psbt: has('signPsbt'),
    network:
      shape === 'okx' ||
      typeof methods['switchChain'] === 'function' ||
      (names?.includes('wallet_changeNetwork') ?? path === known[0]?.[0]),
  }
  return { shape, name, icon, target: methods, rank, can }
}

function attempt<value>(read: () => value): value | null {
  try {
    return read()
  } catch {
    return null // not there, or a getter of another script that throws
  }
}
