import { expect, test } from 'vitest'
import { createEnv } from '../modal/env.js'
import { type StandardWallet, watchStandardWallets } from './standardWallets.js'

type Api = { register(...wallets: StandardWallet[]): () => void }

function setUp() {
  const page = new EventTarget()
  const events: string[] = []
  const watch = () =>
    watchStandardWallets(createEnv({ window: () => page as unknown as Window }), {
      onRegister: ({ name }) => events.push(`+${name}`),
      onUnregister: ({ name }) => events.push(`-${name}`),
    })
  return { page, events, watch }
}

const createWallet = (name: string) => ({ name }) as StandardWallet

/** Registers a wallet like one that loaded before the modal, or after it. */
function registerLater(page: EventTarget, name: string): void {
  const register = (api: Api): void => void api.register(createWallet(name))
  page.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent<Api>).detail))
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}

test('reports wallets registered before the watch started and wallets registered later', () => {
  const { page, events, watch } = setUp()
  registerLater(page, 'early')
  watch()
  registerLater(page, 'late')
  expect(events).toEqual(['+early', '+late'])
})

test('reports a wallet that unregisters', () => {
  const { page, events, watch } = setUp()
  let leave: (() => void) | undefined
  page.addEventListener('wallet-standard:app-ready', (event) => {
    leave = (event as CustomEvent<Api>).detail.register(createWallet('a'))
  })
  watch()
  leave?.()
  expect(events).toEqual(['+a', '-a'])
})

test('reports nothing after it has stopped, even if a wallet kept the register API', () => {
  const { page, events, watch } = setUp()
  let kept: Api | undefined
  page.addEventListener('wallet-standard:app-ready', (event) => {
    kept = (event as CustomEvent<Api>).detail
  })
  watch()()
  kept?.register(createWallet('a'))
  registerLater(page, 'b')
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 'nonsense' }))
  expect(events).toEqual([])
})

test('does nothing without a window (on a server)', () => {
  const stop = watchStandardWallets(createEnv({ window: () => null }), {
    onRegister: () => expect.unreachable(),
    onUnregister: () => expect.unreachable(),
  })
  expect(stop()).toBeUndefined()
})
