import { generatePrivateKey } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEvmWallet } from '../createEvmWallet.js'
import type { EvmWallet } from '../evmWallet.js'
import type { ProviderDetail } from './announceProvider.js'

const create = (): EvmWallet =>
  createEvmWallet({
    name: 'Scripted',
    rdns: 'example.scripted',
    accounts: [generatePrivateKey()],
    chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }],
  })

const listen = (target: EventTarget): ProviderDetail[] => {
  const details: ProviderDetail[] = []
  target.addEventListener('eip6963:announceProvider', (event) => {
    details.push((event as CustomEvent<ProviderDetail>).detail)
  })
  return details
}
const requestProviders = (target: EventTarget): boolean => target.dispatchEvent(new Event('eip6963:requestProvider'))

describe('announce (EIP-6963)', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('announces the same frozen detail immediately and on every request, until it is stopped', () => {
    const target = new EventTarget()
    const details = listen(target)
    const wallet = create()
    const stop = wallet.announce(target)
    requestProviders(target)
    requestProviders(target)
    stop()
    requestProviders(target)
    expect(details).toHaveLength(3)
    expect(new Set(details).size).toBe(1)
    expect(details[0]).toEqual({ info: wallet.info, provider: wallet.provider })
    expect([Object.isFrozen(details[0]), Object.isFrozen(details[0]?.info)]).toEqual([true, true])
    expect(wallet.info).toMatchObject({
      name: 'Scripted',
      rdns: 'example.scripted',
      icon: expect.stringMatching(/^data:image\/svg\+xml,/),
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    })
  })

  it.each([0, 50, 500, 3_000])('announces nothing before %i ms have passed', (after) => {
    const target = new EventTarget()
    const details = listen(target)
    create().announce(target, { after })
    requestProviders(target)
    expect(details).toHaveLength(0)
    vi.advanceTimersByTime(after)
    expect(details).toHaveLength(1)
    requestProviders(target)
    expect(details).toHaveLength(2)
  })

  it('announces nothing if it is stopped during the delay', () => {
    const target = new EventTarget()
    const details = listen(target)
    const stop = create().announce(target, { after: 100 })
    stop()
    vi.advanceTimersByTime(1_000)
    requestProviders(target)
    expect(details).toHaveLength(0)
  })

  it('announces the given details instead of its own', () => {
    const target = new EventTarget()
    const details = listen(target)
    const wallet = create()
    wallet.announce(target, { detail: { info: { name: 'Another', icon: '' } } })
    wallet.announce(target, { detail: { provider: null } })
    expect(details[0]).toMatchObject({ info: { name: 'Another', icon: '', rdns: 'example.scripted' } })
    expect(details[0]?.provider).toBe(wallet.provider)
    expect(details[1]).toEqual({ info: wallet.info, provider: null })
  })
})

describe('injectLegacy', () => {
  const ethereumOf = (target: EventTarget): unknown => Reflect.get(target, 'ethereum')

  it('sets window.ethereum, dispatches ethereum#initialized, and can be undone', () => {
    const target = new EventTarget()
    const heard = vi.fn(() => ethereumOf(target))
    target.addEventListener('ethereum#initialized', heard)
    const wallet = create()
    const undo = wallet.injectLegacy(target)
    expect(heard).toHaveReturnedWith(wallet.provider)
    undo()
    undo()
    expect('ethereum' in target).toBe(false)
  })

  it('does not remove a wallet that was injected later, and restores the previous one', () => {
    const target = Object.assign(new EventTarget(), { ethereum: 'older' })
    const undoFirst = create().injectLegacy(target)
    const second = create()
    const undoSecond = second.injectLegacy(target)
    undoFirst()
    expect(ethereumOf(target)).toBe(second.provider)
    undoSecond()
    expect(ethereumOf(target)).not.toBe(second.provider)
    const alone = Object.assign(new EventTarget(), { ethereum: 'older' })
    create().injectLegacy(alone)()
    expect(alone.ethereum).toBe('older')
  })
})
