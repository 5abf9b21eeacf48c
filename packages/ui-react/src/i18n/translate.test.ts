import { describe, expect, it } from 'vitest'
import { accountTexts } from '../features/account/messages.js'
import { activityTexts } from '../features/activity/messages.js'
import { approveTexts } from '../features/approval/messages.js'
import { helpTexts } from '../features/connect/messages.js'
import { connectTexts } from '../features/connecting/messages.js'
import { emailTexts } from '../features/login/messages.js'
import { nameTexts } from '../features/names/messages.js'
import { networkTexts } from '../features/network/messages.js'
import { onrampTexts } from '../features/onramp/messages.js'
import { pairingTexts } from '../features/pairing/messages.js'
import { payTexts } from '../features/pay/messages.js'
import { receiveTexts } from '../features/receive/messages.js'
import { sendTexts } from '../features/send/messages.js'
import { settingsTexts } from '../features/settings/messages.js'
import { signInTexts } from '../features/sign-in/messages.js'
import { swapTexts } from '../features/swap/messages.js'
import { walletsTexts } from '../features/wallets/messages.js'
import { toHelpKey } from './errorKeys.js'
import { ar } from './locales/ar.js'
import { buttonTexts } from './messages/buttons.js'
import type { Messages } from './messages/keys.js'
import { transferTexts } from './messages/shared.js'
import { noticeTexts, shellTexts, waitingTexts } from './messages/shell.js'
import { createTranslate, toErrorKey } from './translate.js'

describe('createTranslate', () => {
  it('fills in parameters and leaves unknown ones', () => {
    const t = createTranslate({}, waitingTexts)
    expect(t('connectingTitle', { wallet: 'Firefly' })).toBe('Open Firefly to continue')
    expect(t('connectingTitle')).toBe('Open {wallet} to continue')
  })

  it('chooses the plural form by the number, and formats the number', () => {
    const found = (count: number, locale?: string): string =>
      createTranslate({}, walletsTexts, locale)('listFound', { count })
    expect([found(0), found(1), found(2), found(1_234)]).toEqual([
      '0 wallets found',
      '1 wallet found',
      '2 wallets found',
      '1,234 wallets found',
    ])
    expect(found(1_234, 'de')).toBe('1.234 wallets found')
  })

  it('uses all six plural forms of Arabic, with Latin digits', () => {
    const t = createTranslate(ar, walletsTexts, 'ar')
    const found = [0, 1, 2, 3, 11, 100, 1_234].map((count) =>
      t('listFound', { count }).replaceAll(/[\u2068\u2069]/g, ''),
    )
    expect(found).toEqual([
      'لم يُعثر على أي محفظة',
      'عُثر على محفظة واحدة',
      'عُثر على محفظتين',
      'عُثر على 3 محافظ',
      'عُثر على 11 محفظة',
      'عُثر على 100 محفظة',
      'عُثر على 1,234 محفظة',
    ])
  })

  it("accepts the app's own plural forms, or one text for every number", () => {
    const t = (messages: Partial<Messages>) => createTranslate(messages, walletsTexts)
    expect(t({ listFound: { one: 'Just {count}', other: '{count}' } })('listFound', { count: 1 })).toBe('Just 1')
    expect(t({ listFound: { other: 'Found: {count}' } })('listFound', { count: 1 })).toBe('Found: 1')
    expect(t({ listFound: 'Found: {count}' })('listFound', { count: 1 })).toBe('Found: 1')
  })

  it('isolates parameters in right-to-left texts only', () => {
    const toText = (locale: string) =>
      createTranslate({}, waitingTexts, locale)('connectingTitle', { wallet: 'Firefly' })
    expect([toText('ar'), toText('de')]).toEqual(['Open \u2068Firefly\u2069 to continue', 'Open Firefly to continue'])
  })

  it("prefers the app's messages to the built-in texts, including those of a view", () => {
    const t = createTranslate({ close: 'Schließen', walletAdd: 'Wallet hinzufügen' }, accountTexts)
    expect(t('close')).toBe('Schließen')
    expect(t('walletAdd')).toBe('Wallet hinzufügen')
    expect(t('walletSwitch')).toBe('Switch')
    expect(t('back')).toBe('Back')
  })

  it('defines each key once, so that no part overrides a text of another', () => {
    const parts = [
      ...[buttonTexts, shellTexts, waitingTexts, noticeTexts, transferTexts],
      ...[accountTexts, activityTexts, approveTexts, connectTexts, emailTexts, nameTexts, networkTexts, onrampTexts],
      ...[
        pairingTexts,
        payTexts,
        receiveTexts,
        sendTexts,
        settingsTexts,
        signInTexts,
        swapTexts,
        walletsTexts,
        helpTexts,
      ],
    ]
    const keys = parts.flatMap((part) => Object.keys(part))
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })
})

describe('error texts', () => {
  const t = createTranslate({}, waitingTexts)

  it('match the catalogue', () => {
    expect(t(toErrorKey('CONNECTION_REJECTED'))).toBe('Connection rejected')
    expect(t(toErrorKey('CONNECTOR_FAILED'))).toBe('Failed to connect')
    expect(t(toErrorKey('DISCONNECT_FAILED'))).toBe('Failed to disconnect')
    expect(t(toErrorKey('MODAL_CLOSED'))).toBe('Modal closed')
    expect(t(toErrorKey('CONNECTOR_NOT_FOUND'), { id: 'a.b' })).toBe('No connector found for connection: a.b')
    expect(t(toErrorKey('INVALID_CONNECTION_STATUS'), { status: 'connecting' })).toBe(
      'Invalid connection status: connecting',
    )
  })

  it('are in plain language if the specification fixes only the error message', () => {
    expect(t(toErrorKey('CHAIN_NOT_SUPPORTED'))).toBe('Network not supported')
    expect(t(toErrorKey('CHAINS_NOT_SUPPORTED'))).toBe('No supported networks')
    expect(t(toErrorKey('NO_WALLETCONNECT'))).toBe("WalletConnect isn't available")
    expect(t(toErrorKey('PAIRING_EXPIRED'))).toBe('Connection request expired')
    expect(t(toErrorKey('SESSION_EXPIRED'))).toBe('Session expired')
    expect(t(toErrorKey('RATE_LIMITED'))).toBe('Too many requests')
    expect(t(toErrorKey('SERVER_ERROR'))).toBe('Server error')
  })

  it('fall back to the generic text for a code without its own', () => {
    expect(toErrorKey('LIMIT_EXCEEDED')).toBe('unknownError')
    expect(toHelpKey('LIMIT_EXCEEDED')).toBe('retryHelp')
  })
})
