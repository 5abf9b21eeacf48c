import { describe, it } from 'vitest'
import { createMemorySubject, type Spoil } from '../testing/createMemorySubject.js'
import { hub, zone } from '../testing/createMemoryWallet.js'
import { findFailures } from '../testing/findFailures.js'
import { failed, withFeatures } from '../testing/spoils.js'
import { never } from '../waiting.js'
import { connectorCases } from './connectorCases.js'

type Run<request> = (request: request) => Promise<unknown>

type Cancelled = { readonly signal: AbortSignal }

/** Changes the request. */
const saying =
  <request>(run: Run<request>, change: Partial<request>): Run<request> =>
  (request) =>
    run({ ...request, ...change })

/** Changes the result of a call. */
const answering =
  <request>(run: Run<request>, alter: (answer: unknown) => unknown): Run<request> =>
  async (request) =>
    alter(await run(request))

/** Changes the error of a rejection. */
const declining =
  <request extends Cancelled>(run: Run<request>, handle: (cause: Error) => unknown): Run<request> =>
  (request) =>
    run(request).catch((cause: Error) => (request.signal.aborted ? Promise.reject(cause) : handle(cause)))

/** Ignores its signal. */
const deaf =
  <request extends Cancelled>(run: Run<request>): Run<request> =>
  (request) =>
    run({ ...request, signal: never() })

/** The defect, and the one case that must find it. */
const sins: readonly (readonly [sin: string, caught: string, spoil: Spoil])[] = [
  ['has null for a feature', 'features: each is a function, or absent', withFeatures(() => ({ 'coins:burn': null }))],
  [
    'signs with nothing',
    'message:sign: the answer holds',
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': answering(sign, () => '') })),
  ],
  [
    'signs something else',
    'message:sign: the answer holds',
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': saying(sign, { message: 'Bye' }) })),
  ],
  [
    'calls an unsigned message a fault',
    'message:sign: declined, it is USER_REJECTED',
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': declining(sign, failed) })),
  ],
  [
    'takes a no for an empty signature',
    'message:sign: declined, it is USER_REJECTED',
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': declining(sign, () => '') })),
  ],
  [
    'cannot be interrupted',
    "message:sign: while the wallet asks, an abort ends it at once with the signal's reason",
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': deaf(sign) })),
  ],
  [
    'signs other typed data',
    'typedData:sign: the answer holds',
    withFeatures(({ 'typedData:sign': sign }) => ({ 'typedData:sign': answering(sign, () => 'typed b') })),
  ],
  [
    'calls unsigned typed data a fault',
    'typedData:sign: declined, it is USER_REJECTED',
    withFeatures(({ 'typedData:sign': sign }) => ({ 'typedData:sign': declining(sign, failed) })),
  ],
  [
    'waits for typed data whatever comes',
    "typedData:sign: while the wallet asks, an abort ends it at once with the signal's reason",
    withFeatures(({ 'typedData:sign': sign }) => ({ 'typedData:sign': deaf(sign) })),
  ],
  [
    'sends another amount',
    'transaction:send: the answer holds',
    withFeatures(({ 'transaction:send': send }) => ({ 'transaction:send': answering(send, () => 'sent 3') })),
  ],
  [
    'calls an unsent transaction a fault',
    'transaction:send: declined, it is USER_REJECTED',
    withFeatures(({ 'transaction:send': send }) => ({ 'transaction:send': declining(send, failed) })),
  ],
  [
    'waits for a transaction whatever comes',
    "transaction:send: while the wallet asks, an abort ends it at once with the signal's reason",
    withFeatures(({ 'transaction:send': send }) => ({ 'transaction:send': deaf(send) })),
  ],
  [
    'signs a transaction with nothing',
    'transaction:sign: the answer holds',
    withFeatures(({ 'transaction:sign': sign }) => ({
      'transaction:sign': answering(sign, () => new Uint8Array()),
    })),
  ],
  [
    'gives back a transaction unsigned',
    'transaction:sign: the answer holds',
    withFeatures(({ 'transaction:sign': sign }) => ({ 'transaction:sign': answering(sign, () => Uint8Array.of(7)) })),
  ],
  [
    'calls a transaction that was not signed a fault',
    'transaction:sign: declined, it is USER_REJECTED',
    withFeatures(({ 'transaction:sign': sign }) => ({ 'transaction:sign': declining(sign, failed) })),
  ],
  [
    'waits for a signed transaction whatever comes',
    "transaction:sign: while the wallet asks, an abort ends it at once with the signal's reason",
    withFeatures(({ 'transaction:sign': sign }) => ({ 'transaction:sign': deaf(sign) })),
  ],
  [
    'signs some of several transactions',
    'transaction:signAll: the answer holds',
    withFeatures(({ 'transaction:signAll': sign }) => ({
      'transaction:signAll': answering(sign, (signed) => (signed as readonly unknown[]).slice(1)),
    })),
  ],
  [
    'gives several transactions as text',
    'transaction:signAll: the answer holds',
    withFeatures(({ 'transaction:signAll': sign }) => ({
      'transaction:signAll': answering(sign, (signed) => (signed as readonly unknown[]).map(String)),
    })),
  ],
  [
    'signs several transactions in another order',
    'transaction:signAll: the answer holds',
    withFeatures(({ 'transaction:signAll': sign }) => ({
      'transaction:signAll': answering(sign, (signed) => [...(signed as readonly unknown[])].reverse()),
    })),
  ],
  [
    'calls several transactions that were not signed a fault',
    'transaction:signAll: declined, it is USER_REJECTED',
    withFeatures(({ 'transaction:signAll': sign }) => ({ 'transaction:signAll': declining(sign, failed) })),
  ],
  [
    'waits for several signed transactions whatever comes',
    "transaction:signAll: while the wallet asks, an abort ends it at once with the signal's reason",
    withFeatures(({ 'transaction:signAll': sign }) => ({ 'transaction:signAll': deaf(sign) })),
  ],
  [
    'calls declined calls a fault',
    'calls:send: declined, it is USER_REJECTED',
    withFeatures(({ 'calls:send': send }) => ({ 'calls:send': declining(send, failed) })),
  ],
  [
    'waits for calls whatever comes',
    "calls:send: while the wallet asks, an abort ends it at once with the signal's reason",
    withFeatures(({ 'calls:send': send }) => ({ 'calls:send': deaf(send) })),
  ],
  [
    'gives calls another name than their status has',
    'calls:send: the answer holds',
    withFeatures(({ 'calls:send': send, 'calls:status': read }) => ({
      'calls:send': answering(send, () => 'bundle-9'),
      'calls:status': (request: Parameters<typeof read>[0]) =>
        read(request.id === 'bundle-9' ? { ...request, id: 'bundle-0' } : request),
    })),
  ],
  ...(
    [
      ['passes on a status of its own', { status: 'DONE' }],
      ['gives the number as text', { code: '200' }],
      ['does not say whether it was all or none', { isAtomic: undefined }],
      ['makes some of calls that were to be all or none', { isAtomic: false }],
      ['gives no hashes', { hashes: undefined }],
      ['gives hashes that do not hold', { hashes: ['aa', 'bb'] }],
    ] as const
  ).map(
    ([sin, change]) =>
      [
        sin,
        'calls:status: tells what became of calls that were sent',
        withFeatures(({ 'calls:status': read }) => ({
          'calls:status': answering(read, (status) => ({ ...(status as object), ...change })),
        })),
      ] as const,
  ),
  [
    'waits for calls that nobody sent',
    'calls:status: calls that nobody sent are UNKNOWN_BUNDLE',
    withFeatures(({ 'calls:status': read }) => ({
      'calls:status': (request: Parameters<typeof read>[0]) =>
        read(request).catch(() => ({ status: 'pending', code: 100, isAtomic: true, hashes: [] })),
    })),
  ],
  ...(
    [
      ['knows networks by number', { 1: {} }],
      ['has null for what a network can do', { [hub.caipNetworkId]: null }],
      ['tells of what cannot be kept', { [hub.caipNetworkId]: { ask: () => true } }],
    ] as const
  ).map(
    ([sin, answer]) =>
      [
        sin,
        'capabilities:read: tells by network, as data',
        withFeatures(() => ({ 'capabilities:read': async () => answer })),
      ] as const,
  ),
  [
    'tells of networks that nobody asked about',
    'capabilities:read: tells by network, as data',
    withFeatures(({ 'capabilities:read': read }) => ({
      'capabilities:read': saying(read, { networks: undefined }),
    })),
  ],
  [
    'gives a wrong answer to a feature of its own',
    'features: all others that have a check work',
    withFeatures(() => ({ 'memo:keep': async () => 0 })),
  ],
  [
    'says that it has switched, and has not',
    'network:switch: lands where it was asked to',
    withFeatures(({ 'network:switch': go }) => ({ 'network:switch': saying(go, { network: hub }) })),
  ],
  [
    'calls a switch that was declined a fault',
    'network:switch: declined, it is USER_REJECTED and the network stays',
    withFeatures(({ 'network:switch': go }) => ({ 'network:switch': declining(go, failed) })),
  ],
  [
    'switches although it was declined',
    'network:switch: declined, it is USER_REJECTED and the network stays',
    withFeatures(({ 'network:switch': go }, { provider }) => ({
      'network:switch': declining(go, (cause) => {
        provider.goTo(zone.caipNetworkId)
        throw cause
      }),
    })),
  ],
  [
    'waits for a switch whatever comes',
    "network:switch: while the wallet asks, an abort ends it at once with the signal's reason",
    withFeatures(({ 'network:switch': go }) => ({ 'network:switch': deaf(go) })),
  ],
]

describe('a bad connector', () => {
  it.concurrent.for(sins)('that %s fails "%s"', async ([, caught, spoil], { expect }) => {
    expect(await findFailures(connectorCases, createMemorySubject(spoil))).toEqual([caught])
  })
})
