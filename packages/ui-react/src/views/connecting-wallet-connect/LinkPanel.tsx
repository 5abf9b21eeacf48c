import type { ReactElement } from 'react'
import { pairingTexts } from '../../i18n/messages/pairing.js'
import { walletWaysTexts } from '../../i18n/messages/walletWays.js'
import { useTexts } from '../../i18n/useTexts.js'
import { CopyLink } from '../../primitives/CopyLink/CopyLink.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { IntroPanel } from './IntroPanel.js'
import type { PairedWallet } from './useAnyWallet.js'

export type LinkPanelProps = {
  readonly kind: 'web' | 'desktop'
  readonly paired: PairedWallet
  /** Safe to follow, with the code in it; absent while there is none. */
  readonly link: { readonly href: string; readonly target: string } | undefined
  readonly uri: string | undefined
}

const texts = { ...pairingTexts, ...walletWaysTexts } as const

/** Leads to a wallet that is a page, or a program of this computer. */
export function LinkPanel({ kind, paired, link, uri }: LinkPanelProps): ReactElement {
  const t = useTexts(texts)
  const wallet = paired.name
  const label = t('openWallet', { wallet })
  return (
    <IntroPanel
      paired={paired}
      title={t(kind === 'web' ? 'webTitle' : 'desktopTitle', { wallet })}
      text={t('linkText')}
    >
      {link ? (
        <a
          className="btn"
          part="button primary"
          data-kind="primary"
          href={link.href}
          target={link.target}
          rel="noopener noreferrer"
        >
          {label}
          <Icon name="external" flip />
        </a>
      ) : (
        <button className="btn" part="button primary" data-kind="primary" type="button" disabled>
          {label}
        </button>
      )}
      <CopyLink uri={uri} label={t('pairingLink')} />
    </IntroPanel>
  )
}
