import fc from 'fast-check'
import { encodeAbiParameters, type Hex, parseAbiParameters, serializeErc6492Signature, toHex } from 'viem'
import { expect, it } from 'vitest'
import { encodeCheck } from './encodeCheck.js'
import { parseWrapped } from './parseWrapped.js'
import { signatureCheckCode } from './signatureCheckCode.generated.js'

const toBytes = (constraints: fc.IntArrayConstraints): fc.Arbitrary<Hex> =>
  fc.uint8Array(constraints).map((bytes) => toHex(bytes))
const bytes = toBytes({ maxLength: 300 })
const address = toBytes({ minLength: 20, maxLength: 20 })
const hash = toBytes({ minLength: 32, maxLength: 32 })

it('writes what viem writes', () => {
  const types = parseAbiParameters('address, bytes32, bytes, address, bytes')
  fc.assert(
    fc.property(fc.record({ address, hash, signature: bytes, factory: address, prepare: bytes }), (check) => {
      const args = encodeAbiParameters(types, [
        check.address,
        check.hash,
        check.signature,
        check.factory,
        check.prepare,
      ])
      expect(encodeCheck(check)).toBe(`${signatureCheckCode}${args.slice(2)}`)
    }),
  )
})

it('reads what viem wraps', () => {
  fc.assert(
    fc.property(address, bytes, bytes, (factory, prepare, signature) => {
      const wrapped = serializeErc6492Signature({ address: factory, data: prepare, signature })
      expect(parseWrapped(wrapped)).toEqual({ factory, prepare, signature })
    }),
  )
})

it('leaves a signature without a wrapper as it is', () => {
  fc.assert(
    fc.property(bytes, (signature) => {
      expect(parseWrapped(signature)).toEqual({ signature })
    }),
  )
})
