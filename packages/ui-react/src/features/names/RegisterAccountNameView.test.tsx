// @vitest-environment happy-dom
import { connect } from '@latchkey/core/controllers/connection'
import { getRoute, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock, type FakeClock } from '../../testing/createFakeClock.js'
import { createFakeService, type FakeService, fakeServiceUrl } from '../../testing/createFakeService.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { typeText } from '../../testing/typeText.js'
import { AccountSettingsView } from '../settings/AccountSettingsView.js'
import { RegisterAccountNameSuccessView } from './RegisterAccountNameSuccessView.js'
import { RegisterAccountNameView } from './RegisterAccountNameView.js'

let world: FakeWorld
let service: FakeService
let clock: FakeClock
let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  clock = createFakeClock()
  service = createFakeService({
    'GET /v1/profile/suggestions/adal': {
      suggestions: [
        { name: 'adal.example.org', registered: false },
        { name: 'adal1.example.org', registered: false },
        { name: 'adal2.example.org', registered: true },
      ],
    },
    'GET /v1/profile/suggestions/taken': { suggestions: [{ name: 'taken.example.org', registered: true }] },
    'POST /v1/profile/account': { success: true },
    'GET /v1/supported-chains': { http: [], ws: [] },
  })
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

const field = (): HTMLInputElement => view.element.querySelector('input') as HTMLInputElement

const words = (): string => view.element.querySelector('.state')?.textContent ?? ''

const fault = (): string => view.element.querySelector('[role=alert]')?.textContent ?? ''

const shown = () => getRoute(world.modal.getState()).view

async function start({ namespace = 'eip155', isEmbedded = false, sign = async () => '0xsigned' } = {}): Promise<void> {
  const env = { storage: () => null, fetch: service.fetch, ...clock }
  world = createFakeWorld({ services: { blockchainApi: fakeServiceUrl }, env, isEmbedded })
  Object.assign(world.wallets.eip155.connector.features, { 'message:sign': sign })
  const connectorId = isEmbedded ? 'embeddedWallet' : `${namespace}.Firefly`
  await connect(world.modal, { connectorId, namespace: namespace as 'eip155' })
  open(world.modal, { view: 'RegisterAccountName' })
  view = await renderView(world.modal, <RegisterAccountNameView />)
}

const type = async (text: string): Promise<void> => {
  await typeText(field(), text)
  await clock.advance(500)
}

describe('RegisterAccountNameView', () => {
  it('[S5.18] shows the rules for a name until it is valid, and sends no request', async () => {
    await start()
    for (const text of ['', 'ada', 'ada_l']) {
      await type(text)
      expect([words(), view.names().length]).toEqual(['Use at least 4 letters, digits or hyphens.', 1])
    }
    expect([field().getAttribute('aria-invalid'), service.asked]).toEqual(['true', []])
  })

  it('shows that it checks a name and that it is available, with other available names to choose', async () => {
    await start()
    await typeText(field(), 'Adal')
    expect(words()).toBe('Checking availability…')
    await clock.advance(500)
    await settled(() => expect(words()).toBe('adal.example.org is available'))
    expect(view.names()).toEqual(['Name', 'adal1.example.org', 'Register'])
    view.focus('adal1')
    await view.press('adal1')
    expect(field().value).toBe('adal1')
    expect(document.activeElement).toBe(field())
  })

  it('shows that a name is taken', async () => {
    await start()
    await type('taken')
    await settled(() => expect(words()).toBe('taken.example.org is taken'))
    expect(view.names()).toEqual(['Name'])
  })

  it('[S2.2] registers the name, then shows the success view', async () => {
    await start()
    await type('adal')
    await settled(() => expect(view.names()).toContain('Register'))
    await view.press('Register')
    await settled(() => expect(shown()).toBe('RegisterAccountNameSuccess'))
    await view.render(<RegisterAccountNameSuccessView />)
    expect(view.element.querySelector('[role=status]')?.textContent).toContain('adal.example.org is yours')
    // a new visit starts without a name
    await view.render(<RegisterAccountNameView />)
    expect([field().value, view.names()]).toEqual(['', ['Name']])
    await view.render(<RegisterAccountNameSuccessView />)
    expect(view.names()).toEqual(['Choose a name'])
  })

  it('returns to the account on Done', async () => {
    await start()
    await type('adal')
    await settled(() => expect(view.names()).toContain('Register'))
    await view.press('Register')
    await settled(() => expect(shown()).toBe('RegisterAccountNameSuccess'))
    await view.render(<RegisterAccountNameSuccessView />)
    await view.press('Done')
    expect([shown(), world.modal.getState().names?.text]).toEqual(['Account', ''])
  })

  it('waits for the wallet’s signature, and shows why the name was not registered', async () => {
    let decline = (_: unknown): void => undefined
    await start({
      sign: () =>
        new Promise<string>((_, reject) => {
          decline = reject
        }),
    })
    await type('adal')
    await settled(() => expect(view.names()).toContain('Register'))
    await view.press('Register')
    expect([words(), field().readOnly]).toEqual(['Confirm in your wallet…', true])
    await act(async () => decline(Object.assign(new Error('No'), { code: 4001 })))
    await settled(() => expect(fault()).toContain('You declined in your wallet'))
    expect(view.names()).toContain('Register')
  })

  it('checks the name again on Try again if the check failed', async () => {
    service.answers['GET /v1/profile/suggestions/adal'] = 503
    await start()
    await type('adal')
    await settled(() => expect(fault()).toContain('Something went wrong'))
    service.answers['GET /v1/profile/suggestions/adal'] = { suggestions: [] }
    view.focus('Try again')
    await view.press('Try again')
    await clock.advance(500)
    await settled(() => expect(words()).toBe('adal is available'))
    expect(document.activeElement).toBe(field())
  })

  it('[S6.8] is for EVM accounts only', async () => {
    await start({ namespace: 'solana' })
    expect([view.element.textContent, view.names()]).toEqual([expect.stringContaining('No names for this account'), []])
  })

  it('is reachable from the settings of an embedded wallet, as are permissions', async () => {
    await start({ isEmbedded: true })
    await view.render(<AccountSettingsView />)
    await view.press('Permissions')
    expect(shown()).toBe('SmartSessions')
    await view.press('Account name')
    expect(shown()).toBe('RegisterAccountName')
  })

  it('offers to choose a name if the success view is opened on its own', async () => {
    await start()
    await view.render(<RegisterAccountNameSuccessView />)
    await view.press('Choose a name')
    expect(shown()).toBe('RegisterAccountName')
  })
})
