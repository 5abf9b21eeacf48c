import { describe, it } from 'vitest'
import { never } from '../never.js'
import { createMemorySubject, type Spoil } from '../testing/createMemorySubject.js'
import { hub, zone } from '../testing/createMemoryWallet.js'
import { findFailures } from '../testing/findFailures.js'
import { failed, withFeatures } from '../testing/spoils.js'
import { connectorCases } from './connectorCases.js'

type Run<request> = (request: request) => Promise<unknown>
type Cancelled = { readonly signal: AbortSignal }

/** Changes what is asked for. */
const saying =
  <request>(run: Run<request>, change: Partial<request>): Run<request> =>
  (request) =>
    run({ ...request, ...change })

/** Changes what a call gives. */
const answering =
  <request>(run: Run<request>, alter: (answer: unknown) => unknown): Run<request> =>
  async (request) =>
    alter(await run(request))

/** Changes what becomes of a no. */
const declining =
  <request extends Cancelled>(run: Run<request>, handle: (cause: Error) => unknown): Run<request> =>
  (request) =>
    run(request).catch((cause: Error) => (request.signal.aborted ? Promise.reject(cause) : handle(cause)))

/** Takes no notice of its signal. */
const deaf =
  <request extends Cancelled>(run: Run<request>): Run<request> =>
  (request) =>
    run({ ...request, signal: never() })

/** What is wrong, and the one case that has to find it. */
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
