// @vitest-environment happy-dom
import { connect } from '@latchkey/core/controllers/connection'
import { updateFeatures } from '@latchkey/core/controllers/shell'
import { open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld, type FakeWorldOptions } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { typeText } from '../../testing/typeText.js'
import { ConnectView } from './ConnectView.js'

let world: FakeWorld
let view: RenderedView

// the first load takes longer than a test waits
beforeAll(() => import('../login/index.js'))

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

const render = async (options: FakeWorldOptions = {}, namespace?: 'solana' | 'bip122'): Promise<void> => {
  world = createFakeWorld({ isEmbedded: true, ...options, features: { socials: false, ...options.features } })
  open(world.modal)
  view = await renderView(world.modal, <ConnectView params={namespace && { namespace }} />)
  await settled(() => expect(view.element.querySelector('.bone')).toBeNull())
}

const parts = (): readonly string[] =>
  [...(view.element.querySelector('.body')?.children ?? [])].map((part) =>
    part.querySelector('form')
      ? 'email'
      : part.matches('.or')
        ? 'or'
        : part.matches('.list')
          ? 'wallets'
          : part.className,
  )

describe('email login among the connection methods', () => {
  it.each([
    [undefined, ['email', 'or', 'wallets']],
    [
      ['email', 'social', 'wallet'],
      ['email', 'or', 'wallets'],
    ],
    [
      ['wallet', 'email'],
      ['wallets', 'or', 'email'],
    ],
  ] as const)('[S2.16] is placed by connectMethodsOrder: %s', async (connectMethodsOrder, expected) => {
    await render(connectMethodsOrder ? { features: { connectMethodsOrder } } : {})
    expect(parts()).toEqual(expected)
  })

  it.each<[string, FakeWorldOptions, ('solana' | 'bip122')?]>([
    ['there is no embedded wallet', { isEmbedded: false }],
    ['email is turned off', { features: { email: false } }],
    ['the embedded wallet does not support the namespace', {}, 'bip122'],
  ])('is not shown if %s', async (_, options, namespace) => {
    await render(options, namespace)
    expect(parts()).toEqual(['wallets'])
  })

  it('is hidden when the app turns the feature off, and shown when it turns it on', async () => {
    await render()
    await act(async () => updateFeatures(world.modal, { email: false }))
    expect(parts()).toEqual(['wallets'])
    await act(async () => updateFeatures(world.modal, { email: true }))
    await settled(() => expect(parts()).toEqual(['email', 'or', 'wallets']))
  })

  it('is shown alone if the app offers no wallets', async () => {
    await render({ enableWallets: false })
    expect(parts()).toEqual(['email'])
  })

  it('is not shown once the embedded wallet is connected on all its namespaces', async () => {
    await render()
    for (const namespace of ['eip155', 'solana'] as const)
      await act(() => connect(world.modal, { connectorId: 'embeddedWallet', namespace }))
    expect(parts()).toEqual(['wallets'])
  })

  it('does not take the focus, and connects only the requested namespace', async () => {
    await render({}, 'solana')
    expect(view.element.contains(document.activeElement)).toBe(false)
    await typeText(view.element.querySelector('input') as HTMLInputElement, 'ada@example.org')
    await view.press('Continue with email')
    await settled(() => expect(world.login.calls[0]?.text).toBe('ada@example.org'))
    await act(async () => world.login.answer('login', 'CONNECT'))
    await settled(() => expect(world.modal.getState().namespaces.solana?.connection.status).toBe('connected'))
    expect(world.modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
  })
})
