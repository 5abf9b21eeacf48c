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

describe('untrusted input', () => {
  it('parseStandardWallet returns a valid wallet or null', () => {
    const fields = { name: odd, icon: odd, chains: oneof(odd, constant(['solana:mainnet'])), features: odd }
    assert(
      property(oneof(odd, record(fields)), (wallet) => {
        const parsed = parseStandardWallet(wallet as StandardWallet)
        expect(parsed === null || parsed.features.includes('standard:connect')).toBe(true)
      }),
    )
  })

  it('parseAccounts returns only accounts whose address is their public key, without duplicates', () => {
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
        // an account that is listed twice counts once
        expect(parseAccounts([sound, { ...sound }])).toHaveLength(1)
      }),
    )
  })

  it('readOutputs throws INVALID_WALLET_REPLY for an arbitrary reply', () => {
    assert(
      property(odd, (reply) => {
        const read = (): unknown => readOutputs(reply, 'signature', 1)
        expect(read).toThrow(expect.objectContaining({ code: 'INVALID_WALLET_REPLY' }))
      }),
    )
  })

  it('toWalletError and toNodeError return a named error for any input', () => {
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
  it('parses what it encoded, and only at the expected length', () => {
    assert(
      property(uint8Array({ maxLength: 80 }), (bytes) => {
        const text = toBase58(bytes)
        expect(parseBase58(text, bytes.length)).toEqual(bytes.length > 0 ? bytes : new Uint8Array())
        expect(parseBase58(text, bytes.length + 1)).toBeNull()
      }),
    )
  })

  it('returns null for other values', () => {
    assert(
      property(odd, (value) => {
        expect(parseBase58(value, 32)?.length ?? 32).toBe(32)
      }),
    )
    for (const text of ['0OIl', ' ', 'x'.repeat(1_000_000)]) expect(parseBase58(text, 32)).toBeNull()
  })
})

describe('copyBytes', () => {
  it('returns an independent copy', () => {
    const source = Buffer.from([1, 2, 3])
    const copy = copyBytes(source)
    source.fill(0)
    expect(copy).toEqual(new Uint8Array([1, 2, 3]))
  })

  it('returns null for values that are not bytes, and for too many bytes', () => {
    for (const value of [null, 'abc', [1, 2], new ArrayBuffer(2), {}]) expect(copyBytes(value)).toBeNull()
    expect(copyBytes(new Uint8Array(10), 9)).toBeNull()
  })
})
