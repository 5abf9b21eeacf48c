import { toWalletIcon, toWalletName } from '@latchkey/core'
import type { FoundWallet, Shape } from './foundWallet.js'

type Entry = { readonly id: string; readonly name: unknown; readonly icon?: unknown; readonly methods?: unknown }

/** Objects that wallets put on the page: how each is spoken to, its name, and a method by which it is known. */
const known: { readonly [id: string]: readonly [shape: Shape, name: string, method: string] } = {
  'XverseProviders.BitcoinProvider': ['request', 'Xverse Wallet', 'request'],
  LeatherProvider: ['leather', 'Leather', 'request'],
  'okxwallet.bitcoin': ['okx', 'OKX Wallet', 'connect'],
  unisat: ['unisat', 'UniSat Wallet', 'requestAccounts'],
}

/**
 * The wallets of a page that do not announce themselves: those of the registry `window.btc_providers` (WBIP 4), then the
 * objects that are known by their place. `most` of the registry are read, each field once.
 */
export function readPage(page: object, most: number): readonly FoundWallet[] {
  const found: FoundWallet[] = []
  const read = (rank: 1 | 2, getEntry: () => unknown): void => {
    try {
      found.push(toFound(page, rank, getEntry() as Entry))
    } catch {
      // not there, not what it should be, or a getter of another script that throws
    }
  }
  // asked for anew each time, so that a getter that throws is caught with the rest
  for (let index = 0; index < most; index++)
    read(1, () => (page as { readonly btc_providers: readonly unknown[] }).btc_providers[index])
  for (const [id, [, name]] of Object.entries(known)) read(2, () => ({ id, name }))
  return found
}

/** Throws for what is no wallet. */
function toFound(page: object, rank: 1 | 2, { id, name: claim, icon, methods }: Entry): FoundWallet {
  const name = toWalletName(claim)
  const [shape, , method] = (Object.hasOwn(known, id) && known[id]) || (['request', '', 'request'] as const)
  const parts = id.split('.', 5)
  const target = parts.reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], page) as Record<
    string,
    unknown
  >
  if (!name || typeof target[method] !== 'function') throw new TypeError('No wallet.')
  const canSwitch =
    shape === 'okx' ||
    typeof target['switchChain'] === 'function' ||
    (Array.isArray(methods) ? methods.slice(0, 200).includes('wallet_changeNetwork') : id.startsWith('Xverse'))
  return { shape, name, icon: toWalletIcon(icon), target, rank, can: { message: true, psbt: true, network: canSwitch } }
}
