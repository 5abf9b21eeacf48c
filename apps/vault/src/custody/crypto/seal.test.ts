import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveKeys, deriveLookups, type Keys } from '../keys/keys.js'
import { assertRow, toRowMac } from './rowMac.js'
import { seal, toMac, unseal } from './seal.js'

const key = randomBytes(32)

const toKeys = (...keks: readonly [Buffer, ...Buffer[]]): Keys =>
  deriveKeys({ current: keks.at(-1) ?? keks[0], all: keks, lookups: deriveLookups(keks[0]) })

describe('sealed data', () => {
  test('opens with its key and place, and differs each time it is sealed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.array(fc.string()), (plain, ids) => {
        const place = ['seed', ...ids] as const
        const [one, two] = [seal(key, { plain, place }), seal(key, { plain, place })]
        expect(one.equals(two)).toBe(false)
        expect(new Uint8Array(unseal(key, { sealed: one, place }))).toEqual(plain)
      }),
    )
  })

  test('does not open if a bit is changed, if truncated, at another place, or with another key', () => {
    const place = ['seed', 'instance', 'project', 'user', 'wallet'] as const
    const sealed = seal(key, { plain: randomBytes(16), place })
    for (let bit = 0; bit < sealed.byteLength * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(() => unseal(key, { sealed: changed, place })).toThrow()
    }
    const others = [
      ['dek', ...place.slice(1)],
      [...place, ''],
      ['seed', 'instance', 'project', 'userwallet', ''],
    ] as const
    for (const other of others) expect(() => unseal(key, { sealed, place: other as never })).toThrow()
    expect(() => unseal(randomBytes(32), { sealed, place })).toThrow()
    for (let size = 0; size < 28; size++)
      expect(() => unseal(key, { sealed: sealed.subarray(0, size), place })).toThrow()
  })
})

describe('a row MAC', () => {
  const keys = toKeys(key)
  const row = { id: 'a', project: 'demo', created_at: 7 }

  test('covers each column and the key, and accepts a number as the string that the database returns', () => {
    const mac = toRowMac(keys, 'users', row)
    expect(() => assertRow(keys, 'users', { ...row, created_at: '7', mac })).not.toThrow()
    for (const change of [{ id: 'b' }, { project: 'other' }, { created_at: '8' }, { id: null }])
      expect(() => assertRow(keys, 'users', { ...row, ...change, mac })).toThrow('changed from outside')
    expect(() => assertRow(keys, 'users', { ...row, mac: Buffer.alloc(0) })).toThrow('changed from outside')
    expect(() => assertRow(toKeys(randomBytes(32)), 'users', { ...row, mac })).toThrow(
      'uses a key that is not in the key file',
    )
  })

  test('differs for different lists of parts', () => {
    const part = fc.oneof(fc.string(), fc.boolean(), fc.constant(null), fc.uint8Array())
    fc.assert(
      fc.property(fc.array(part), fc.array(part), (one, other) => {
        const isSame = JSON.stringify(one.map(toShape)) === JSON.stringify(other.map(toShape))
        expect(toMac(key, one).equals(toMac(key, other))).toBe(isSame)
      }),
    )
    expect(toMac(key, ['ab', 'c']).equals(toMac(key, ['a', 'bc']))).toBe(false)
  })
})

function toShape(part: unknown): unknown {
  return part instanceof Uint8Array ? [...part] : part
}
