// @vitest-environment happy-dom
import { connect, disconnect } from '@latchkey/core/controllers/connection'
import { getRoute, open } from '@latchkey/core/internal'
import { testEoa, testSmartAccount } from '@latchkey/testing/connectors'
import jsQR from 'jsqr'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { rasterisePath } from '../../testing/rasterisePath.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { WalletCompatibleNetworksView } from './WalletCompatibleNetworksView.js'
import { WalletReceiveView } from './WalletReceiveView.js'

const address = 'eip155-Firefly-eoa'

let world: FakeWorld
let view: RenderedView

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld()
  await connect(world.modal, { connectorId: world.wallets.eip155.connector.meta.id })
  open(world.modal, { view: 'WalletReceive' })
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

it('shows a QR code that decodes to the address', async () => {
  view = await renderView(world.modal, <WalletReceiveView />)
  const code = await vi.waitFor(() =>
    act(async () => {
      const svg = view.element.querySelector('.qr > svg')
      if (!svg) throw new Error('There is no code yet.')
      return svg
    }),
  )
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2])
  const { data, width } = rasterisePath(code.querySelector('path')?.getAttribute('d') ?? '', { size, scale: 4 })
  expect(jsQR(data, width, width)?.data).toBe(address)
  expect(view.element.querySelector('.qr')?.getAttribute('aria-label')).toBe(`QR code for your address ${address}`)
})

it('copies the full address', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.spyOn(world.modal.env, 'window').mockReturnValue(
    Object.assign(new EventTarget(), { navigator: { clipboard: { writeText } } }) as never,
  )
  view = await renderView(world.modal, <WalletReceiveView />)
  await view.press('Copy address')
  expect(writeText).toHaveBeenCalledWith(address)
  // the toast is set by a chunk of its own
  await expect.poll(() => world.modal.getState().toast?.message).toEqual({ code: 'ADDRESS_COPIED' })
})

it('lists only the networks of the address’s namespace', async () => {
  view = await renderView(world.modal, <WalletReceiveView />)
  await view.press('Supported networks')
  expect(getRoute(world.modal.getState()).view).toBe('WalletCompatibleNetworks')
  await view.render(<WalletCompatibleNetworksView />)
  expect([...view.element.querySelectorAll('li')].map((row) => row.querySelector('b')?.textContent)).toEqual([
    'Ethereum',
    'OP Mainnet',
  ])
})

it.each([
  ['only networks with smart accounts if the smart account is active', [testSmartAccount, testEoa], ['Ethereum']],
  ['every network if the EOA is active', [testEoa, testSmartAccount], ['Ethereum', 'OP Mainnet']],
])('lists %s', async (_, accounts, names) => {
  world.modal.destroy()
  world = createFakeWorld({ isEmbedded: true })
  Object.assign(world.login, { accounts, smartAccountNetworks: [1] })
  await connect(world.modal, { connectorId: 'embeddedWallet', namespace: 'eip155' })
  view = await renderView(world.modal, <WalletCompatibleNetworksView />)
  expect([...view.element.querySelectorAll('li b')].map(({ textContent }) => textContent)).toEqual(names)
})

it('offers to connect if the wallet disconnects', async () => {
  view = await renderView(world.modal, <WalletReceiveView />)
  await act(() => disconnect(world.modal, { keepView: true }))
  expect(view.names()).toEqual(['Connect'])
})
