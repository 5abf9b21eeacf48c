import {
  AddressLookupTableAccount,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { array, assert, boolean, constantFrom, integer, property, record, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBoth } from '../../test/parseBoth.js'
import { getNonceAccount } from './compareMessages.js'
import { parseTransaction } from './parseTransaction.js'

const keys = Array.from({ length: 12 }, (_, index) => new PublicKey(new Uint8Array(32).fill(index + 1)))

const at = (index: number): PublicKey => keys[index % keys.length] ?? PublicKey.default

const blockhash = at(11).toBase58()

const accountMeta = record({ key: integer({ min: 0, max: 8 }), isSigner: boolean(), isWritable: boolean() })

const instruction = record({
  program: integer({ min: 9, max: 10 }),
  accounts: array(accountMeta, { maxLength: 6 }),
  data: uint8Array({ maxLength: 150 }),
})

type Shape = {
  readonly program: number
  readonly accounts: readonly { readonly key: number; readonly isSigner: boolean; readonly isWritable: boolean }[]
  readonly data: Uint8Array
}

function build(shapes: readonly Shape[], version: 'legacy' | 0, withTable = false): Uint8Array {
  const instructions = shapes.map(
    ({ program, accounts, data }) =>
      new TransactionInstruction({
        programId: at(program),
        keys: accounts.map(({ key, ...flags }) => ({ pubkey: at(key), ...flags })),
        data: Buffer.from(data),
      }),
  )
  const message = new TransactionMessage({ payerKey: at(0), recentBlockhash: blockhash, instructions })
  const state = {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: keys.slice(3, 9),
  }
  const tables = withTable ? [new AddressLookupTableAccount({ key: at(10), state })] : []
  const compiled = version === 'legacy' ? message.compileToLegacyMessage() : message.compileToV0Message(tables)
  return new VersionedTransaction(compiled).serialize()
}

describe('parseTransaction', () => {
  it('parses transactions of web3.js, legacy and version 0, with address lookup tables', () => {
    assert(
      property(
        array(instruction, { minLength: 1, maxLength: 3 }),
        constantFrom('legacy' as const, 0 as const),
        boolean(),
        (shapes, version, withTable) => {
          const { ours, theirs } = parseBoth(build(shapes, version, withTable))
          expect(ours).toEqual(theirs)
        },
      ),
    )
  })

  it('does not throw for arbitrary bytes', () => {
    assert(
      property(uint8Array({ maxLength: 1_300 }), (bytes) => {
        expect([null, 'object']).toContainEqual(
          parseTransaction(bytes) === null ? null : typeof parseTransaction(bytes),
        )
      }),
    )
  })

  it('returns null for a transaction with additional or missing bytes', () => {
    assert(
      property(array(instruction, { minLength: 1, maxLength: 2 }), integer({ min: 1, max: 64 }), (shapes, count) => {
        const bytes = build(shapes, 0)
        expect(parseTransaction(bytes.slice(0, -count))).toBeNull()
        expect(parseTransaction(new Uint8Array([...bytes, ...new Uint8Array(count)]))).toBeNull()
      }),
    )
  })

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['more bytes than a packet holds', () => new Uint8Array(1_233)],
    ['an unknown version', (bytes) => bytes.with(65, 0x81)],
    ['a length that is not in its shortest form', (bytes) => new Uint8Array([0x81, 0x00, ...bytes.slice(1)])],
    ['fewer signatures than signers', (bytes) => bytes.with(66, 2)],
    ['a read-only fee payer', (bytes) => bytes.with(67, 1)],
    ['more read-only accounts than accounts', (bytes) => bytes.with(68, 9)],
  ])('returns null for %s', (_, spoil) => {
    const bytes = build([{ program: 9, accounts: [], data: new Uint8Array() }], 0)
    expect(parseTransaction(bytes)).not.toBeNull()
    expect(parseTransaction(spoil(bytes))).toBeNull()
  })

  it('returns null for account indices out of range', () => {
    const bytes = build(
      [{ program: 9, accounts: [{ key: 1, isSigner: false, isWritable: true }], data: new Uint8Array() }],
      0,
    )
    const program = bytes.length - 5
    expect([...bytes.slice(program)]).toEqual([2, 1, 1, 0, 0])
    expect(parseTransaction(bytes.with(program, 3))).toBeNull()
    expect(parseTransaction(bytes.with(program, 0))).toBeNull()
    expect(parseTransaction(bytes.with(program + 2, 3))).toBeNull()
  })
})

describe('getNonceAccount', () => {
  const [payer, nonce] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
  const compile = (instructions: TransactionInstruction[]): ReturnType<typeof parseTransaction> => {
    const message = new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions })
    return parseTransaction(new VersionedTransaction(message.compileToV0Message()).serialize())
  }
  const advance = SystemProgram.nonceAdvance({ noncePubkey: nonce, authorizedPubkey: payer })
  const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: nonce, lamports: NONCE_ACCOUNT_LENGTH })

  it('returns the account of a durable nonce that the first instruction advances', () => {
    const message = compile([advance, transfer])
    expect(message && getNonceAccount(message)).toBe(nonce.toBase58())
  })

  it('returns null for all other transactions', () => {
    for (const instructions of [[transfer], [transfer, advance], []]) {
      const message = compile(instructions)
      expect(message && getNonceAccount(message)).toBeNull()
    }
  })
})
