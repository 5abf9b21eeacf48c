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
import { buttonTexts } from './messages/buttons.js'
import { transferTexts } from './messages/shared.js'
import { noticeTexts, shellTexts, waitingTexts } from './messages/shell.js'
import { createTranslate, toErrorKey } from './translate.js'

describe('createTranslate', () => {
  it('fills in parameters and leaves unknown ones', () => {
    const t = createTranslate({}, waitingTexts)
    expect(t('connectingTitle', { wallet: 'Firefly' })).toBe('Open Firefly to continue')
    expect(t('connectingTitle')).toBe('Open {wallet} to continue')
  })

  it("puts the app's words over ours, also over those that come with a view", () => {
    const t = createTranslate({ close: 'Schließen', walletAdd: 'Wallet hinzufügen' }, accountTexts)
    expect(t('close')).toBe('Schließen')
    expect(t('walletAdd')).toBe('Wallet hinzufügen')
    expect(t('walletSwitch')).toBe('Switch')
    expect(t('back')).toBe('Back')
  })

  it('has each text once, so that no part changes the words of another', () => {
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

describe('the words of errors', () => {
  const t = createTranslate({}, waitingTexts)

  it('are those of the catalogue', () => {
    expect(t(toErrorKey('CONNECTION_REJECTED'))).toBe('Connection rejected')
    expect(t(toErrorKey('CONNECTOR_FAILED'))).toBe('Failed to connect')
    expect(t(toErrorKey('DISCONNECT_FAILED'))).toBe('Failed to disconnect')
    expect(t(toErrorKey('CHAIN_NOT_SUPPORTED'))).toBe('Chain is not supported')
    expect(t(toErrorKey('MODAL_CLOSED'))).toBe('Modal closed')
    expect(t(toErrorKey('CONNECTOR_NOT_FOUND'), { id: 'a.b' })).toBe('No connector found for connection: a.b')
    expect(t(toErrorKey('INVALID_CONNECTION_STATUS'), { status: 'connecting' })).toBe(
      'Invalid connection status: connecting',
    )
  })

  it('of pairing and of the wallet list are those of the catalogue', () => {
    expect(t(toErrorKey('CHAINS_NOT_SUPPORTED'))).toBe('The connector does not support any of the requested chains')
    expect(t(toErrorKey('NO_WALLETCONNECT'))).toBe('WalletConnectConnector not found')
    expect(t(toErrorKey('PAIRING_EXPIRED'))).toBe('Proposal expired')
    expect(t(toErrorKey('SESSION_EXPIRED'))).toBe('Session Expired')
    expect(t(toErrorKey('RATE_LIMITED'))).toBe('Rate Limited')
    expect(t(toErrorKey('SERVER_ERROR'))).toBe('Server Error')
  })

  it('say something true for a code without words', () => {
    expect(toErrorKey('LIMIT_EXCEEDED')).toBe('unknownError')
    expect(toHelpKey('LIMIT_EXCEEDED')).toBe('nothingChanged')
  })
})
