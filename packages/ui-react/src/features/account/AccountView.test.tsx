// @vitest-environment happy-dom
import { connect, disconnect } from '@latchkey/core/controllers/connection'
import { getRoute, open } from '@latchkey/core/internal'
import { FrameFailedError } from '@latchkey/core/plugin'
import { testEoa, testSmartAccount } from '@latchkey/testing/connectors'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FakeWallet } from '../../testing/createFakeWallet.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { DisconnectButton } from './AccountHeader.js'
import { AccountView } from './AccountView.js'

let world: FakeWorld
let view: RenderedView | undefined

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld()
})

afterEach(() => {
  view?.unmount()
  world.modal.destroy()
})

const connectWallet = async ({ connector }: FakeWallet): Promise<void> => {
  await connect(world.modal, { connectorId: connector.meta.id })
}

/** The view with its disconnect button, which is shown in the header. */
const account = (
  <>
    <DisconnectButton />
    <AccountView />
  </>
)

const render = async (): Promise<RenderedView> => {
  open(world.modal)
  view = await renderView(world.modal, account)
  return view
}

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

describe('AccountView', () => {
  it('has a Wallets entry that lists the connected namespaces', async () => {
    await connectWallet(world.wallets.solana)
    await connectWallet(world.wallets.eip155)
    const { names } = await render()
    await settled(() => expect(names()).toContain('Wallets EVM · Solana'))
  })

  it('[S1.4] [S6.8] links to the settings of an EVM account if blockchainApi is set, but not of a Solana account', async () => {
    await connectWallet(world.wallets.eip155)
    expect((await render()).names()).not.toContain('Settings')
    view?.unmount()
    world.modal.destroy()
    world = createFakeWorld({ services: { blockchainApi: 'http://127.0.0.1:1' } })
    await connectWallet(world.wallets.solana)
    expect((await render()).names()).not.toContain('Settings')
    view?.unmount()
    await connectWallet(world.wallets.eip155)
    const { press } = await render()
    await press('Settings')
    expect(getRoute(world.modal.getState()).view).toBe('AccountSettings')
  })

  it('shows the number of connected wallets if the modal was opened for one namespace', async () => {
    await connectWallet(world.wallets.rainbow)
    await connectWallet(world.wallets.eip155)
    open(world.modal, { namespace: 'eip155' })
    view = await renderView(world.modal, account)
    expect(view.names()).toContain('Wallets 2 connected')
  })

  it('has no Wallets entry if the app has one namespace and no multi-wallet support', async () => {
    world.modal.destroy()
    const { families } = world
    world = { ...world, modal: createFakeWorld({ adapters: [families.eip155.plugin], features: {} }).modal }
    await connectWallet(world.wallets.eip155)
    expect((await render()).names().join()).not.toContain('Wallets')
  })

  it('shows the ordinals address of a Bitcoin wallet', async () => {
    await connectWallet(world.wallets.bip122)
    expect((await render()).names()).toContainEqual(expect.stringMatching(/^Ordinals .*Copy address$/))
  })

  it('disconnects its wallet on every namespace, and continues with the next wallet until none is left', async () => {
    await connectWallet(world.wallets.bip122)
    await connectWallet(world.wallets.solana)
    await connectWallet(world.wallets.rainbow)
    await connectWallet(world.wallets.eip155)
    const { press, element } = await render()
    expect(element.textContent).toContain('Connected with Firefly')
    await press('Disconnect')
    await settled(() => expect(element.textContent).toContain('Connected with Rainbow'))
    const { namespaces, toast } = world.modal.getState()
    expect([namespaces.solana?.connection.status, namespaces.bip122?.connection.status]).toEqual([
      'disconnected',
      'disconnected',
    ])
    expect(toast?.message).toEqual({ code: 'WALLET_DISCONNECTED' })
    await press('Disconnect')
    await settled(() => expect(world.modal.getState().modal.open).toBe(false))
  })

  it('keeps the next wallet connected on a double-click', async () => {
    await connectWallet(world.wallets.rainbow)
    await connectWallet(world.wallets.eip155)
    const { element } = await render()
    for (const detail of [1, 2])
      await act(async () => {
        const button = element.querySelector('[aria-label=Disconnect]')
        button?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
      })
    expect(element.textContent).toContain('Connected with Rainbow')
    expect(world.modal.getState().modal.open).toBe(true)
  })

  it('disconnects only the namespace that the modal was opened for', async () => {
    await connectWallet(world.wallets.solana)
    await connectWallet(world.wallets.eip155)
    open(world.modal, { namespace: 'eip155' })
    view = await renderView(world.modal, account)
    await view.press('Disconnect')
    await settled(() => expect(world.modal.getState().modal.open).toBe(false))
    const { namespaces } = world.modal.getState()
    expect([namespaces.eip155?.connection.status, namespaces.solana?.connection.status]).toEqual([
      'disconnected',
      'connected',
    ])
  })

  it('shows the name of a paired wallet, and disconnects it on every namespace at once', async () => {
    world.modal.destroy()
    world = createFakeWorld({ isPairing: true })
    world.pairing.agree(['eip155', 'solana'])
    await connect(world.modal, { connectorId: 'walletConnect', namespace: 'solana' })
    await connect(world.modal, { connectorId: 'walletConnect', namespace: 'eip155' })
    const { press, element } = await render()
    expect(element.textContent).toContain('Connected with Pocket')
    await press('Disconnect')
    await settled(() => expect(world.modal.getState().modal.open).toBe(false))
    const { namespaces } = world.modal.getState()
    expect([namespaces.eip155?.connection.status, namespaces.solana?.connection.status]).toEqual([
      'disconnected',
      'disconnected',
    ])
  })

  it('opens UnsupportedChain if the next active wallet is on a network that the app does not support', async () => {
    world.wallets.solana.caipNetworkId = 'solana:elsewhere'
    await connectWallet(world.wallets.solana)
    await connectWallet(world.wallets.rainbow)
    const { press } = await render()
    await press('Disconnect')
    await settled(() => expect(getRoute(world.modal.getState()).view).toBe('UnsupportedChain'))
    expect(world.modal.getState()).toMatchObject({ activeNamespace: 'solana', modal: { open: true } })
  })

  it('offers to connect if the wallet disconnects while the view is open', async () => {
    await connectWallet(world.wallets.eip155)
    const { names } = await render()
    await act(() => disconnect(world.modal, { keepView: true }))
    expect(names()).toEqual(['Connect'])
  })
})

describe('AccountView of an embedded wallet', () => {
  const logIn = async (login: Partial<FakeWorld['login']> = {}, accountUrl?: string): Promise<RenderedView> => {
    world.modal.destroy()
    world = createFakeWorld({ isEmbedded: true, accountUrl })
    Object.assign(world.login, login)
    for (const namespace of ['solana', 'eip155'] as const)
      await connect(world.modal, { connectorId: 'embeddedWallet', namespace })
    const view = await render()
    await settled(() => expect(view.element.querySelector('.bone')).toBeNull())
    return view
  }

  it('shows the email and one address per namespace', async () => {
    const { element, names } = await logIn()
    expect(element.querySelector('.login')?.textContent).toBe('ada@example.org')
    expect(names()).toEqual(
      expect.arrayContaining(['EVM 0x71C7…976F Copy address', 'Solana 7EcDhS…FLtV Copy address', 'Edit email']),
    )
  })

  it('[S5.5] shortens a long email', async () => {
    const email = 'a.very.long.address.of.somebody@mail.example.org'
    const { element } = await logIn({ email })
    const line = element.querySelector('.login')
    expect([line?.textContent, line?.getAttribute('title')]).toEqual(['a.very.long.address.of.somebo…', email])
  })

  it.each([
    ['discord', 'ada#0', 'ada#', 'Logged in with Discord'],
    ['github', 'ada0', 'ada0', 'Logged in with GitHub'],
    ['google', undefined, 'ada@example.org', 'Logged in with Google'],
  ] as const)(
    '[S5.5] shows the name and provider of a login with %s and username %s',
    async (socialProvider, username, name, spoken) => {
      const { element } = await logIn({ socialProvider, username })
      const line = element.querySelector('.login')
      expect([line?.querySelector('bdi')?.textContent, line?.querySelector('.sr')?.textContent]).toEqual([name, spoken])
    },
  )

  it('marks a smart account, and links to its settings instead of Edit email', async () => {
    const { names, press } = await logIn({ accounts: [testSmartAccount, testEoa], smartAccountNetworks: [1] })
    expect(names()).toEqual(expect.arrayContaining(['EVM 0x5AfE…eEEe Smart account Copy address', 'Settings']))
    expect(names()).not.toContain('Edit email')
    await press('Settings')
    expect(getRoute(world.modal.getState()).view).toBe('AccountSettings')
  })

  it.each([
    [{ ...testSmartAccount, custody: 'self' }, 'EVM 0x5AfE…eEEe Self-custody Copy address'],
    [{ ...testEoa, custody: 'sealed' }, 'EVM 0x71C7…976F Sealed Copy address'],
    [{ ...testSmartAccount, custody: 'needed' }, 'EVM 0x5AfE…eEEe Setup needed Copy address'],
  ] as const)('shows the custody of the account: %s', async (account, name) => {
    const { names } = await logIn({ accounts: [account], smartAccountNetworks: [1] })
    expect(names()).toContain(name)
  })

  it('shows that the app requires self-custody, and links to the page to set it up', async () => {
    const accounts = [{ ...testSmartAccount, custody: 'needed' }] as const
    const accountUrl = 'https://wallet.example/account?projectId=shop'
    const { element } = await logIn({ accounts, smartAccountNetworks: [1] }, accountUrl)
    const link = [...element.querySelectorAll('a')].find(({ textContent }) => textContent === 'Set up self-custody')
    expect(link?.href).toBe(`${accountUrl}#self-custody`)
    expect(link?.parentElement?.textContent).toContain('This app requires self-custody.')
  })

  it('has no settings if the login has neither an email nor a second account', async () => {
    const { names } = await logIn({ email: undefined, username: 'ada', socialProvider: 'x' })
    expect(names().filter((name) => name === 'Settings' || name === 'Edit email')).toEqual([])
  })

  it('links to the settings of a login without an email if the wallet has an account page', async () => {
    const login = { email: undefined, username: 'ada', socialProvider: 'x' } as const
    const { names, press } = await logIn(login, 'https://wallet.example/account?projectId=shop')
    expect(names()).toContain('Settings')
    await press('Settings')
    expect(getRoute(world.modal.getState()).view).toBe('AccountSettings')
  })

  it('lets a guest add a login on the wallet’s own screen, after which the user is no longer a guest', async () => {
    const { element, names, press, focus } = await logIn({ email: undefined, isGuest: true })
    const toast = (): unknown => world.modal.getState().toast?.message
    expect(element.querySelector('.login')?.textContent).toBe('Guest')
    await press('Add a login')
    // the user closed the screen: nothing to report
    await act(async () => world.login.fail('addLogin', { code: 4001, message: 'User rejected the request.' }))
    expect(toast()).toBeUndefined()
    await press('Add a login')
    await act(async () => world.login.fail('addLogin', new FrameFailedError({ message: 'This couldn’t be loaded.' })))
    await settled(() => expect(toast()).toEqual({ text: 'This couldn’t be loaded.' }))
    expect(names()).toContain('Add a login')
    const button = focus('Add a login')
    await press('Add a login')
    // the busy button keeps the focus, and starts no second request
    expect([button.matches(':disabled'), button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    const { length } = world.login.calls
    await press('Add a login')
    expect(world.login.calls).toHaveLength(length)
    await act(async () => world.login.answer('addLogin', { email: 'guest@example.org' }))
    await settled(() => expect(toast()).toEqual({ text: 'Login added' }))
    expect(element.querySelector('.login')?.textContent).toBe('guest@example.org')
    expect(names()).not.toContain('Add a login')
    expect(document.activeElement?.textContent).toBe('guest@example.org')
    const { namespaces } = world.modal.getState()
    for (const { connection } of [namespaces.eip155, namespaces.solana].filter((entry) => entry !== undefined))
      expect(connection).toMatchObject({ connection: { user: { email: 'guest@example.org', isGuest: undefined } } })
  })

  it('opens the email update from Edit email', async () => {
    const { press } = await logIn()
    await press('Edit email')
    expect(getRoute(world.modal.getState()).view).toBe('UpdateEmailWallet')
  })

  it('signs out of every namespace at once', async () => {
    const { press } = await logIn()
    await press('Sign out')
    await settled(() => expect(world.modal.getState().modal.open).toBe(false))
    const { namespaces } = world.modal.getState()
    expect([namespaces.eip155?.connection.status, namespaces.solana?.connection.status]).toEqual([
      'disconnected',
      'disconnected',
    ])
  })
})
