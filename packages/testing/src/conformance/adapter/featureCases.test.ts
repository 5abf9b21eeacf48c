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
  ['returns the balance as a number', ofBalance, reading(({ value }) => ({ value: Number(value) }))],
  ['returns decimals other than those of the network', ofBalance, reading(() => ({ decimals: 18 }))],
  ['returns a symbol other than that of the network', ofBalance, reading(() => ({ symbol: 'ETH' }))],
  ['returns a wrong balance', ofBalance, reading(() => ({ value: 8n }))],
  ['returns zero when the chain is down', ofDown, readingDown(() => ({ value: 0n, decimals: 6, symbol: 'COIN' }))],
  ['passes the error of the node through', ofDown, readingDown(() => Promise.reject(new Error('503')))],
  [
    'ignores an abort while reading the balance',
    "balance:read: rejects at once with the signal's reason if it is aborted while the node doesn't respond",
    withFeatures(({ 'balance:read': read }) => ({
      'balance:read': (request: Parameters<typeof read>[0]) => read({ ...request, signal: never() }),
    })),
  ],
  ['has null for a feature', 'features: each is a function or absent', withFeatures(() => ({ 'coins:burn': null }))],
  [
    'estimates zero gas',
    'gas:estimate: resolves with a positive bigint',
    withFeatures(() => ({ 'gas:estimate': async () => 0n })),
  ],
  [
    'links to an image over plain HTTP',
    'network:image: returns undefined, or a data or https URL',
    withFeatures(() => ({ 'network:image': async () => 'http://vendor.example/a.png' })),
  ],
  ...(
    [
      ['reports a confirmed transaction as expired', { status: 'expired' }],
      ['passes a status of the node through', { status: 'mined' }],
      ['reports a failed transaction without a reason', { status: 'failed' }],
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
    'ignores an abort while waiting for a transaction',
    "transaction:confirm: rejects at once with the signal's reason if it is aborted while the node doesn't respond",
    withFeatures(({ 'transaction:confirm': confirm }) => ({
      'transaction:confirm': (request: Parameters<typeof confirm>[0]) => confirm({ ...request, signal: never() }),
    })),
  ],
  [
    'returns a wrong result from a feature of its own',
    'features: all others with a check work',
    withFeatures(() => ({ 'height:read': async () => 98 })),
  ],
]

describe('a bad adapter', () => {
  it.concurrent.for(sins)('that %s fails "%s"', async ([, caught, spoil], { expect }) => {
    expect(await findFailures(adapterCases, createMemoryAdapterSubject(spoil))).toEqual([caught])
  })
})
