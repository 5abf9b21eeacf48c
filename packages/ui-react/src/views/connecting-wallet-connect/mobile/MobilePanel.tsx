import type { PairingCode, WalletLink, WalletListing, WalletWay } from '@latchkey/core'
import { noteWalletLink, readHost, toWalletLinks } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { pairingTexts } from '../../../i18n/messages/pairing.js'
import { phoneTexts } from '../../../i18n/messages/phone.js'
import { useTexts } from '../../../i18n/useTexts.js'
import { CopyLink } from '../../../primitives/CopyLink/CopyLink.js'
import { WalletTile } from '../../../primitives/WalletTile/WalletTile.js'
import { useShell } from '../../../router/ShellContext.js'
import { AppLinkButton } from './AppLinkButton.js'
import { type PhoneWords, toPhoneWords } from './toPhoneWords.js'
import { useOpening } from './useOpening.js'

export type MobilePanelProps = {
  /** Of the list; absent where any wallet will do. */
  readonly wallet: WalletListing | undefined
  /** The code of the pairing that runs: every tap uses the same one. */
  readonly code: PairingCode | undefined
  /** Shows the code for another phone. */
  readonly onQr?: (() => void) | undefined
}

const texts = { ...pairingTexts, ...phoneTexts } as const

/** Leads to a wallet on the same phone, notices where it does not open, and offers the next way. */
export function MobilePanel({ wallet, code, onQr }: MobilePanelProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(texts)
  const name = wallet?.name ?? t('phoneAnyWallet')
  const links = toAppLinks(toWalletLinks({ wallet, uri: code?.uri, host: readHost(modal.env.window()) }))
  const { opening, onTap } = useOpening(links.length)
  const words = toPhoneWords({
    opening,
    hasWallet: wallet !== undefined,
    hasCode: code !== undefined,
    ways: links.length,
  })
  const hasTried = opening.status === 'opened' || opening.status === 'failed'
  const follow = (way: number): void => {
    if (wallet) noteWalletLink(modal, wallet)
    onTap(way)
  }
  const toLink = (way: number, text: PhoneWords['open'], isPrimary: boolean): ReactElement => (
    <AppLinkButton
      text={t(text, { wallet: name })}
      link={code && links[way]}
      expiresAt={code?.expiresAt}
      isPrimary={isPrimary}
      onTap={() => follow(way)}
    />
  )
  const nextWay = links.length > 1 ? (opening.way + 1) % links.length : undefined
  return (
    <div className="pairing">
      {/* one element for all that happens, so that a change of its words is announced */}
      <div className="intro" role="status" data-bad={opening.status === 'failed' || undefined}>
        <WalletTile wallet={wallet} name={name} />
        <h3>{t(words.title, { wallet: name })}</h3>
        <p className="muted">{t(words.text, { wallet: name })}</p>
      </div>
      {(links.length > 0 || !code) && toLink(opening.way, words.open, true)}
      {hasTried && nextWay !== undefined && toLink(nextWay, 'phoneOtherWay', false)}
      <CopyLink uri={code?.uri} label={t('pairingLink')} />
      {opening.status === 'failed' && onQr && (
        <button className="btn" part="button" type="button" onClick={onQr}>
          {t('phoneQr')}
        </button>
      )}
    </div>
  )
}

function toAppLinks(ways: readonly WalletWay[]): readonly WalletLink[] {
  return ways.flatMap((way) => (way.kind === 'universal' || way.kind === 'scheme' ? [way] : []))
}
