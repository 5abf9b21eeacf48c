// @vitest-environment happy-dom
import type { PayRequest } from '@latchkey/core'
import { close, getRoute } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakePurse, type FakePurse, receiver, testHash } from '../../testing/createFakePurse.js'
import { testAddress } from '../../testing/fakeChain.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { PayView } from './PayView.js'

let purse: FakePurse
let view: RenderedView
let result: Promise<unknown>

async function begin(request: Partial<PayRequest> = {}, isConnected = true): Promise<void> {
  purse = await createFakePurse({ features: { pay: true }, isConnected })
  const asking = purse.modal.pay({ recipient: receiver, asset: 'eip155:1/slip44:60', amount: '0.5', ...request })
  result = asking.catch((cause: unknown) => cause)
  await vi.waitFor(() => expect(purse.modal.getState().modal.open).toBe(true))
  view = await renderView(purse.modal, <PayView />)
  await settled()
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

afterEach(() => {
  view.unmount()
  purse.modal.destroy()
})

const settled = (): Promise<void> => act(() => new Promise<void>((resolve) => setTimeout(resolve)))

const text = (): string => view.element.textContent ?? ''

const facts = (): readonly (string | null)[] =>
  [...view.element.querySelectorAll('dd')].map(({ textContent }) => textContent)

const press = async (name: string): Promise<void> => {
  await view.press(name)
  await settled()
}

it('shows the payment, sends it, and resolves for the app once the transaction is confirmed', async () => {
  await begin()
  expect(text()).toContain('0.5 ETH')
  expect(facts()).toEqual([testAddress, receiver, 'Testnet One', 'Up to 0.000021 ETH'])
  await press('Pay 0.5 ETH')
  expect(text()).toContain('Confirm in Purse')
  expect(purse.sendings).toMatchObject([{ transaction: { to: receiver, value: 500_000_000_000_000_000n } }])
  await act(async () => purse.sendings[0]?.open.resolve(testHash))
  await settled()
  expect(text()).toContain('Paying 0.5 ETH')
  expect(view.element.querySelector('a')?.href).toBe(`https://scan.example/tx/${testHash}`)
  await act(async () => purse.outcomes[0]?.resolve({ status: 'confirmed' }))
  expect(await result).toEqual({ hash: testHash, caipNetworkId: 'eip155:1' })
  await settled()
  expect(text()).toContain('0.5 ETH paid')
  await press('Done')
  expect(purse.modal.getState().modal.open).toBe(false)
})

it('offers the assets and networks that the app accepts', async () => {
  await begin({ asset: ['eip155:1/slip44:60', { caipNetworkId: 'eip155:10', amount: '0.25' }] })
  const options = [...view.element.querySelectorAll<HTMLInputElement>('[type=radio]')]
  expect(options.map(({ checked }) => checked)).toEqual([true, false])
  await act(async () => options[1]?.click())
  await settled()
  expect([options[1]?.checked, facts()[2], view.names()]).toEqual([
    true,
    'Testnet Ten',
    expect.arrayContaining(['Pay 0.25 ETH']),
  ])
})

it('offers to connect a wallet if none is connected', async () => {
  await begin({}, false)
  expect(facts()).toEqual([receiver, 'Testnet One'])
  await press('Connect a wallet')
  expect(getRoute(purse.modal.getState())).toEqual({ view: 'Connect', params: { namespace: 'eip155' } })
})

it('shows insufficient funds, and links to FundWallet', async () => {
  await begin({ amount: '1.6' })
  expect(view.element.querySelector('[data-kind=primary]')).toMatchObject({
    disabled: true,
    textContent: 'Insufficient funds',
  })
  await press('Add funds')
  expect(getRoute(purse.modal.getState()).view).toBe('FundWallet')
})

it('shows why the payment failed, and offers a retry', async () => {
  await begin()
  await press('Pay')
  await act(async () => purse.sendings[0]?.open.reject({ code: 4001 }))
  await settled()
  expect(text()).toContain('Declined in your walletNothing was paid.')
  expect(view.names()).toEqual(['Try again', 'Cancel'])
  await press('Try again')
  expect([purse.sendings.length, text()]).toEqual([2, expect.stringContaining('Confirm in Purse')])
  await act(async () => purse.sendings[1]?.open.reject({ code: 4001 }))
  await settled()
  await press('Cancel')
  expect(await result).toMatchObject({ code: 'USER_REJECTED' })
  expect(purse.modal.getState().modal.open).toBe(false)
})

it('error: rejects with MODAL_CLOSED if the user closes the modal', async () => {
  await begin()
  await act(async () => close(purse.modal))
  expect(await result).toMatchObject({ code: 'MODAL_CLOSED' })
})
