import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { PublicKey, SystemProgram, Transaction, TransactionMessage } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accounts, createRequest, getRefusal, signIt } from '../testing/requests.js'

const us = new PublicKey(accounts.solana)
const ask = (bytes: Uint8Array, pubkey: unknown = accounts.solana) =>
  createRequest('solana_signMessage', { message: base58.encode(bytes), pubkey })
const transfer = SystemProgram.transfer({ fromPubkey: us, toPubkey: us, lamports: 1 })
const transaction = new Transaction({ feePayer: us, recentBlockhash: accounts.solana }).add(transfer)
const v0 = new TransactionMessage({
  payerKey: us,
  recentBlockhash: accounts.solana,
  instructions: [transfer],
}).compileToV0Message()

/** Without texts of 32 bytes, which are rejected if they look like a hash: another test covers them. */
const texts = fc
  .string({ unit: 'grapheme', maxLength: 60 })
  .filter((text) => Buffer.from(text).length !== 32 && !/[\p{Co}\p{Cn}]/u.test(text))

describe('solana_signMessage', () => {
  it('signs the bytes of any text', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const bytes = Uint8Array.from(Buffer.from(text))
        const { result, summary } = await signIt(ask(bytes))
        const { signature } = result as { readonly signature: string }
        expect(ed25519.verify(base58.decode(signature), bytes, us.toBytes())).toBe(true)
        expect(summary).toMatchObject({
          kind: 'message',
          content: { type: 'text', text: bytes.length ? Buffer.from(bytes).toString() : '' },
        })
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['a legacy message', transaction.serializeMessage()],
    ['a message of version 0', v0.serialize()],
    ['a whole transaction', transaction.serialize({ requireAllSignatures: false })],
    ['a future transaction version', Uint8Array.of(0x81, 1, 2, 3)],
  ])('rejects %s as a transaction', (_, bytes) => {
    expect(getRefusal(ask(bytes))).toMatchObject({ code: 4200, message: 'This message is a transaction' })
  })

  it('accepts text in any script, and the off-chain message format', () => {
    for (const text of ['Привет', 'שלום', '你好', '😀', '\u00c2']) expect(getRefusal(ask(Buffer.from(text)))).toBe(null)
    expect(getRefusal(ask(Buffer.concat([Buffer.of(0xff), Buffer.from('solana offchain')])))).toBe(null)
  })

  it.each([
    ['packed numbers', Buffer.from('0000000000000000000000000000002a', 'hex')],
    ['bytes that are not UTF-8', Buffer.from([0x41, 0xff, 0xfe])],
    ['a hash', Buffer.from('9f'.repeat(32), 'hex')],
    ['letters that could be a hash', Buffer.from('AjTqPw0Lx9ZrUv3BnK7mYdHs5EcGfR2a')],
  ])('rejects %s, as the account’s key signs only text [I18]', (_, bytes) => {
    expect(getRefusal(ask(bytes))).toMatchObject({ code: 4200 })
  })

  it.each<[string, unknown]>([
    ['missing parameters', undefined],
    ['parameters that are not an object', [accounts.solana]],
    ['a message that is not base58', { message: '0OIl', pubkey: accounts.solana }],
    ['a message that is not a string', { message: 5, pubkey: accounts.solana }],
    ['another account', { message: 'abc', pubkey: '11111111111111111111111111111111' }],
    ['a missing account', { message: 'abc' }],
    ['a message that is too long', { message: '2'.repeat(3_000), pubkey: accounts.solana }],
  ])('rejects %s', (_, params) => {
    expect(getRefusal(createRequest('solana_signMessage', params))).toMatchObject({ code: -32602 })
  })
})
