import { describe, expect, it } from 'vitest'
import { createMemorySubject, type Spoil } from '../testing/createMemorySubject.js'
import { zone } from '../testing/createMemoryWallet.js'
import { findFailures } from '../testing/findFailures.js'
import { connecting, failed, giving, withMeta } from '../testing/spoils.js'
import { connectorCases } from './connectorCases.js'

const firstAccount =
  (change: object): Parameters<typeof giving>[0] =>
  ({ accounts: [first, ...others] }) => ({ accounts: [{ ...first, ...change }, ...others] })

/** The defect, and the one case that must find it. */
const sins: readonly (readonly [sin: string, caught: string, spoil: Spoil])[] = [
  ['has no name', 'meta: identifies the wallet', withMeta({ name: '' })],
  ['is of an unknown type', 'meta: identifies the wallet', withMeta({ type: 'BROWSER' })],
  [
    'has a random id on each page load',
    'meta: the id is the same after a reload',
    (good) => ({ meta: { ...good.meta, id: String(Math.random()) } }),
  ],
  ['serves no namespace', 'meta: lists the supported namespaces', withMeta({ namespaces: [] })],
  ['omits a namespace', 'meta: lists the supported namespaces', withMeta({ namespaces: ['eip155'] })],
  [
    'has a javascript: URL as its icon',
    'meta: the icon is a data or https URL',
    withMeta({ icon: 'javascript:alert(1)' }),
  ],
  ['has a function in its meta', 'meta: is plain data', withMeta({ open: () => undefined })],

  [
    'shows a prompt in a silent connect without consent',
    'connect: rejects with UNAUTHORIZED if silent and without consent, and shows no prompt',
    connecting((good, { provider }) => {
      let isNew = true
      return async (request) => {
        isNew &&= request.silent
        if (isNew) await provider.ask(() => undefined)
        return good(request)
      }
    }),
  ],
  [
    'fails with another error without consent',
    'connect: rejects with UNAUTHORIZED if silent and without consent, and shows no prompt',
    connecting((good) => {
      let isNew = true
      return async (request) => {
        isNew &&= request.silent
        return isNew ? failed() : good(request)
      }
    }),
  ],
  [
    'shows a prompt in a silent connect despite consent',
    'connect: reconnects silently to the same account after consent, without a prompt',
    connecting((good, { provider }) => async (request) => {
      if (request.silent && provider.accounts().length > 0) provider.ask(() => undefined).catch(() => undefined)
      return good(request)
    }),
  ],
  [
    'shows a prompt in prepare',
    'prepare: shows no prompt, and connecting works afterwards',
    (_, { provider }) => ({ prepare: () => void provider.ask(() => undefined).catch(() => undefined) }),
  ],
  [
    'restores another account',
    'connect: reconnects silently to the same account after consent, without a prompt',
    giving(({ accounts }, { silent }) => ({ accounts: silent ? accounts.toReversed() : accounts })),
  ],
  [
    'returns an invalid address',
    'connect: resolves with accounts of the namespace',
    giving(firstAccount({ address: '?' })),
  ],
  [
    'returns an unknown account type',
    'connect: resolves with accounts of the namespace',
    giving(firstAccount({ type: 'paper' })),
  ],
  [
    'returns an account of another namespace',
    'connect: resolves with accounts of the namespace',
    giving(firstAccount({ namespace: 'solana' })),
  ],
  [
    'returns a network of another namespace',
    "connect: resolves with the wallet's current network",
    giving((_, { silent }) => (silent ? {} : { caipNetworkId: 'eip155:1' })),
  ],
  [
    'returns a network that the wallet is not on',
    "connect: resolves with the wallet's current network",
    giving((_, { silent }) => (silent ? {} : { caipNetworkId: zone.caipNetworkId })),
  ],
  [
    'shows a prompt for each concurrent connect',
    'connect: two calls at once show one prompt',
    connecting((good, { provider }) => {
      let running = 0
      return async (request) => {
        if (running > 0) provider.ask(() => undefined).catch(() => undefined)
        running += 1
        return good(request).finally(() => {
          running -= 1
        })
      }
    }),
  ],
  [
    'fails a second concurrent connect',
    'connect: two calls at once show one prompt',
    connecting((good) => {
      let running = 0
      return async (request) => {
        if (running > 0) return failed()
        running += 1
        return good(request).finally(() => {
          running -= 1
        })
      }
    }),
  ],
]

describe('a bad connector', () => {
  it.concurrent.for(sins)('that %s fails "%s"', async ([, caught, spoil], { expect }) => {
    expect(await findFailures(connectorCases, createMemorySubject(spoil))).toEqual([caught])
  })

  it('that returns no account fails the cases that start by connecting', async () => {
    const failures = await findFailures(connectorCases, createMemorySubject(giving(() => ({ accounts: [] }))))
    expect(failures).toContain('connect: resolves with accounts of the namespace')
    expect(failures.length).toBeGreaterThan(20)
  })
})
