// @vitest-environment happy-dom
import { type Accounts, getAccount, internals } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers/connection'
import { getAuthConnector, getRoute, open } from '@latchkey/core/internal'
import { FrameFailedError, FrameLoadFailedError } from '@latchkey/core/plugin'
import { testEoa, testSmartAccount } from '@latchkey/testing/connectors'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { AccountSettingsView } from './AccountSettingsView.js'

const smartFirst: Accounts = [testSmartAccount, testEoa]

const eoaFirst: Accounts = [testEoa, testSmartAccount]

let world: FakeWorld
let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld({ isEmbedded: true })
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

const render = async (login: Partial<FakeWorld['login']> = {}): Promise<void> => {
  Object.assign(world.login, { accounts: smartFirst, smartAccountNetworks: [1], ...login })
  for (const namespace of ['solana', 'eip155'] as const)
    await connect(world.modal, { connectorId: 'embeddedWallet', namespace })
  open(world.modal, { view: 'AccountSettings' })
  view = await renderView(world.modal, <AccountSettingsView />)
}

const row = (title: string): HTMLButtonElement =>
  [...view.element.querySelectorAll<HTMLButtonElement>('.types button')].find((item) =>
    item.textContent?.startsWith(title),
  ) as HTMLButtonElement

const current = (): string | null | undefined => view.element.querySelector('[aria-current] b')?.textContent

const told = (): string => view.element.querySelector('[role=alert]')?.textContent ?? ''

const announced = (): string => view.element.querySelector('.types [role=status]')?.textContent ?? ''

const type = (): string | undefined => getAccount(world.modal.getState(), 'eip155').type

describe('AccountSettingsView', () => {
  it('[S3.21] shows which account is in use, and the address of each', async () => {
    await render()
    expect(view.names()).toEqual(['Edit email', 'Smart account 0x5AfE…eEEe In use', 'Standard account 0x71C7…976F'])
    expect(current()).toBe('Smart account')
    expect(view.element.textContent).toContain('deploys the smart account')
  })

  it('[S4.14] switches to the standard account, one request at a time, and announces progress and result', async () => {
    await render()
    await view.press('Standard account')
    expect([world.login.calls[0]?.text, announced(), row('Standard account').getAttribute('aria-busy')]).toEqual([
      'eoa',
      'Switching…',
      'true',
    ])
    // one at a time
    await view.press('Smart account')
    expect(world.login.calls).toHaveLength(1)
    await act(async () => world.login.answer('accountType', { type: 'eoa', address: testEoa.address }))
    await settled(() => expect(current()).toBe('Standard account'))
    expect([type(), announced(), row('Standard account').getAttribute('aria-busy')]).toEqual([
      'eoa',
      'Standard account in use',
      null,
    ])
  })

  it('[S6.2] switches to the smart account if the network supports one', async () => {
    await render({ accounts: eoaFirst })
    await view.press('Smart account')
    const { address } = testSmartAccount
    await act(async () => world.login.answer('accountType', { type: 'smartAccount', address }))
    await settled(() => expect([current(), type()]).toEqual(['Smart account', 'smartAccount']))
  })

  it('[S6.2] disables the smart account if the network does not support one', async () => {
    await render({ accounts: eoaFirst, smartAccountNetworks: [10] })
    expect(row('Smart account').disabled).toBe(true)
    expect(row('Smart account').textContent).toContain('Not available on Ethereum')
  })

  it.each([
    [new FrameLoadFailedError(), "Couldn't load the login"],
    [new FrameFailedError({ message: 'The bundler does not answer' }), 'The bundler does not answer'],
    [new Error('broken'), ''],
  ])('[S4.14] shows that the standard account stays in use if switching fails: %s', async (fault, reason) => {
    await render({ accounts: eoaFirst })
    await view.press('Smart account')
    await act(async () => world.login.fail('accountType', fault))
    await settled(() => expect(told()).toContain("Couldn't switch your account."))
    expect(told()).toContain(reason)
    expect(told()).toContain("You're using the standard account. You can try again.")
    expect([current(), world.modal.getState().toast]).toEqual(['Standard account', undefined])
    await view.press('Smart account')
    expect([told(), world.login.calls.length]).toEqual(['', 2])
  })

  it('does not show an error from an earlier visit', async () => {
    await render({ accounts: eoaFirst })
    await view.press('Smart account')
    await act(async () => world.login.fail('accountType', new Error('broken')))
    await settled(() => expect(told()).not.toBe(''))
    view.unmount()
    view = await renderView(world.modal, <AccountSettingsView />)
    expect(told()).toBe('')
  })

  it('links to the email update only if the login has an email', async () => {
    await render()
    await view.press('Edit email')
    expect(getRoute(world.modal.getState()).view).toBe('UpdateEmailWallet')
    view.unmount()
    world.modal.destroy()
    world = createFakeWorld({ isEmbedded: true })
    await render({ email: undefined, username: 'ada', socialProvider: 'x' })
    expect(view.names()).not.toContain('Edit email')
  })

  it('links to the wallet’s own site, without opener and referrer', async () => {
    world.modal.destroy()
    world = createFakeWorld({ isEmbedded: true, accountUrl: 'https://wallet.example/account?projectId=shop' })
    await render()
    const link = view.element.querySelector('a')
    expect([link?.textContent, link?.href, link?.target, link?.rel]).toEqual([
      'Security and recoveryBrowsers, recovery phrase and export',
      'https://wallet.example/account?projectId=shop',
      '_blank',
      'noopener noreferrer',
    ])
  })

  it('shows who can sign for each account, and links to the page that changes it in the app’s language', async () => {
    world.modal.destroy()
    const accountUrl = 'https://wallet.example/account?projectId=shop'
    world = createFakeWorld({ isEmbedded: true, accountUrl, locale: 'en' })
    world.modal[internals].store.setState((state) => ({ ...state, locale: 'en' }))
    const accounts: Accounts = [
      { ...testSmartAccount, custody: 'self' },
      { ...testEoa, custody: 'sealed' },
    ]
    await render({ accounts })
    const links = [...view.element.querySelectorAll('a')]
    expect(links.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Security and recovery/),
      expect.stringMatching(/^Smart account in self-custodyYour passkey owns it\. Nobody else can sign/),
      expect.stringMatching(/^Sealed walletLocked with your own key\./),
    ])
    // in the language that the app has chosen
    expect(new Set(links.map(({ href }) => href))).toEqual(new Set([`${accountUrl}&lang=en`]))
  })

  it('links to the self-custody setup, and offers no other account, if the app requires it', async () => {
    world.modal.destroy()
    const accountUrl = 'https://wallet.example/account?projectId=shop'
    world = createFakeWorld({ isEmbedded: true, accountUrl })
    await render({ accounts: [{ ...testSmartAccount, custody: 'needed' }] })
    const [, link] = view.element.querySelectorAll('a')
    expect(link?.textContent).toMatch(/^Set up self-custodyThis app requires it\./)
    expect(link?.href).toBe(`${accountUrl}#self-custody`)
    expect(view.element.querySelector('.types')).toBeNull()
  })

  it('links to the wallet’s own site for a login without an email', async () => {
    world.modal.destroy()
    world = createFakeWorld({ isEmbedded: true, accountUrl: 'https://wallet.example/account?projectId=shop' })
    await render({ email: undefined, username: 'ada', socialProvider: 'x' })
    expect(view.element.querySelector('a')?.href).toBe('https://wallet.example/account?projectId=shop')
  })

  it('links a guest to the wallet’s site with #guest, because the browser may partition the site’s storage', async () => {
    world.modal.destroy()
    world = createFakeWorld({ isEmbedded: true, accountUrl: 'https://wallet.example/account?projectId=shop' })
    await render({ email: undefined, isGuest: true })
    expect(view.element.querySelector('a')?.href).toBe('https://wallet.example/account?projectId=shop#guest')
  })

  it('[S2.2] [S6.8] links from any EVM account to its name and permissions', async () => {
    world.modal.destroy()
    world = createFakeWorld({ services: { blockchainApi: 'http://127.0.0.1:1' } })
    await connect(world.modal, { connectorId: world.wallets.eip155.connector.meta.id })
    for (const [row, expected] of [
      ['Account name Receive funds by name', 'RegisterAccountName'],
      ['Permissions What apps can do without asking', 'SmartSessions'],
    ] as const) {
      open(world.modal, { view: 'AccountSettings' })
      view = await renderView(world.modal, <AccountSettingsView />)
      expect(view.names()).toHaveLength(2)
      await view.press(row)
      expect(getRoute(world.modal.getState()).view).toBe(expected)
      view.unmount()
    }
  })

  it('links to the embedded wallet’s permissions even without a service, but not to a name', async () => {
    await render()
    expect(view.names().some((name) => name.startsWith('Permissions'))).toBe(false)
    view.unmount()
    const auth = getAuthConnector(world.modal)
    Object.assign(auth?.features ?? {}, { 'permissions:list': async () => [] })
    view = await renderView(world.modal, <AccountSettingsView />)
    expect(view.names()[1]).toBe('Permissions What apps can do without asking')
    expect(view.names().some((name) => name.startsWith('Account name'))).toBe(false)
  })

  it('offers no account types if another wallet is active on EVM, but the embedded wallet’s email', async () => {
    for (const [connectorId, namespace] of [
      ['embeddedWallet', 'solana'],
      [world.wallets.rainbow.connector.meta.id, 'eip155'],
    ] as const)
      await connect(world.modal, { connectorId, namespace })
    open(world.modal, { view: 'AccountSettings' })
    view = await renderView(world.modal, <AccountSettingsView />)
    expect(view.names()).toEqual(['Edit email'])
  })

  it('shows that no settings are available if no wallet is connected', async () => {
    open(world.modal, { view: 'AccountSettings' })
    view = await renderView(world.modal, <AccountSettingsView />)
    expect(view.element.textContent).toContain('No settings available')
  })
})
