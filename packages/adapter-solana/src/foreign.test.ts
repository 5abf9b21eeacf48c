import type { StandardWallet } from '@latchkey/core'
import { base58 } from '@scure/base'
import { anything, array, assert, constant, jsonValue, oneof, property, record, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAccounts } from './connectors/accounts.js'
import { toWalletError } from './connectors/requests.js'
import { parseStandardWallet } from './discovery.js'
import { copyBytes, parseBase58, toBase58 } from './encoding.js'
import { readOutputs } from './features/sign.js'
import { toNodeError } from './rpc/rpc.js'

const odd = anything({ withNullPrototype: true, withBigInt: true, withTypedArray: true, maxDepth: 3 })
const key = uint8Array({ minLength: 32, maxLength: 32 })

describe('what comes from others', () => {
  it('is a wallet, or nothing', () => {
    const fields = { name: odd, icon: odd, chains: oneof(odd, constant(['solana:mainnet'])), features: odd }
    assert(
      property(oneof(odd, record(fields)), (wallet) => {
        const parsed = parseStandardWallet(wallet as StandardWallet)
        expect(parsed === null || parsed.features.includes('standard:connect')).toBe(true)
      }),
    )
  })

  it('is a list of accounts whose addresses are their keys, or nothing', () => {
    const chains = oneof(constant(['solana:mainnet']), constant(['sui:mainnet']), odd)
    const account = record({
      address: oneof(key.map(toBase58), odd),
      publicKey: oneof(key, odd),
      chains,
      features: odd,
    })
    assert(
      property(
        oneof(
          odd,
          account.map((item) => [item]),
        ),
        (value) => {
          for (const { account: parsed } of parseAccounts(value) ?? []) {
            const own = base58.decode(parsed.address)
            expect(own).toHaveLength(32)
            expect(parsed.publicKey).toBe(Buffer.from(own).toString('hex'))
          }
        },
      ),
    )
    assert(
      property(key, (publicKey) => {
        const sound = { address: toBase58(publicKey), publicKey, chains: ['solana:mainnet'], features: [] }
        // one that is shared twice is one
        expect(parseAccounts([sound, { ...sound }])).toHaveLength(1)
      }),
    )
  })

  it('is as many outputs as were asked for, or a fault of the wallet', () => {
    assert(
      property(odd, (reply) => {
        const read = (): unknown => readOutputs(reply, 'signature', 1)
        expect(read).toThrow(expect.objectContaining({ code: 'INVALID_WALLET_REPLY' }))
      }),
    )
  })

  it('is a named fault, whatever was thrown', () => {
    assert(
      property(odd, (thrown) => {
        expect(toWalletError(thrown)).toMatchObject({ kind: 'LatchkeyError' })
      }),
    )
    const part = oneof(jsonValue(), constant({ toString: 1 }))
    const error = record({ code: part, message: part, data: record({ err: part, logs: array(part) }) })
    assert(
      property(oneof(error, jsonValue()), (reply) => {
        expect(toNodeError(reply)).toMatchObject({ kind: 'LatchkeyError', details: expect.any(String) })
      }),
    )
  })
})

describe('base58', () => {
  it('is read back as it was written, and only in its length', () => {
    assert(
      property(uint8Array({ maxLength: 80 }), (bytes) => {
        const text = toBase58(bytes)
        expect(parseBase58(text, bytes.length)).toEqual(bytes.length > 0 ? bytes : new Uint8Array())
        expect(parseBase58(text, bytes.length + 1)).toBeNull()
      }),
    )
  })

  it('is nothing else', () => {
    assert(
      property(odd, (value) => {
        expect(parseBase58(value, 32)?.length ?? 32).toBe(32)
      }),
    )
    for (const text of ['0OIl', ' ', 'x'.repeat(1_000_000)]) expect(parseBase58(text, 32)).toBeNull()
  })
})

describe('copyBytes', () => {
  it('shares nothing with what it copied', () => {
    const source = Buffer.from([1, 2, 3])
    const copy = copyBytes(source)
    source.fill(0)
    expect(copy).toEqual(new Uint8Array([1, 2, 3]))
  })

  it('is null for what is no bytes, or too many', () => {
    for (const value of [null, 'abc', [1, 2], new ArrayBuffer(2), {}]) expect(copyBytes(value)).toBeNull()
    expect(copyBytes(new Uint8Array(10), 9)).toBeNull()
  })
})
