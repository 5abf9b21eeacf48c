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
  ['has null for a feature', 'features: each is a function or absent', withFeatures(() => ({ 'coins:burn': null }))],
  [
    'returns an empty signature',
    'message:sign: returns a correct result',
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': answering(sign, () => '') })),
  ],
  [
    'signs another message',
    'message:sign: returns a correct result',
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': saying(sign, { message: 'Bye' }) })),
  ],
  [
    'fails with another error if a message is declined',
    'message:sign: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': declining(sign, failed) })),
  ],
  [
    'returns an empty signature if a message is declined',
    'message:sign: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': declining(sign, () => '') })),
  ],
  [
    'ignores an abort while signing a message',
    "message:sign: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': deaf(sign) })),
  ],
  [
    'signs other typed data',
    'typedData:sign: returns a correct result',
    withFeatures(({ 'typedData:sign': sign }) => ({ 'typedData:sign': answering(sign, () => 'typed b') })),
  ],
  [
    'fails with another error if typed data is declined',
    'typedData:sign: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'typedData:sign': sign }) => ({ 'typedData:sign': declining(sign, failed) })),
  ],
  [
    'ignores an abort while signing typed data',
    "typedData:sign: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'typedData:sign': sign }) => ({ 'typedData:sign': deaf(sign) })),
  ],
  [
    'sends another amount',
    'transaction:send: returns a correct result',
    withFeatures(({ 'transaction:send': send }) => ({ 'transaction:send': answering(send, () => 'sent 3') })),
  ],
  [
    'fails with another error if sending a transaction is declined',
    'transaction:send: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'transaction:send': send }) => ({ 'transaction:send': declining(send, failed) })),
  ],
  [
    'ignores an abort while sending a transaction',
    "transaction:send: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'transaction:send': send }) => ({ 'transaction:send': deaf(send) })),
  ],
  [
    'returns an empty signed transaction',
    'transaction:sign: returns a correct result',
    withFeatures(({ 'transaction:sign': sign }) => ({
      'transaction:sign': answering(sign, () => new Uint8Array()),
    })),
  ],
  [
    'returns a transaction unsigned',
    'transaction:sign: returns a correct result',
    withFeatures(({ 'transaction:sign': sign }) => ({ 'transaction:sign': answering(sign, () => Uint8Array.of(7)) })),
  ],
  [
    'fails with another error if signing a transaction is declined',
    'transaction:sign: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'transaction:sign': sign }) => ({ 'transaction:sign': declining(sign, failed) })),
  ],
  [
    'ignores an abort while signing a transaction',
    "transaction:sign: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'transaction:sign': sign }) => ({ 'transaction:sign': deaf(sign) })),
  ],
  [
    'signs only some of several transactions',
    'transaction:signAll: returns a correct result',
    withFeatures(({ 'transaction:signAll': sign }) => ({
      'transaction:signAll': answering(sign, (signed) => (signed as readonly unknown[]).slice(1)),
    })),
  ],
  [
    'returns several transactions as text',
    'transaction:signAll: returns a correct result',
    withFeatures(({ 'transaction:signAll': sign }) => ({
      'transaction:signAll': answering(sign, (signed) => (signed as readonly unknown[]).map(String)),
    })),
  ],
  [
    'signs several transactions in another order',
    'transaction:signAll: returns a correct result',
    withFeatures(({ 'transaction:signAll': sign }) => ({
      'transaction:signAll': answering(sign, (signed) => [...(signed as readonly unknown[])].reverse()),
    })),
  ],
  [
    'fails with another error if signing several transactions is declined',
    'transaction:signAll: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'transaction:signAll': sign }) => ({ 'transaction:signAll': declining(sign, failed) })),
  ],
  [
    'ignores an abort while signing several transactions',
    "transaction:signAll: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'transaction:signAll': sign }) => ({ 'transaction:signAll': deaf(sign) })),
  ],
  [
    'fails with another error if calls are declined',
    'calls:send: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'calls:send': send }) => ({ 'calls:send': declining(send, failed) })),
  ],
  [
    'ignores an abort while sending calls',
    "calls:send: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'calls:send': send }) => ({ 'calls:send': deaf(send) })),
  ],
  [
    'returns an id other than that of the status',
    'calls:send: returns a correct result',
    withFeatures(({ 'calls:send': send, 'calls:status': read }) => ({
      'calls:send': answering(send, () => 'bundle-9'),
      'calls:status': (request: Parameters<typeof read>[0]) =>
        read(request.id === 'bundle-9' ? { ...request, id: 'bundle-0' } : request),
    })),
  ],
  ...(
    [
      ['returns an unknown status', { status: 'DONE' }],
      ['returns the status code as text', { code: '200' }],
      ['does not report whether the calls were atomic', { isAtomic: undefined }],
      ['does not execute atomic calls atomically', { isAtomic: false }],
      ['returns no hashes', { hashes: undefined }],
      ['returns invalid hashes', { hashes: ['aa', 'bb'] }],
    ] as const
  ).map(
    ([sin, change]) =>
      [
        sin,
        'calls:status: reports the outcome of a sent bundle',
        withFeatures(({ 'calls:status': read }) => ({
          'calls:status': answering(read, (status) => ({ ...(status as object), ...change })),
        })),
      ] as const,
  ),
  [
    'reports unknown calls as pending',
    'calls:status: rejects with UNKNOWN_BUNDLE for an unknown id',
    withFeatures(({ 'calls:status': read }) => ({
      'calls:status': (request: Parameters<typeof read>[0]) =>
        read(request).catch(() => ({ status: 'pending', code: 100, isAtomic: true, hashes: [] })),
    })),
  ],
  ...(
    [
      ['returns capabilities by chain number', { 1: {} }],
      ['returns null as the capabilities of a network', { [hub.caipNetworkId]: null }],
      ['returns a function as a capability', { [hub.caipNetworkId]: { ask: () => true } }],
    ] as const
  ).map(
    ([sin, answer]) =>
      [
        sin,
        'capabilities:read: returns plain data by network',
        withFeatures(() => ({ 'capabilities:read': async () => answer })),
      ] as const,
  ),
  [
    'returns networks that were not requested',
    'capabilities:read: returns plain data by network',
    withFeatures(({ 'capabilities:read': read }) => ({
      'capabilities:read': saying(read, { networks: undefined }),
    })),
  ],
  [
    'returns a wrong result from a feature of its own',
    'features: all others with a check work',
    withFeatures(() => ({ 'memo:keep': async () => 0 })),
  ],
  [
    'reports a switch that did not happen',
    'network:switch: switches to the requested network',
    withFeatures(({ 'network:switch': go }) => ({ 'network:switch': saying(go, { network: hub }) })),
  ],
  [
    'fails with another error if a switch is declined',
    'network:switch: rejects with USER_REJECTED if the user declines, and keeps the network',
    withFeatures(({ 'network:switch': go }) => ({ 'network:switch': declining(go, failed) })),
  ],
  [
    'switches although it was declined',
    'network:switch: rejects with USER_REJECTED if the user declines, and keeps the network',
    withFeatures(({ 'network:switch': go }, { provider }) => ({
      'network:switch': declining(go, (cause) => {
        provider.goTo(zone.caipNetworkId)
        throw cause
      }),
    })),
  ],
  [
    'ignores an abort while switching the network',
    "network:switch: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'network:switch': go }) => ({ 'network:switch': deaf(go) })),
  ],
]

describe('a bad connector', () => {
  it.concurrent.for(sins)('that %s fails "%s"', async ([, caught, spoil], { expect }) => {
    expect(await findFailures(connectorCases, createMemorySubject(spoil))).toEqual([caught])
  })
})
