import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58, base64, hex } from '@scure/base'
import { Address, Signer, Verifier } from 'bip322-js'
import { Psbt } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ECPair } from '../../test/createPair.js'
import { parseAddress } from '../address.js'
import { decodeSignatures, type MessageSignature } from '../encoding.js'
import { parsePushes, parseWitness } from './verifyInput.js'
import { toSign, verifyMessage } from './verifyMessage.js'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const toSignature = (signature: string | Uint8Array): MessageSignature =>
  decodeSignatures(typeof signature === 'string' ? signature : Uint8Array.from(signature)).at(-1) ?? toBare()
const toBare = (bytes = new Uint8Array()): MessageSignature => ({ prefix: '', bytes })

const { wif, publicKey } = ECPair

const types = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const

const addressOf = (type: (typeof types)[number]): string =>
  Address.convertPubKeyIntoAddress(Buffer.from(hex.decode(publicKey)), type).mainnet

describe.each(types)('%s', (type) => {
  const address = addressOf(type)

  test('accepts a signature of bip322-js for its own message only', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600, unit: 'binary' }), fc.string({ unit: 'binary' }), (message, other) => {
        const signature = toSignature(Signer.sign(wif, address, message) as string)
        expect(verifyMessage({ address, message: encode(message), signature })).toBe(true)
        if (other !== message) expect(verifyMessage({ address, message: encode(other), signature })).toBe(false)
      }),
      { numRuns: 20 },
    )
  })

  test('rejects a signature with a flipped bit, or for the Taproot address of the same key', () => {
    const signature = toSignature(Signer.sign(wif, address, 'Hello') as string)
    for (let index = 0; index < signature.bytes.length; index += 5) {
      const turned = Uint8Array.from(signature.bytes)
      turned[index] = (turned[index] ?? 0) ^ 4
      // the header of a recoverable signature also encodes the address type, so a flipped bit may leave it valid
      if (signature.bytes.length === 65 && index === 0) continue
      expect(verifyMessage({ address, message: encode('Hello'), signature: toBare(turned) })).toBe(false)
    }
    for (const other of types.filter((candidate) => candidate !== type && candidate === 'p2tr'))
      expect(verifyMessage({ address: addressOf(other), message: encode('Hello'), signature })).toBe(false)
  })
})

/** `bip-0322/basic-test-vectors.json` and `generated-test-vectors.json` of the BIP repository. */
describe('BIP-322 test vectors', () => {
  const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
  const empty =
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
  const hello =
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
  const isValid = (own: string, message: string, signature: string): boolean =>
    verifyMessage({ address: own, message: encode(message), signature: toSignature(signature) })

  test.each(['', 'smp'])('simple signatures are valid with the prefix "%s"', (prefix) => {
    expect(isValid(address, '', `${prefix}${empty}`)).toBe(true)
    expect(isValid(address, 'Hello World', `${prefix}${hello}`)).toBe(true)
    expect(isValid(address, 'Hello World', `${prefix}${empty}`)).toBe(false)
    expect(Verifier.verifySignature(address, 'Hello World', hello)).toBe(true)
  })

  test('a Taproot signature is valid with and without a prefix', () => {
    const taproot = 'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler'
    const signature = 'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R'
    expect(isValid(taproot, 'No prefix fallback', signature)).toBe(true)
    expect(isValid(taproot, 'No prefix fallback', `smp${signature}`)).toBe(true)
  })

  // published with version 2 and the time locks 2016
  test.each([
    [
      'p2pkh',
      '164P4mbDkPcyvRnFGAZd1ThjxSj7Fbsywz',
      'GI2SVNWVCWTEEIMFZFFZYAQNSA',
      'AgAAAAGEmHuloQANVIqnpMegGLNFKwAGE0Urv0a/uMiHnJ+FQwAAAABrSDBFAiEAr8VdqPCZU/oVqKKj2WwHfeCX/lzp+Rfk8d59cS9xdGECIAar0nievDdeVstmIgjfM7kzMepL6HrecBuJtgEitFxBASECzgU8WF30ffzpbdClcw/0NBkTCkuRbiEzr+CTXePjiPfgBwAAAQAAAAAAAAAAAWrgBwAA',
    ],
    [
      'p2wpkh',
      'bc1qkwzsslep5elkuat4608v7tpntpr3d9n7w5cwwq',
      'YGIAANMREUXLFRI4HIEOCE4T23',
      'AgAAAAABAaVatLF3wpACTG5XowFYPJPv65lgTlZypjUV9d1DNduCAAAAAADgBwAAAQAAAAAAAAAAAWoCRzBEAiB+SJdR6bVLpv5+kK8pOXSUDS24rU53YkTQEvelQJ22uwIgEfqM8eYTupu4LtA0Tz7z1LIbhpP2PrUxWEt9osnrxFEBIQMasC7JaIHbbAUt1kU81yx7S4QHScnEDBs4GsdHDPMPSuAHAAA=',
    ],
    [
      'p2tr',
      'bc1psmjelwjtg7lz26jhd4kkf35v0xp3u7ffc6p4n4869s0hxkrrrtkqkpqvmg',
      'K276VUM3MXP56DGNVICQR5XWRT',
      'AgAAAAABAY+B3hhlrps+S2YaxSvL3HxZKdfT+8XCCtZ4KQc5N+AaAAAAAADgBwAAAQAAAAAAAAAAAWoBQEHQoT3HfPKw4WNiQySblfcRX2gnha/mrpFxUoYlkJxuQFXNN3sS+XbJsNAoXRlvQitk0tVEFpsUGRcCdZ7bWPHgBwAA',
    ],
    [
      'p2sh-p2wpkh',
      '37HVPoc7ZsU5C9Z2VKcCkSLzEknYXCzm3s',
      'OQXDXSR5SN5N7WRXSPTI462HKH',
      'AgAAAAABAbtjBsUTHnoyuNG4NGbx6cI1Z01QLlfGHJX/WIRCAU6/AAAAABcWABTGXFmsgRqCkic6D+eE4AKm1iyVhuAHAAABAAAAAAAAAAABagJHMEQCIBp/IMJTnnhI6YrHJwIQbfucoizq0esZ35QRxtpXuk7fAiAGx6kSd9BuPDY+R0sHTJU0ZFtScJI8ASojEHwrClKxDQEhAl3boe/68fHvtuYzRkaS3GOSxnUTJwejjrubm+czK+Yi4AcAAA==',
    ],
  ])('a full signature of %s is valid', (_, own, message, signature) => {
    expect(isValid(own, message, `ful${signature}`)).toBe(true)
    expect(isValid(own, `${message}.`, `ful${signature}`)).toBe(false)
    expect(isValid(address, message, `ful${signature}`)).toBe(false)
    // the prefix names the variant; without one it counts as simple
    expect(isValid(own, message, `smp${signature}`)).toBe(false)
    expect(isValid(own, message, signature)).toBe(false)

    const bytes = base64.decode(signature)
    for (let index = 0; index < bytes.length; index += 3) {
      const turned = Uint8Array.from(bytes)
      turned[index] = (turned[index] ?? 0) ^ 4
      expect(isValid(own, message, `ful${base64.encode(turned)}`)).toBe(false)
    }
  })

  test.each([
    ['invalid base64', '', address, 'not-valid-base64!!!'],
    ['an empty signature', '', address, ''],
    ['an empty witness', '', address, 'smpAA=='],
    ['an unknown prefix', '', address, 'fooAA=='],
    [
      'the prefix of another variant',
      'incorrect prefix',
      'bc1pyrgrm6cu6n54jrvkdjd9rvyd3xfyu84s2623awu2srn6mxhscwpsm5644w',
      'fulAUDZwFXUp+adN+/UZj5dVrGAbB3zKs1Vcalz5fCF9srxS63eSWNGvH1NYbrBkPt1BJDUyWUz9zgUxfc63/QheT6M',
    ],
  ])('%s is invalid', (_, message, own, signature) => {
    expect(isValid(own, message, signature)).toBe(false)
  })
})

/** A full signature of the P2WPKH address of BIP-322's examples, made with bitcoinjs-lib. */
function signFull(change: (psbt: Psbt) => void = () => undefined): MessageSignature {
  const script = parseAddress(addressOf('p2wpkh'))?.script ?? new Uint8Array()
  const psbt = new Psbt().setVersion(0)
  const hash = toSign(encode('Hello'), script).ins[0]?.hash ?? new Uint8Array()
  psbt.addInput({ hash, index: 0, sequence: 0, witnessUtxo: { script, value: 0n } })
  psbt.addOutput({ script: Uint8Array.of(0x6a), value: 0n })
  change(psbt)
  const privateKey = base58.decode(wif).slice(1, 33)
  const sign = (digest: Uint8Array): Uint8Array => secp256k1.sign(digest, privateKey, { prehash: false })
  psbt.signAllInputs({ publicKey: hex.decode(publicKey), sign }, [1, 2])
  return { prefix: 'ful', bytes: psbt.finalizeAllInputs().extractTransaction(true).toBuffer() }
}

describe('a full signature', () => {
  const verify = (signature: MessageSignature): boolean =>
    verifyMessage({ address: addressOf('p2wpkh'), message: encode('Hello'), signature })

  test('is valid with version 0 and 2, and with time locks', () => {
    expect(verify(signFull())).toBe(true)
    expect(verify(signFull((psbt) => psbt.setVersion(2)))).toBe(true)
    expect(verify(signFull((psbt) => psbt.setLocktime(700_000).setInputSequence(0, 5)))).toBe(true)
  })

  test.each<[string, (psbt: Psbt) => void]>([
    ['another version', (psbt) => psbt.setVersion(1)],
    ['another output', (psbt) => psbt.addOutput({ script: Uint8Array.of(0x6a), value: 0n })],
    [
      'a proof of funds',
      (psbt) => {
        const script = parseAddress(addressOf('p2wpkh'))?.script ?? new Uint8Array()
        psbt.addInput({ hash: '11'.repeat(32), index: 0, witnessUtxo: { script, value: 1n } })
      },
    ],
    ['a signature that covers no output', (psbt) => psbt.updateInput(0, { sighashType: 2 })],
  ])('with %s is invalid', (_, change) => {
    expect(verify(signFull(change))).toBe(false)
  })
})

test('an ECDSA signature is never valid for Taproot', () => {
  const signature = toSignature(Signer.sign(wif, addressOf('p2pkh'), 'Hello') as string)
  expect(signature.bytes).toHaveLength(65)
  expect(verifyMessage({ address: addressOf('p2wpkh'), message: encode('Hello'), signature })).toBe(true)
  expect(verifyMessage({ address: addressOf('p2tr'), message: encode('Hello'), signature })).toBe(false)
})

test('arbitrary bytes are invalid and never throw', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom(...types),
      fc.constantFrom('' as const, 'smp' as const, 'ful' as const),
      (bytes, type, prefix) => {
        const signature = { prefix, bytes }
        expect(verifyMessage({ address: addressOf(type), message: encode('Hello'), signature })).toBe(false)
        parseWitness(bytes)
        parsePushes(bytes)
      },
    ),
  )
})
