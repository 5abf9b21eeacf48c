// @vitest-environment happy-dom
import type { ModalState, NamespaceState } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers/connection'
import { beforeAll, expect, it, test } from 'vitest'
import { createFakeWorld } from '../testing/createFakeWorld.js'
import { getShownBalance } from './shownAccount.js'

let connected: ModalState
beforeAll(async () => {
  const { modal } = createFakeWorld()
  await connect(modal, { connectorId: 'eip155.Firefly' })
  connected = modal.getState()
})

function withBalance(balance: NamespaceState['balance'], locale?: string): ModalState {
  const entry = connected.namespaces['eip155'] as NamespaceState
  return { ...connected, locale, namespaces: { eip155: { ...entry, balance } } }
}
const ether = { balance: '1204.5678', symbol: 'ETH' }

it.each([
  ['1204.5678', 'en', '1,204.567 ETH'],
  ['1204.5678', 'de', '1.204,567 ETH'],
  ['0.0009', 'en', '0.000 ETH'],
  ['12345678901234567890.9999', 'en', '12,345,678,901,234,567,890.999 ETH'],
])('shows %s in locale %s as %s, rounded down', (balance, locale, text) => {
  const state = withBalance({ status: 'ready', last: { balance, symbol: 'ETH' } }, locale)
  expect(getShownBalance(state)).toEqual({ text, image: undefined })
})

test('a token is shown in place of the native currency, with its image', () => {
  const token = { balance: '1000', symbol: 'USDC', image: '/usdc.svg' }
  const state = withBalance({ status: 'ready', last: { ...ether, token } })
  expect(getShownBalance(state)).toEqual({ text: '1,000.000 USDC', image: '/usdc.svg' })
})

test('a loading balance shows the last value or a placeholder; an idle or failed one without a value shows nothing', () => {
  expect(getShownBalance(withBalance({ status: 'loading' }))).toEqual({ text: undefined, image: undefined })
  expect(getShownBalance(withBalance({ status: 'loading', last: ether }))?.text).toBe('1,204.567 ETH')
  expect(getShownBalance(withBalance({ status: 'failed' }))).toBeUndefined()
  expect(getShownBalance(withBalance({ status: 'idle' }))).toBeUndefined()
})
