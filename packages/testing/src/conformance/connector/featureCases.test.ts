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
    'signs with nothing',
    'message:sign: returns a correct result',
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': answering(sign, () => '') })),
  ],
  [
    'signs something else',
    'message:sign: returns a correct result',
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': saying(sign, { message: 'Bye' }) })),
  ],
  [
    'calls an unsigned message a fault',
    'message:sign: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': declining(sign, failed) })),
  ],
  [
    'takes a no for an empty signature',
    'message:sign: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': declining(sign, () => '') })),
  ],
  [
    'cannot be interrupted',
    "message:sign: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'message:sign': sign }) => ({ 'message:sign': deaf(sign) })),
  ],
  [
    'signs other typed data',
    'typedData:sign: returns a correct result',
    withFeatures(({ 'typedData:sign': sign }) => ({ 'typedData:sign': answering(sign, () => 'typed b') })),
  ],
  [
    'calls unsigned typed data a fault',
    'typedData:sign: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'typedData:sign': sign }) => ({ 'typedData:sign': declining(sign, failed) })),
  ],
  [
    'waits for typed data whatever comes',
    "typedData:sign: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'typedData:sign': sign }) => ({ 'typedData:sign': deaf(sign) })),
  ],
  [
    'sends another amount',
    'transaction:send: returns a correct result',
    withFeatures(({ 'transaction:send': send }) => ({ 'transaction:send': answering(send, () => 'sent 3') })),
  ],
  [
    'calls an unsent transaction a fault',
    'transaction:send: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'transaction:send': send }) => ({ 'transaction:send': declining(send, failed) })),
  ],
  [
    'waits for a transaction whatever comes',
    "transaction:send: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'transaction:send': send }) => ({ 'transaction:send': deaf(send) })),
  ],
  [
    'signs a transaction with nothing',
    'transaction:sign: returns a correct result',
    withFeatures(({ 'transaction:sign': sign }) => ({
      'transaction:sign': answering(sign, () => new Uint8Array()),
    })),
  ],
  [
    'gives back a transaction unsigned',
    'transaction:sign: returns a correct result',
    withFeatures(({ 'transaction:sign': sign }) => ({ 'transaction:sign': answering(sign, () => Uint8Array.of(7)) })),
  ],
  [
    'calls a transaction that was not signed a fault',
    'transaction:sign: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'transaction:sign': sign }) => ({ 'transaction:sign': declining(sign, failed) })),
  ],
  [
    'waits for a signed transaction whatever comes',
    "transaction:sign: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'transaction:sign': sign }) => ({ 'transaction:sign': deaf(sign) })),
  ],
  [
    'signs some of several transactions',
    'transaction:signAll: returns a correct result',
    withFeatures(({ 'transaction:signAll': sign }) => ({
      'transaction:signAll': answering(sign, (signed) => (signed as readonly unknown[]).slice(1)),
    })),
  ],
  [
    'gives several transactions as text',
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
    'calls several transactions that were not signed a fault',
    'transaction:signAll: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'transaction:signAll': sign }) => ({ 'transaction:signAll': declining(sign, failed) })),
  ],
  [
    'waits for several signed transactions whatever comes',
    "transaction:signAll: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'transaction:signAll': sign }) => ({ 'transaction:signAll': deaf(sign) })),
  ],
  [
    'calls declined calls a fault',
    'calls:send: rejects with USER_REJECTED if the user declines',
    withFeatures(({ 'calls:send': send }) => ({ 'calls:send': declining(send, failed) })),
  ],
  [
    'waits for calls whatever comes',
    "calls:send: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'calls:send': send }) => ({ 'calls:send': deaf(send) })),
  ],
  [
    'gives calls another name than their status has',
    'calls:send: returns a correct result',
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
        'calls:status: reports the outcome of a sent bundle',
        withFeatures(({ 'calls:status': read }) => ({
          'calls:status': answering(read, (status) => ({ ...(status as object), ...change })),
        })),
      ] as const,
  ),
  [
    'waits for calls that nobody sent',
    'calls:status: rejects with UNKNOWN_BUNDLE for an unknown id',
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
        'capabilities:read: returns plain data by network',
        withFeatures(() => ({ 'capabilities:read': async () => answer })),
      ] as const,
  ),
  [
    'tells of networks that nobody asked about',
    'capabilities:read: returns plain data by network',
    withFeatures(({ 'capabilities:read': read }) => ({
      'capabilities:read': saying(read, { networks: undefined }),
    })),
  ],
  [
    'gives a wrong answer to a feature of its own',
    'features: all others with a check work',
    withFeatures(() => ({ 'memo:keep': async () => 0 })),
  ],
  [
    'says that it has switched, and has not',
    'network:switch: switches to the requested network',
    withFeatures(({ 'network:switch': go }) => ({ 'network:switch': saying(go, { network: hub }) })),
  ],
  [
    'calls a switch that was declined a fault',
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
    'waits for a switch whatever comes',
    "network:switch: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
    withFeatures(({ 'network:switch': go }) => ({ 'network:switch': deaf(go) })),
  ],
]

describe('a bad connector', () => {
  it.concurrent.for(sins)('that %s fails "%s"', async ([, caught, spoil], { expect }) => {
    expect(await findFailures(connectorCases, createMemorySubject(spoil))).toEqual([caught])
  })
})
