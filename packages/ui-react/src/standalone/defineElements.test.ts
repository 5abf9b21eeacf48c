// @vitest-environment happy-dom
import { connect, disconnect } from '@latchkey/core/controllers/connection'
import { afterEach, expect, it } from 'vitest'
import { createFakeWorld } from '../testing/createFakeWorld.js'
import type { UiModal } from '../uiModal.js'
import type { LatchkeyAccountEvent, LatchkeyButtonElement } from './buttonElement.js'
import { defineElements } from './defineElements.js'

afterEach(() => {
  document.body.replaceChildren()
  defineElements(undefined)
})

/** Adds an element as a page would write it. */
function place(name: string, attributes: { readonly [name: string]: string } = {}): LatchkeyButtonElement {
  const element = document.createElement(name) as LatchkeyButtonElement
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  document.body.append(element)
  return element
}

const buttonOf = (element: HTMLElement): HTMLButtonElement | null => element.querySelector('button')
const connectFirefly = (modal: UiModal): Promise<unknown> => connect(modal, { connectorId: 'eip155.Firefly' })

it('the buttons belong to the given modal, and show its state', async () => {
  const { modal } = createFakeWorld()
  defineElements(modal)
  const [button, account, network] = ['', 'account-', 'network-'].map((kind) => place(`latchkey-${kind}button`))
  if (!button || !account || !network) throw new Error('There are no elements.')
  expect(buttonOf(button)?.textContent).toBe('Connect')
  expect(buttonOf(button)?.dataset['kind']).toBe('primary')
  expect(buttonOf(account)).toBeNull()
  expect(buttonOf(network)?.textContent).toBe(modal.getState().networks[0]?.name)

  await connectFirefly(modal)
  expect(buttonOf(button)?.textContent).toBe(buttonOf(account)?.textContent)
  expect(buttonOf(button)?.dataset['kind']).toBe('plain')
  await disconnect(modal)
  expect(buttonOf(button)?.textContent).toBe('Connect')
  expect(buttonOf(account)).toBeNull()
})

it('the buttons show the avatar of the account and the icon of the network', async () => {
  const { modal } = createFakeWorld()
  defineElements(modal)
  const [button, network] = ['', 'network-'].map((kind) => buttonOf(place(`latchkey-${kind}button`)))
  const iconIn = (parent: Element | null | undefined): string =>
    decodeURIComponent(parent?.querySelector<HTMLImageElement>('img')?.src ?? '')
  const classesOf = (parent: Element | null | undefined): readonly string[] =>
    [...(parent?.children ?? [])].map((child) => child.getAttribute('class') ?? '')
  expect(classesOf(button)).toEqual(['lk-name'])
  expect(classesOf(network)).toEqual(['lk-icon lk-network', 'lk-name'])
  await expect.poll(() => iconIn(network)).toContain('ethereum__a')

  await connectFirefly(modal)
  expect(classesOf(button)).toEqual(['lk-account', 'lk-name'])
  expect(button?.hasAttribute('data-menu')).toBe(true)
  await expect.poll(() => button?.querySelector('.lk-account > .lk-avatar')).not.toBeNull()
  await expect.poll(() => iconIn(button?.querySelector('.lk-chain'))).toContain('ethereum__a')
  await disconnect(modal)
  expect(classesOf(button)).toEqual(['lk-name'])
})

it('[S3.6] a button shows the name of the account, which is not requested by buttons that do not show it', async () => {
  const asked: string[] = []
  const { modal } = createFakeWorld({
    services: { blockchainApi: 'https://chains.example' },
    env: {
      storage: () => null,
      fetch: async (input) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input)
        asked.push(pathname)
        if (pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:1'], ws: [] })
        return Response.json({ name: 'alice.eth', avatar: null })
      },
    },
  })
  defineElements(modal)
  place('latchkey-network-button')
  await connectFirefly(modal)
  await new Promise((resolve) => setTimeout(resolve))
  expect(asked).toEqual([])
  const account = place('latchkey-account-button')
  await expect.poll(() => buttonOf(account)?.textContent).toBe('alice.eth')
})

it('an element keeps its own modal, even one that was set before its upgrade', async () => {
  const [first, second] = [createFakeWorld({ id: 'first' }).modal, createFakeWorld({ id: 'second' }).modal]
  defineElements(first)
  const own = document.createElement('latchkey-button') as LatchkeyButtonElement
  Object.defineProperty(own, 'modal', { value: second, configurable: true, writable: true, enumerable: true })
  document.body.append(own)
  const other = place('latchkey-button')
  await connectFirefly(second)
  expect(buttonOf(own)?.textContent).not.toBe('Connect')
  expect(buttonOf(other)?.textContent).toBe('Connect')

  own.modal = undefined
  expect(buttonOf(own)?.textContent).toBe('Connect')
  own.modal = second
  expect(buttonOf(own)?.textContent).not.toBe('Connect')
})

it('a new modal takes over the buttons of the previous one', async () => {
  const [old, young] = [createFakeWorld().modal, createFakeWorld().modal]
  defineElements(old)
  const button = place('latchkey-button')
  defineElements(young)
  await connectFirefly(old)
  expect(buttonOf(button)?.textContent).toBe('Connect')
  await connectFirefly(young)
  expect(buttonOf(button)?.textContent).not.toBe('Connect')
})

it('attributes configure a button, and may change', () => {
  const { modal } = createFakeWorld({ messages: { buttonConnect: 'Verbinden' } })
  defineElements(modal)
  const button = place('latchkey-button', { namespace: 'solana' })
  expect(buttonOf(button)?.textContent).toBe('Verbinden')
  button.setAttribute('label', 'Log in')
  button.setAttribute('disabled', '')
  expect(buttonOf(button)?.textContent).toBe('Log in')
  expect(buttonOf(button)?.disabled).toBe(true)
  button.removeAttribute('disabled')
  expect(buttonOf(button)?.disabled).toBe(false)
  // an unknown namespace is ignored
  button.setAttribute('namespace', 'ton')
  expect(buttonOf(button)?.textContent).toBe('Log in')
})

it('dispatches one latchkey-account event per change of the account', async () => {
  const { modal, wallets } = createFakeWorld()
  const told: LatchkeyAccountEvent['detail'][] = []
  const listener = (event: Event): unknown => told.push((event as LatchkeyAccountEvent).detail)
  document.addEventListener('latchkey-account', listener)
  defineElements(modal)
  const button = place('latchkey-button', { namespace: 'eip155' })
  await connectFirefly(modal)
  await disconnect(modal)
  document.removeEventListener('latchkey-account', listener)
  const { address } = wallets.eip155.accounts[0]
  expect(told.map(({ status }) => status)).toEqual(['connecting', 'connected', 'disconnected'])
  expect(told[1]).toMatchObject({ namespace: 'eip155', address, caipAddress: `eip155:1:${address}` })
  expect(told[2]).toMatchObject({ address: undefined, caipAddress: undefined })

  button.remove()
  await connectFirefly(modal)
  expect(told).toHaveLength(3)
})

it('does nothing without customElements, as on a server', () => {
  const { customElements } = globalThis
  Object.defineProperty(globalThis, 'customElements', { value: undefined, configurable: true, writable: true })
  try {
    expect(() => defineElements()).not.toThrow()
  } finally {
    Object.defineProperty(globalThis, 'customElements', { value: customElements, configurable: true, writable: true })
  }
})
