import { hex } from '@scure/base'
import { Address, Signer, Verifier } from 'bip322-js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ECPair } from '../../test/createPair.js'
import { decodeCandidates } from '../encoding.js'
import { parseWitness } from './verifyInput.js'
import { verifyMessage } from './verifyMessage.js'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const toBytes = (signature: string | Uint8Array): Uint8Array =>
  decodeCandidates(typeof signature === 'string' ? signature : Uint8Array.from(signature)).at(-1) ?? new Uint8Array()

const { wif, publicKey } = ECPair

const types = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const

const addressOf = (type: (typeof types)[number]): string =>
  Address.convertPubKeyIntoAddress(Buffer.from(hex.decode(publicKey)), type).mainnet

describe.each(types)('%s', (type) => {
  const address = addressOf(type)

  test('takes what another library signs, and no other message', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600, unit: 'binary' }), fc.string({ unit: 'binary' }), (message, other) => {
        const signature = toBytes(Signer.sign(wif, address, message) as string)
        expect(verifyMessage({ address, message: encode(message), signature })).toBe(true)
        if (other !== message) expect(verifyMessage({ address, message: encode(other), signature })).toBe(false)
      }),
      { numRuns: 20 },
    )
  })

  test('takes no signature with a bit turned, or of another address', () => {
    const signature = toBytes(Signer.sign(wif, address, 'Hello') as string)
    for (let index = 0; index < signature.length; index += 5) {
      const turned = Uint8Array.from(signature)
      turned[index] = (turned[index] ?? 0) ^ 4
      // the header of a recoverable signature says more than the key: only what it changes of that counts
      if (signature.length === 65 && index === 0) continue
      expect(verifyMessage({ address, message: encode('Hello'), signature: turned })).toBe(false)
    }
    for (const other of types.filter((candidate) => candidate !== type && candidate === 'p2tr'))
      expect(verifyMessage({ address: addressOf(other), message: encode('Hello'), signature })).toBe(false)
  })
})

/** Of the specification itself (BIP-322, test vectors). */
test('takes the vectors of BIP-322', () => {
  const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
  const empty =
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
  const hello =
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
  expect(verifyMessage({ address, message: encode(''), signature: toBytes(empty) })).toBe(true)
  expect(verifyMessage({ address, message: encode('Hello World'), signature: toBytes(hello) })).toBe(true)
  expect(verifyMessage({ address, message: encode('Hello World'), signature: toBytes(empty) })).toBe(false)
  expect(Verifier.verifySignature(address, 'Hello World', hello)).toBe(true)
})

test('ECDSA never counts for Taproot', () => {
  const signature = toBytes(Signer.sign(wif, addressOf('p2pkh'), 'Hello') as string)
  expect(signature).toHaveLength(65)
  expect(verifyMessage({ address: addressOf('p2wpkh'), message: encode('Hello'), signature })).toBe(true)
  expect(verifyMessage({ address: addressOf('p2tr'), message: encode('Hello'), signature })).toBe(false)
})

test('whatever the bytes are, nothing throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...types), (signature, type) => {
      expect(verifyMessage({ address: addressOf(type), message: encode('Hello'), signature })).toBe(false)
      parseWitness(signature)
    }),
  )
})
