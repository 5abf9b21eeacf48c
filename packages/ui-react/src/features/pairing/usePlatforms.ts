import type { ConnectorMeta, ModalState, Namespace, PairingCode, WalletLink, WalletListing } from '@latchkey/core'
import { getInstalled, isPhone, readHost, toWalletLinks } from '@latchkey/core/internal'
import { useCallback, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../hooks/useShell.js'

type Platforms = {
  readonly all: readonly Platform[]
  readonly selected: Platform
  readonly select: (platform: Platform) => void
  /** The same wallet in this browser. */
  readonly installed: ConnectorMeta | undefined
  /** The link that opens a web or desktop wallet with this code. */
  readonly toLink: (kind: 'web' | 'desktop', code: PairingCode | undefined) => WalletLink | undefined
}

/** The platforms on which a wallet can be reached, and the selected one. Default: the best. */
export function usePlatforms(wallet: WalletListing | undefined, namespace: Namespace | undefined): Platforms {
  const { modal } = useShell()
  const select = useCallback(
    (state: ModalState): ConnectorMeta | undefined => wallet && getInstalled(state, wallet, namespace),
    [wallet, namespace],
  )
  const installed = useModalState(select)
  const [chosen, setChosen] = useState<Platform>()

  const window = modal.env.window()
  const toLinks = (uri?: string | undefined): readonly WalletLink[] =>
    toWalletLinks({ wallet, uri, host: readHost(window) }).flatMap((way) => ('href' in way ? [way] : []))
  const kinds = toLinks().map(({ kind }) => kind)
  const all = toPlatforms({
    wallet,
    isInstalled: installed !== undefined,
    isPhone: isPhone(window),
    links: { web: kinds.includes('web'), desktop: kinds.includes('desktop') },
  })
  return {
    all,
    selected: chosen && all.includes(chosen) ? chosen : (all[0] ?? 'qrcode'),
    select: setChosen,
    installed,
    toLink: (wanted, code) => (code ? toLinks(code.uri).find(({ kind }) => kind === wanted) : undefined),
  }
}

/** A platform on which a wallet is reached. */
type Platform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

export type PlatformsRequest = {
  /** Absent for any wallet. */
  readonly wallet: WalletListing | undefined
  /** The same wallet is in this browser. */
  readonly isInstalled: boolean
  readonly isPhone: boolean
  /** Safe links that lead from here to the wallet. */
  readonly links: { readonly web: boolean; readonly desktop: boolean }
}

/** The platforms on which a wallet can be reached from this device, the best first; at least one. */
export function toPlatforms({ wallet, isInstalled, isPhone, links }: PlatformsRequest): readonly Platform[] {
  const scans = !wallet || canScan(wallet)
  const platforms: readonly (Platform | false)[] = isPhone
    ? [isInstalled && 'browser', wallet !== undefined && scans && 'mobile', scans && 'qrcode', links.web && 'web']
    : [isInstalled && 'browser', scans && 'qrcode', links.web && 'web', links.desktop && 'desktop']
  const found = platforms.filter((platform) => platform !== false)
  return found.length > 0 ? found : ['unsupported']
}

/** A wallet that only has an extension cannot scan codes. */
function canScan(wallet: WalletListing): boolean {
  const { mobile_link, link_mode, app_store, play_store, webapp_link, desktop_link, chrome_store, rdns } = wallet
  if (mobile_link || link_mode || app_store || play_store) return true
  return !(webapp_link || desktop_link || chrome_store || rdns)
}
