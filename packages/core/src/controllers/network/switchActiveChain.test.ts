import { expect, test } from 'vitest'
import { createMultiWorld } from '../../testing/createMultiWorld.js'
import { solana } from '../../testing/networks.js'
import { connect } from '../connection/connect.js'
import { getRoute, open } from '../shell/router.js'
import { startSwitch, switchActiveChain } from './switch.js'

const params = { caipNetworkId: solana.caipNetworkId, navigateTo: 'Connect', navigateWithReplace: true } as const

test('[S2.3] to leave for a family without a wallet the visitor is asked, and then comes to Connect in place of the question', async () => {
  const { modal } = createMultiWorld()
  await connect(modal, { connectorId: 'eip155.wallet0' })
  open(modal)
  await startSwitch(modal, solana)
  expect(getRoute(modal.getState())).toEqual({ view: 'SwitchActiveChain', params })
  expect(modal.getState().activeNamespace).toBe('eip155')
  await switchActiveChain(modal, params)
  expect(modal.getState().activeNamespace).toBe('solana')
  expect(modal.getState().router.stack.map(({ view }) => view)).toEqual(['Account', 'Connect'])
  expect(getRoute(modal.getState()).params).toEqual({ namespace: 'solana' })
})

test('a family with a wallet is switched to without a question', async () => {
  const { modal } = createMultiWorld()
  await connect(modal, { connectorId: 'solana.wallet0' })
  await connect(modal, { connectorId: 'eip155.wallet0' })
  open(modal)
  await startSwitch(modal, solana)
  expect(modal.getState().activeNamespace).toBe('solana')
})

test('while nothing is connected the choice is made at once', async () => {
  const { modal } = createMultiWorld()
  open(modal, { view: 'Networks' })
  await startSwitch(modal, solana)
  expect(modal.getState()).toMatchObject({ activeNamespace: 'solana', modal: { open: false } })
})
