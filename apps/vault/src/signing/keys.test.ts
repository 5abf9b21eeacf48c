import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { Keypair, PublicKey } from '@solana/web3.js'
import { HDNodeWallet, Mnemonic } from 'ethers'
import fc from 'fast-check'
import { toHex } from 'viem'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { addKey, formatPrivateKey, parsePrivateKey, readSecret } from './importedKeys.js'
import { deriveAccounts, deriveKeys } from './keys.js'

const entropy = fc.uint8Array({ minLength: 16, maxLength: 16 })

describe('deriveAccounts', () => {
  it('derives the same accounts from a phrase as other wallets', () => {
    const phrase = 'test test test test test test test test test test test junk'
    expect(deriveAccounts(mnemonicToEntropy(phrase, wordlist))).toEqual({
      eip155: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      solana: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
      // Bitcoin accounts are tested in signing/bitcoin
      bip122: expect.any(String),
    })
    const zeros = deriveAccounts(new Uint8Array(16))
    expect(zeros).toEqual({
      eip155: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
      bip122: expect.any(String),
    })
  })

  it('agrees with viem, ethers and Solana’s own library for any entropy [C4]', () => {
    fc.assert(
      fc.property(entropy, (bytes) => {
        const { eip155, solana } = deriveAccounts(bytes)
        const phrase = entropyToMnemonic(bytes, wordlist)
        expect(eip155).toBe(mnemonicToAccount(phrase).address)
        expect(eip155).toBe(HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(phrase)).address)
        expect(solana).toBe(Keypair.fromSeed(deriveKeys(bytes).solana).publicKey.toBase58())
        expect(PublicKey.isOnCurve(solana)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  it.each([0, 15, 17, 31, 33])('rejects entropy of %s bytes', (length) => {
    expect(() => deriveAccounts(new Uint8Array(length))).toThrow('16 or 32 bytes')
  })

  it('does not change the entropy', () => {
    const bytes = Uint8Array.from({ length: 16 }, (_, index) => index)
    deriveAccounts(bytes)
    expect([...bytes]).toEqual(Array.from({ length: 16 }, (_, index) => index))
  })
})

describe('imported keys', () => {
  const key = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => bytes.with(0, (bytes[0] ?? 0) & 127).with(31, 1))

  it('replace the derived ones, whatever the order, and are read back unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(entropy, key), key, key, (seed, evm, solana) => {
        const before = deriveAccounts(seed)
        const first = addKey(seed, { namespace: 'eip155', key: solana })
        const solanaToo = addKey(first, { namespace: 'solana', key: solana })
        // a Buffer, as custody decrypts it
        const both = Buffer.from(addKey(solanaToo, { namespace: 'eip155', key: evm }))
        const expected = {
          eip155: privateKeyToAddress(toHex(evm)),
          solana: Keypair.fromSeed(solana).publicKey.toBase58(),
          bip122: before.bip122,
        }
        expect(deriveAccounts(both)).toEqual(expected)
        // deriving overwrites only copies
        expect(deriveAccounts(both)).toEqual(expected)
        const { entropy: own, imported } = readSecret(both)
        expect([...own]).toEqual([...seed])
        for (const text of imported.map(formatPrivateKey)) expect(formatPrivateKey(parsePrivateKey(text))).toBe(text)
        expect(imported.map(({ namespace }) => namespace).toSorted()).toEqual(['eip155', 'solana'])
      }),
      { numRuns: 10 },
    )
  })

  it.each([48, 50, 64, 66, 99, 115])('reject a secret of %s bytes, and an unknown namespace', (length) => {
    expect(() => readSecret(new Uint8Array(length))).toThrow(RangeError)
    expect(() => readSecret(new Uint8Array(49))).toThrow('unknown namespace')
  })
})
