import type { WalletListing } from '@latchkey/core'

/** Where a wallet is reached. */
export type Platform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

export type PlatformsRequest = {
  /** Absent where any wallet will do. */
  readonly wallet: WalletListing | undefined
  /** The same wallet is in this browser. */
  readonly isInstalled: boolean
  readonly isPhone: boolean
  /** Safe links that lead from here to the wallet. */
  readonly links: { readonly web: boolean; readonly desktop: boolean }
}

/** The ways to one wallet from where the page runs, the best first; never none. */
export function toPlatforms({ wallet, isInstalled, isPhone, links }: PlatformsRequest): readonly Platform[] {
  const scans = !wallet || canScan(wallet)
  const platforms: readonly (Platform | false)[] = isPhone
    ? [isInstalled && 'browser', wallet !== undefined && scans && 'mobile', scans && 'qrcode', links.web && 'web']
    : [isInstalled && 'browser', scans && 'qrcode', links.web && 'web', links.desktop && 'desktop']
  const found = platforms.filter((platform) => platform !== false)
  return found.length > 0 ? found : ['unsupported']
}

/** A wallet of which only an extension is known takes no codes. */
function canScan(wallet: WalletListing): boolean {
  const { mobile_link, link_mode, app_store, play_store, webapp_link, desktop_link, chrome_store, rdns } = wallet
  if (mobile_link || link_mode || app_store || play_store) return true
  return !(webapp_link || desktop_link || chrome_store || rdns)
}
