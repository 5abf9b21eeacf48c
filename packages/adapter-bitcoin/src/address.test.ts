import { bech32m } from '@scure/base'
import { networks, payments } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AddressFamily, parseAddress } from './address.js'

const hash20 = fc.uint8Array({ minLength: 20, maxLength: 20 })

const hash32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

const chains = [
  ['main', 'main', networks.bitcoin],
  ['test', 'legacyTest', networks.testnet],
  ['regtest', 'legacyTest', networks.regtest],
] as const satisfies readonly (readonly [AddressFamily, AddressFamily, unknown])[]

describe.each(chains)('parseAddress for %s addresses', (segwit, legacy, network) => {
  test('returns the type, network and script of addresses made by bitcoinjs-lib', () => {
    fc.assert(
      fc.property(hash20, hash32, (short, long) => {
        const made = [
          ['p2pkh', legacy, payments.p2pkh({ hash: short, network })],
          ['p2sh', legacy, payments.p2sh({ hash: short, network })],
          ['p2wpkh', segwit, payments.p2wpkh({ hash: short, network })],
          ['p2wsh', segwit, payments.p2wsh({ hash: long, network })],
        ] as const
        for (const [type, family, { address, output }] of made) {
          expect(parseAddress(address)).toMatchObject({ address, type, family })
          expect(parseAddress(address)?.script).toEqual(output)
        }
      }),
    )
  })
})

test('parses a Taproot address in lower and upper case', () => {
  const address = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
  expect(parseAddress(address)).toMatchObject({ address, type: 'p2tr', family: 'main' })
  expect(parseAddress(address.toUpperCase())).toMatchObject({ address, type: 'p2tr' })
  expect(parseAddress(address)?.script).toEqual(
    Uint8Array.of(0x51, 0x20, ...bech32m.fromWords(bech32m.decode(address).words.slice(1))),
  )
})

test('rejects an address with one wrong character', () => {
  const samples = [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.nat(60),
      fc.constantFrom(...'023456789acdefghjklmnpqrstuvwxyz'),
      (sample, at, letter) => {
        const index = 4 + (at % (sample.length - 4))
        const changed = sample.slice(0, index) + letter + sample.slice(index + 1)
        if (changed !== sample) expect(parseAddress(changed)).toBeNull()
      },
    ),
  )
})

test('rejects version 0 with a Bech32m checksum and version 1 with a Bech32 checksum', () => {
  expect(parseAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh')).toBeNull()
  expect(parseAddress('bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd')).toBeNull()
})

test('returns null for other values and never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const parsed = parseAddress(value)
      expect(parsed === null || typeof value === 'string').toBe(true)
    }),
  )
  for (const value of [
    '',
    '0x',
    'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
    '__proto__1qqqqqqqqqqqqqqqq',
    'constructor1qqqqqqqqqqqq',
  ])
    expect(parseAddress(value)).toBeNull()
})
