import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { Keypair, PublicKey } from '@solana/web3.js'
import { HDNodeWallet, Mnemonic } from 'ethers'
import fc from 'fast-check'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { deriveAccounts, deriveKeys } from './keys.js'

const entropy = fc.uint8Array({ minLength: 16, maxLength: 16 })

describe('deriveAccounts', () => {
  it('gives the accounts that every wallet gives for the phrase', () => {
    const phrase = 'test test test test test test test test test test test junk'
    expect(deriveAccounts(mnemonicToEntropy(phrase, wordlist))).toEqual({
      eip155: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      solana: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
      // what it gives on Bitcoin is tested in signing/bitcoin
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

  it.each([0, 15, 17, 31, 33])('refuses %s bytes', (length) => {
    expect(() => deriveAccounts(new Uint8Array(length))).toThrow('16 or 32 bytes')
  })

  it('leaves the entropy as it is', () => {
    const bytes = Uint8Array.from({ length: 16 }, (_, index) => index)
    deriveAccounts(bytes)
    expect([...bytes]).toEqual(Array.from({ length: 16 }, (_, index) => index))
  })
})
