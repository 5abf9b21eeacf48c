// @vitest-environment happy-dom
import { connect, disconnect } from '@latchkey/core/controllers/connection'
import { close, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTranslate } from '../../i18n/translate.js'
import { createFakeClock, type FakeClock } from '../../testing/createFakeClock.js'
import { createFakeService, type FakeService, fakeServiceUrl } from '../../testing/createFakeService.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { settingsTexts } from './messages.js'
import { describePermissions } from './SessionItem.js'
import { SmartSessionsView } from './SmartSessionsView.js'

const account = 'eip155:1:eip155-Firefly-eoa'

const list = `GET /v1/sessions/${account}`

let world: FakeWorld
let service: FakeService
let clock: FakeClock
let view: RenderedView

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  clock = createFakeClock()
  const now = clock.now() / 1_000
  const session = (pci: string, name: string, over: object) => ({
    pci,
    project: { id: pci, name },
    permissions: [
      { type: 'native-token-allowance', data: { allowanceAmount: '0x354a6ba7a18000' } },
      { type: { custom: 'move' } },
      7,
    ],
    expiration: now + 3_600,
    ...over,
  })
  service = createFakeService({
    [list]: {
      pcis: [
        session('a', 'Game', {}),
        session('b', 'Shop', { expiration: now - 60 }),
        session('c', 'Bank', { revokedAt: now - 5 }),
        session('d', 'Market', { expiration: now + 60 }),
      ],
    },
    [`POST /v1/sessions/${account}/revoke`]: {},
  })
  const env = { storage: () => null, fetch: service.fetch, ...clock }
  world = createFakeWorld({ services: { blockchainApi: fakeServiceUrl }, env })
  Object.assign(world.wallets.eip155.connector.features, { 'message:sign': async () => '0xsigned' })
  await connect(world.modal, { connectorId: 'eip155.Firefly' })
  open(world.modal, { view: 'SmartSessions' })
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

/** Waits until views know that the modal was opened or closed, which they learn after a frame. */
const painted = () => act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

const render = async (): Promise<void> => {
  view = await renderView(world.modal, <SmartSessionsView />)
}

const apps = (): readonly (string | null)[] =>
  [...view.element.querySelectorAll('.grant b')].map(({ textContent }) => textContent)

describe('SmartSessionsView', () => {
  it('groups permissions into active, expired and revoked ones', async () => {
    await render()
    await settled(() => expect(apps()).toEqual(['Game', 'Market']))
    expect(view.names().slice(0, 3)).toEqual(['Active 2', 'Expired 1', 'Revoked 1'])
    expect(view.element.textContent).toContain('Allows: spending up to 0.015 ETH and move')
    await view.press('Expired')
    expect([apps(), view.element.textContent]).toEqual([['Shop'], expect.stringContaining('ShopExpired ')])
    await view.press('Revoked')
    expect([apps(), view.element.querySelector('.grant button')]).toEqual([['Bank'], null])
  })

  it('lists the current permissions when the modal is opened again', async () => {
    await render()
    await settled(() => expect(apps()).toEqual(['Game', 'Market']))
    await act(async () => close(world.modal))
    await painted()
    service.answers[list] = { pcis: [] }
    await act(async () => open(world.modal, { view: 'SmartSessions' }))
    await settled(() => expect(apps()).toEqual([]))
  })

  it('revokes a single permission', async () => {
    await render()
    await settled(() => expect(apps()).toEqual(['Game', 'Market']))
    view.focus('Revoke permission of Game')
    await view.press('Revoke permission of Game')
    await settled(() => expect(apps()).toEqual(['Market']))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Permissions')
    expect([service.asked.at(-1), view.names().slice(0, 3)]).toEqual([
      `POST /v1/sessions/${account}/revoke`,
      ['Active 1', 'Expired 1', 'Revoked 2'],
    ])
  })

  it('keeps a permission if revoking fails, and shows the error next to its app', async () => {
    service.answers[`POST /v1/sessions/${account}/revoke`] = 500
    await render()
    await settled(() => expect(apps()).toEqual(['Game', 'Market']))
    await view.press('Revoke permission of Market')
    await settled(() =>
      expect([...view.element.querySelectorAll('.grant')][1]?.querySelector('[role=alert]')?.textContent).toContain(
        "Couldn't revoke this permission",
      ),
    )
    expect(apps()).toEqual(['Game', 'Market'])
  })

  it('shows an empty state if there are no permissions', async () => {
    service.answers[list] = { pcis: [] }
    await render()
    await settled(() => expect(view.element.textContent).toContain('No active permissions'))
    expect(view.names()).toEqual(['Active', 'Expired', 'Revoked'])
  })

  it('shows an error if loading fails, and loads again on Try again', async () => {
    const known = service.answers[list]
    service.answers[list] = 503
    await render()
    await settled(() => expect(view.element.querySelector('[role=alert]')?.textContent).toContain("Couldn't load"))
    service.answers[list] = known
    await view.press('Try again')
    await settled(() => expect(apps()).toEqual(['Game', 'Market']))
  })

  it('shows that no EVM account is connected', async () => {
    await disconnect(world.modal)
    await render()
    expect(view.element.textContent).toContain('No EVM account connected')
  })

  it('describes known permissions in words, unknown ones by their type, and skips malformed ones', () => {
    const t = createTranslate<keyof typeof settingsTexts>(settingsTexts)
    const describe = (...list: readonly unknown[]) =>
      describePermissions(list, { t, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } })
    expect(describe(null, {}, { type: 5 }, { type: '' }, { type: { custom: 'x'.repeat(99) } })).toEqual([
      'x'.repeat(60),
    ])
    expect(
      describe(
        { type: 'native-token-transfer', data: { allowance: '0x10' } },
        { type: 'native-token-transfer' },
        { type: 'erc20-token-periodic' },
        { type: 'contract-call' },
        { type: 'contract-call' },
      ),
    ).toEqual(['spending up to 0.000000000000000016 ETH', 'native-token-transfer', 'token transfers', 'contract calls'])
  })
})
