import type { WalletListing } from '@latchkey/core'
import { parseWebLink } from '@latchkey/core/internal'

/** Fields of a listing that say where to get the wallet. */
export type StoreName = 'chrome_store' | 'app_store' | 'play_store' | 'homepage'

export type Store = { readonly name: StoreName; readonly href: string }

const onDesktop: readonly StoreName[] = ['chrome_store', 'app_store', 'play_store', 'homepage']

/** Where a wallet can be had from what kind of device, the likeliest first; addresses that are not safe are left out. */
export function getStores(wallet: WalletListing, system: 'ios' | 'android' | 'other'): readonly Store[] {
  const names: readonly StoreName[] =
    system === 'other'
      ? onDesktop
      : system === 'ios'
        ? ['app_store', 'play_store', 'homepage']
        : ['play_store', 'app_store', 'homepage']
  return names.flatMap((name): readonly Store[] => {
    const href = parseWebLink(wallet[name])
    return href ? [{ name, href }] : []
  })
}
