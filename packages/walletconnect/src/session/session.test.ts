import { type CaipNetworkId, namespaces } from '@latchkey/core'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createStubSession } from '../../test/createStubSession.js'
import { readAddresses, readChain, readEvent, toExpiry, toIdentity } from './session.js'

const [one, two] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']

const evm = {
  accounts: [`eip155:1:${one}`, `eip155:10:${one}`, `eip155:10:${two}`],
  methods: ['personal_sign'],
  events: ['chainChanged', 'accountsChanged'],
}

const event = (name: string, data: unknown, chainId = 'eip155:1') => ({ event: { name, data }, chainId })

describe('a session', () => {
  test('starts on the first network that the modal also has', () => {
    const networkIds = ['eip155:10'] as const
    const { session } = createStubSession({ namespaces: { eip155: evm }, networkIds })
    expect(session.getNetworkId('eip155')).toBe('eip155:10')
    expect(session.getAddresses('eip155')).toEqual([one, two])
    expect(session.getNetworkId('solana')).toBeUndefined()
  })

  test('moves only to approved networks, and notifies only the watchers of the namespace', () => {
    const { session } = createStubSession({ namespaces: { eip155: evm } })
    const [ofEvm, ofSolana] = [vi.fn(), vi.fn()]
    session.watch('eip155', ofEvm)
    session.watch('solana', ofSolana)
    expect(session.moveTo('eip155:5')).toBe(false)
    expect(session.moveTo('solana:x')).toBe(false)
    expect(session.moveTo('eip155:10')).toBe(true)
    expect(session.moveTo('eip155:10')).toBe(true)
    expect(ofEvm.mock.calls).toEqual([[{ accounts: true, network: true, approval: false }]])
    expect(ofSolana).not.toHaveBeenCalled()
  })

  test('moves the account that the wallet selects to the front if it is approved', () => {
    const { session } = createStubSession({ namespaces: { eip155: evm } })
    session.moveTo('eip155:10')
    session.handleEvent(event('accountsChanged', [`eip155:10:${two.toLowerCase()}`], 'eip155:10'))
    expect(session.getAddresses('eip155')).toEqual([two, one])
    session.handleEvent(event('accountsChanged', ['0x0000000000000000000000000000000000000001'], 'eip155:10'))
    expect(session.getAddresses('eip155')).toEqual([one, two])
    session.handleEvent(event('accountsChanged', [], 'eip155:10'))
    expect(session.getAddresses('eip155')).toEqual([one, two])
  })

  test('[S5.20] ignores events whose name or network was not approved', () => {
    const { session } = createStubSession({ namespaces: { eip155: { ...evm, events: ['chainChanged'] } } })
    session.handleEvent(event('accountsChanged', [two], 'eip155:10'))
    session.handleEvent(event('chainChanged', 'eip155:10', 'eip155:5'))
    session.handleEvent(event('chainChanged', 5))
    session.handleEvent(event('message', 'x'))
    expect(session.getNetworkId('eip155')).toBe('eip155:1')
    session.handleEvent(event('chainChanged', 10))
    expect(session.getNetworkId('eip155')).toBe('eip155:10')
    expect(session.getAddresses('eip155')).toEqual([one, two])
  })

  test('moves to another network if the current one is withdrawn', () => {
    const { session } = createStubSession({ namespaces: { eip155: evm } })
    session.moveTo('eip155:10')
    session.update({ eip155: { ...evm, accounts: [`eip155:1:${one}`] } })
    expect(session.getNetworkId('eip155')).toBe('eip155:1')
    session.update({})
    expect(session.getNetworkId('eip155')).toBeUndefined()
    expect(session.getAddresses('eip155')).toEqual([])
  })

  test('reports its end once, and afterwards handles no events and sends no requests', async () => {
    const { session, calls } = createStubSession({ namespaces: { eip155: evm } })
    const told = vi.fn()
    session.watch('eip155', told)
    session.end('deleted')
    session.end('expired')
    expect(session.getEnd()).toBe('deleted')
    session.update({})
    session.handleEvent(event('chainChanged', 10))
    expect(session.getNetworkId('eip155')).toBe('eip155:1')
    const asked = session.request({ method: 'personal_sign' }, { chains: ['eip155:1'] })
    await expect(asked).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND', isUnsent: true })
    expect(told.mock.calls).toEqual([[{ accounts: true, network: false, approval: false }]])
    expect(calls).toEqual([])
  })

  test('is always on an approved network with an account, whatever the wallet sends', () => {
    const chain = fc.constantFrom<CaipNetworkId>('eip155:1', 'eip155:10', 'eip155:5', 'solana:a')
    const accounts = fc.array(fc.tuple(chain, fc.constantFrom(one, two)).map((parts) => parts.join(':')))
    const update = fc.record({
      eip155: fc.record({ accounts, methods: fc.constant([]), events: fc.constant(evm.events) }),
    })
    const happening = fc.record({
      event: fc.record({ name: fc.constantFrom('chainChanged', 'accountsChanged'), data: fc.anything() }),
      chainId: chain,
    })
    const steps = fc.array(fc.oneof(update, happening, chain, fc.anything()))
    fc.assert(
      fc.property(steps, (all) => {
        const { session } = createStubSession({ namespaces: { eip155: evm } })
        for (const step of all) {
          if (typeof step === 'string') session.moveTo(step as CaipNetworkId)
          else session.handleEvent(step)
          if (typeof step === 'object' && step && 'eip155' in step) session.update(step)
          for (const namespace of namespaces) {
            const networkId = session.getNetworkId(namespace)
            const approved = session.getApproval()[namespace]?.chains ?? []
            expect(networkId === undefined ? approved.length : approved.indexOf(networkId)).not.toBe(-1)
            expect(session.getAddresses(namespace).length > 0).toBe(networkId !== undefined)
          }
        }
      }),
    )
  })
})

const sessionEvent = (data: unknown, caipNetworkId: CaipNetworkId = 'eip155:1') => ({ name: 'x', data, caipNetworkId })

describe('readEvent', () => {
  test('returns the name, chain and data', () => {
    expect(readEvent({ event: { name: 'chainChanged', data: 10 }, chainId: 'eip155:1' })).toEqual({
      name: 'chainChanged',
      data: 10,
      caipNetworkId: 'eip155:1',
    })
  })

  test('never throws, and returns null for an invalid event or chain', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readEvent({ event: value, chainId: 'eip155:1' })?.caipNetworkId ?? 'eip155:1').toBe('eip155:1')
        expect(readEvent({ event: { name: 'x' }, chainId: value })).toBeNull()
        expect(readEvent(value)).toBeNull()
      }),
    )
  })
})

describe('readChain', () => {
  for (const [data, chain] of [
    [10, 'eip155:10'],
    ['10', 'eip155:10'],
    ['0xa', 'eip155:10'],
    ['eip155:10', 'eip155:10'],
    [{ chainId: '0xa' }, 'eip155:10'],
    ['solana:x', 'eip155:1'],
    [0, 'eip155:1'],
    [-1, 'eip155:1'],
    ['mainnet', 'eip155:1'],
    [null, 'eip155:1'],
    [undefined, 'eip155:1'],
  ] as const)
    test(`${JSON.stringify(data)} means ${chain}`, () => {
      expect(readChain(sessionEvent(data))).toBe(chain)
    })

  test('outside EVM returns a CAIP-2 ID, or else the chain of the event', () => {
    expect(readChain(sessionEvent('solana:b', 'solana:a'))).toBe('solana:b')
    expect(readChain(sessionEvent(5, 'solana:a'))).toBe('solana:a')
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readChain(sessionEvent(value))).toMatch(/^eip155:[1-9]\d*$/)
      }),
    )
  })
})

describe('readAddresses', () => {
  test('accepts bare addresses and CAIP-10 IDs of the namespace', () => {
    expect(readAddresses(sessionEvent(['0xa', 'eip155:10:0xb', 'solana:x:c', '', 7, null]))).toEqual(['0xa', '0xb'])
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readAddresses(sessionEvent(value)).every((item) => typeof item === 'string')).toBe(true)
      }),
    )
  })
})

test('[S5.19] toExpiry accepts 300 seconds to seven days, and defaults to 300 seconds', () => {
  expect([toExpiry(), toExpiry(300), toExpiry(3_600), toExpiry(604_800)]).toEqual([300, 300, 3_600, 604_800])
})

for (const seconds of [299, 604_801, 0, -1, 300.5, Number.NaN, Number.POSITIVE_INFINITY])
  test(`[S5.19] error: throws INVALID_PARAMS for the expiry ${seconds}`, () => {
    expect(() => toExpiry(seconds)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
  })

const icon = 'data:image/png;base64,AAAA'

test('toIdentity keeps the name and the first icon that is an image data URL', () => {
  const icons = ['https://tracker.example/pixel.png', 'javascript:alert(1)', 'data:text/html,<script>', icon]
  expect(toIdentity({ name: 'Rainbow', icons })).toEqual({ name: 'Rainbow', icon })
})

test('[T14] toIdentity truncates and cleans a hostile name, and drops hostile icons', () => {
  const name = `\u202EksaM\u200Bateⅿ\n${'x'.repeat(5_000)}`
  const identity = toIdentity({ name, icons: [`data:image/png;base64,${'A'.repeat(300_000)}`, 'vbscript:x', 7] })
  expect(identity?.name).toHaveLength(64)
  expect(identity?.name).not.toMatch(/[\u202E\u200B\n]/)
  expect(identity?.icon).toBeUndefined()
})

for (const value of [null, 'x', [], {}, { name: '' }, { name: 7 }, { name: '\u200B' }])
  test(`toIdentity returns undefined for ${JSON.stringify(value)}`, () => {
    expect(toIdentity(value)).toBeUndefined()
  })

test('toIdentity accepts any icons without throwing', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(toIdentity({ name: 'x', icons: value })?.name).toBe('x')
    }),
  )
})
