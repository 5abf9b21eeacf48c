import type { PairingCode, WalletLink, WalletListing, WalletOption } from '@latchkey/core'
import { noteWalletLink, readHost, toWalletLinks } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { CopyLink } from '../../primitives/CopyLink.js'
import { AppLinkButton } from '../../primitives/OpenWallet.js'
import { WalletTile } from '../../primitives/Row.js'
import { pairingTexts } from './messages.js'
import { type Opening, useOpening } from './useOpening.js'

type PhoneTexts = { readonly [part in 'title' | 'text' | 'open']: keyof typeof pairingTexts | 'phoneOpen' }

type MobilePanelProps = {
  /** From the list; absent for any wallet. */
  readonly wallet: WalletListing | undefined
  /** The code of the running pairing: every tap uses the same one. */
  readonly code: PairingCode | undefined
  /** Shows the code for another phone. */
  readonly onQr?: (() => void) | undefined
}

/** Opens a wallet app on the same phone; if it does not open, offers the next link. */
export function MobilePanel({ wallet, code, onQr }: MobilePanelProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(pairingTexts)
  const name = wallet?.name ?? t('phoneAnyWallet')
  const links = toAppLinks(toWalletLinks({ wallet, uri: code?.uri, host: readHost(modal.env.window()) }))
  const { opening, onTap } = useOpening(links.length)
  const words = toPhoneTexts({
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
  const toLink = (way: number, text: PhoneTexts['open'], isPrimary: boolean): ReactElement => (
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
      {/* one element for all states, so that changes are announced */}
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

type PhoneSituation = {
  readonly opening: Opening
  /** Whether it is a wallet of the list; else any wallet. */
  readonly hasWallet: boolean
  readonly hasCode: boolean
  /** Number of links to an app in this view. */
  readonly ways: number
}

/** The texts for opening a wallet app. */
export function toPhoneTexts({ opening: { status }, hasWallet, hasCode, ways }: PhoneSituation): PhoneTexts {
  const open = hasWallet ? 'phoneOpen' : 'phoneChoose'
  if (!hasCode) return { title: 'phoneTitle', text: 'phonePreparing', open }
  if (ways === 0) return { title: 'phoneByHand', text: 'phoneByHandText', open }
  if (status === 'failed') return { title: 'phoneFailed', text: 'phoneFailedText', open }
  if (status === 'opened')
    return { title: 'phoneOpened', text: 'phoneOpenedText', open: hasWallet ? 'phoneOpenAgain' : open }
  return { title: hasWallet ? 'phoneTitle' : 'phoneChoose', text: hasWallet ? 'phoneText' : 'phoneChooseText', open }
}

function toAppLinks(ways: readonly WalletOption[]): readonly WalletLink[] {
  return ways.flatMap((way) => (way.kind === 'universal' || way.kind === 'scheme' ? [way] : []))
}
