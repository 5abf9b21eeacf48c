import { describe, expect, it } from 'vitest'
import { accountTexts } from './messages/account.js'
import { approveTexts } from './messages/approve.js'
import { buttonTexts } from './messages/buttons.js'
import { chainTexts } from './messages/chains.js'
import { downloadTexts } from './messages/downloads.js'
import { emailTexts } from './messages/email.js'
import { en } from './messages/en.js'
import { getWalletTexts } from './messages/getWallet.js'
import { networkTexts } from './messages/networks.js'
import { pairingTexts } from './messages/pairing.js'
import { phoneTexts } from './messages/phone.js'
import { signInTexts } from './messages/signIn.js'
import { waitingTexts } from './messages/waiting.js'
import { walletListTexts } from './messages/walletList.js'
import { walletTexts } from './messages/wallets.js'
import { walletWaysTexts } from './messages/walletWays.js'
import { whatIsAWalletTexts } from './messages/whatIsAWallet.js'
import { toHelpKey } from './toHelpKey.js'
import { createTranslate, toErrorKey } from './translate.js'

describe('createTranslate', () => {
  it('fills in parameters and leaves unknown ones', () => {
    const t = createTranslate({}, waitingTexts)
    expect(t('connectingTitle', { wallet: 'Firefly' })).toBe('Open Firefly to continue')
    expect(t('connectingTitle')).toBe('Open {wallet} to continue')
  })

  it("puts the app's words over ours, also over those that come with a view", () => {
    const t = createTranslate({ close: 'Schließen', walletAdd: 'Wallet hinzufügen' }, walletTexts)
    expect(t('close')).toBe('Schließen')
    expect(t('walletAdd')).toBe('Wallet hinzufügen')
    expect(t('walletSwitch')).toBe('Switch')
    expect(t('back')).toBe('Back')
  })

  it('has each text once, so that no part changes the words of another', () => {
    const parts = [
      ...[buttonTexts, en, waitingTexts, accountTexts, networkTexts, chainTexts, walletTexts],
      ...[pairingTexts, walletWaysTexts, phoneTexts, walletListTexts, getWalletTexts, downloadTexts],
      ...[whatIsAWalletTexts, signInTexts, emailTexts, approveTexts],
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
