import { describe, expect, it } from 'vitest'
import { createTranslate, toErrorKeys } from './translate.js'

describe('createTranslate', () => {
  it('fills in parameters and leaves unknown ones', () => {
    const t = createTranslate()
    expect(t('connectingTitle', { wallet: 'Firefly' })).toBe('Open Firefly to continue')
    expect(t('connectingTitle')).toBe('Open {wallet} to continue')
  })

  it("puts the app's words over ours", () => {
    const t = createTranslate({ close: 'Schließen' })
    expect(t('close')).toBe('Schließen')
    expect(t('back')).toBe('Back')
  })
})

describe('toErrorKeys', () => {
  it('has the words of the catalogue', () => {
    const t = createTranslate()
    expect(t(toErrorKeys('CONNECTION_REJECTED').title)).toBe('Connection rejected')
    expect(t(toErrorKeys('CONNECTOR_FAILED').title)).toBe('Failed to connect')
    expect(t(toErrorKeys('DISCONNECT_FAILED').title)).toBe('Failed to disconnect')
    expect(t(toErrorKeys('CHAIN_NOT_SUPPORTED').title)).toBe('Chain is not supported')
    expect(t(toErrorKeys('MODAL_CLOSED').title)).toBe('Modal closed')
    expect(t(toErrorKeys('BALANCE_UNAVAILABLE').title)).toBe('Token Balance Unavailable')
  })

  it('says something true for a code without words', () => {
    expect(toErrorKeys('LIMIT_EXCEEDED')).toEqual({ title: 'CONNECTOR_FAILED', help: 'nothingChanged' })
  })
})
