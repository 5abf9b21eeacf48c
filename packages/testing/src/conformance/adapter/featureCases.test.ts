import type { AdapterFeatures, Balance } from '@latchkey/core'
import { describe, it } from 'vitest'
import { atWork, createMemoryAdapterSubject, type SpoilAdapter } from '../testing/createMemoryAdapterSubject.js'
import { findFailures } from '../testing/findFailures.js'
import { never } from '../waiting.js'
import { adapterCases } from './adapterCases.js'

const withFeatures = (spoil: (features: AdapterFeatures) => object): SpoilAdapter =>
  atWork((good) => ({ features: { ...good.features, ...spoil(good.features as AdapterFeatures) } }))

const reading = (alter: (balance: Balance) => object): SpoilAdapter =>
  withFeatures(({ 'balance:read': read }) => ({
    'balance:read': async (request: Parameters<typeof read>[0]) => {
      const balance = await read(request)
      return { ...balance, ...alter(balance) }
    },
  }))

const readingDown = (handle: () => unknown): SpoilAdapter =>
  withFeatures(({ 'balance:read': read }) => ({
    'balance:read': (request: Parameters<typeof read>[0]) =>
      read(request).catch((cause: unknown) => (request.signal.aborted ? Promise.reject(cause) : handle())),
  }))

const ofBalance = "balance:read: resolves with atomic units of the network's own currency"

const ofDown = 'balance:read: rejects with a LatchkeyError if no node responds'

/** The defect, and the one case that must find it. */
const sins: readonly (readonly [sin: string, caught: string, spoil: SpoilAdapter])[] = [
  ['gives the balance as a number', ofBalance, reading(({ value }) => ({ value: Number(value) }))],
  ['has decimals of its own', ofBalance, reading(() => ({ decimals: 18 }))],
  ['has a symbol of its own', ofBalance, reading(() => ({ symbol: 'ETH' }))],
  ['gives a balance that is wrong', ofBalance, reading(() => ({ value: 8n }))],
  ['shows zero when the chain is down', ofDown, readingDown(() => ({ value: 0n, decimals: 6, symbol: 'COIN' }))],
  ['passes on what the node says', ofDown, readingDown(() => Promise.reject(new Error('503')))],
  [
    'waits for the node whatever comes',
    "balance:read: rejects at once with the signal's reason if it is aborted while the node doesn't respond",
    withFeatures(({ 'balance:read': read }) => ({
      'balance:read': (request: Parameters<typeof read>[0]) => read({ ...request, signal: never() }),
    })),
  ],
  ['has null for a feature', 'features: each is a function or absent', withFeatures(() => ({ 'coins:burn': null }))],
  [
    'estimates nothing',
    'gas:estimate: resolves with a positive bigint',
    withFeatures(() => ({ 'gas:estimate': async () => 0n })),
  ],
  [
    'links a picture in the open',
    'network:image: returns undefined, or a data or https URL',
    withFeatures(() => ({ 'network:image': async () => 'http://vendor.example/a.png' })),
  ],
  ...(
    [
      ['takes a transaction for lost', { status: 'expired' }],
      ['passes on a word of the node', { status: 'mined' }],
      ['gives no reason for a failure', { status: 'failed' }],
    ] as const
  ).map(
    ([sin, answer]) =>
      [
        sin,
        'transaction:confirm: reports the outcome of a transaction',
        withFeatures(({ 'transaction:confirm': confirm }) => ({
          'transaction:confirm': async (request: Parameters<typeof confirm>[0]) => {
            await confirm(request)
            return answer
          },
        })),
      ] as const,
  ),
  [
    'waits for a transaction whatever comes',
    "transaction:confirm: rejects at once with the signal's reason if it is aborted while the node doesn't respond",
    withFeatures(({ 'transaction:confirm': confirm }) => ({
      'transaction:confirm': (request: Parameters<typeof confirm>[0]) => confirm({ ...request, signal: never() }),
    })),
  ],
  [
    'gives a wrong answer to a feature of its own',
    'features: all others with a check work',
    withFeatures(() => ({ 'height:read': async () => 98 })),
  ],
]

describe('a bad adapter', () => {
  it.concurrent.for(sins)('that %s fails "%s"', async ([, caught, spoil], { expect }) => {
    expect(await findFailures(adapterCases, createMemoryAdapterSubject(spoil))).toEqual([caught])
  })
})
