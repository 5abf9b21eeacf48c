import { verifyMessage as verifyWithEthers } from 'ethers'
import fc from 'fast-check'
import { type Hex, verifyMessage } from 'viem'
import { describe, expect, it } from 'vitest'
import type { MessageSummary, SignInSummary } from '../../protocol/summary.js'
import { describeRequest } from '../readRequest.js'
import { toSmartAccount } from '../smart/smartAccount.js'
import { accounts, createRequest, getRefusal, otherAddress, signIt } from '../testing/requests.js'

const account = accounts.eip155
const ask = (...params: readonly unknown[]) => createRequest('personal_sign', params)
const toHex = (text: string): Hex => `0x${Buffer.from(text).toString('hex')}`
const read = (message: string, signer: string = account): MessageSummary =>
  describeRequest(ask(message, signer)).summary as MessageSummary
const smart = toSmartAccount({ eip155: account }).address

describe('personal_sign', () => {
  it('signs any text so that viem and ethers verify the signature', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (text) => {
        const message = Buffer.from(text).toString('utf8')
        fc.pre(Buffer.byteLength(message) !== 32)
        const { result, summary } = await signIt(ask(toHex(message), account))
        expect(await verifyMessage({ address: account, message, signature: result as Hex })).toBe(true)
        expect(verifyWithEthers(message, result as string)).toBe(account)
        expect((summary as MessageSummary).content).toEqual({ type: 'text', text: message })
      }),
      { numRuns: 30 },
    )
  })

  it('accepts text that is not hex, and its arguments in reverse order', () => {
    const plain = describeRequest(ask('Hello', account))
    expect(plain.summary).toMatchObject({ kind: 'message', account, bytes: 5, warnings: [] })
    expect(describeRequest(ask(account.toLowerCase(), 'Hello'))).toEqual(plain)
    expect(describeRequest(ask(toHex('Hello'), account))).toEqual(plain)
    expect(read('0xabc').content).toEqual({ type: 'text', text: '0xabc' })
  })

  it('accepts the address of the EOA as a message of the smart account, as bytes', () => {
    expect(describeRequest(ask(account, smart)).summary).toMatchObject({
      content: { type: 'bytes', hex: account.toLowerCase() },
      bytes: 20,
    })
  })

  it('rejects another account, and parameters that are not two strings', () => {
    for (const params of [
      ['Hello', otherAddress],
      [otherAddress, 'Hello'],
      ['Hello'],
      [],
      [1, account],
      [null, account],
      [{}, account],
    ])
      expect(getRefusal(ask(...params))).toMatchObject({ code: -32602 })
    expect(getRefusal(createRequest('personal_sign', { 0: 'Hello', 1: account }))).toMatchObject({ code: -32602 })
    expect(getRefusal(createRequest('personal_sign', undefined))).toMatchObject({ code: -32602 })
  })

  it('warns of a possible hash, as bytes and as hex digits', () => {
    expect(read(`0x${'9f'.repeat(32)}`, smart).warnings).toEqual(['hashLike', 'notText'])
    expect(read(toHex(`0x${'0f'.repeat(32)}`)).warnings).toEqual(['hashLike'])
    expect(read(toHex('0f'.repeat(32))).warnings).toEqual(['hashLike'])
    expect(read(toHex('a text of 32 characters: exactly')).warnings).toEqual([])
    expect(read(`0x${'9f'.repeat(33)}`, smart).warnings).toEqual(['notText'])
  })

  it('[I18] signs no hash with the EOA’s key, as its smart account would accept it as a transaction', () => {
    for (const bytes of [
      '9f'.repeat(32),
      '00'.repeat(32),
      Buffer.from('12345678901234567890123456789é1').toString('hex'),
    ])
      expect(getRefusal(ask(`0x${bytes}`, account))).toMatchObject({ code: 4200 })
  })

  it.each([
    ['letters and digits', 'AjTqPw0Lx9ZrUv3BnK7mYdHs5EcGfR2a'],
    ['lowercase letters and digits', 'k3v9x0q7m2w8z5t1j6p4n0r3b8y2h7d5'],
    ['letters and punctuation', 'a/b:c.D-E_f G9a/b:c.D-E_f G9a/b:'],
    ['Cyrillic letters', 'ЖшфцщэюяЖшфцщэюя'],
  ])('[I18] rejects a 32-byte text that may be a hash found by brute force: %s', (_, text) => {
    expect(Buffer.byteLength(text)).toBe(32)
    expect(getRefusal(ask(toHex(text), account))).toMatchObject({
      code: 4200,
      message: expect.stringContaining('Make it longer or shorter'),
    })
    expect(getRefusal(ask(toHex(`${text}!`), account))).toBeNull()
  })

  it.each(['a text of 32 characters: exactly', '0123456789abcdef0123456789abcdef', '0123456789ABCDEF0123456789ABCDEF'])(
    'accepts a 32-byte text that does not look like a hash: %s',
    (text) => {
      expect(getRefusal(ask(toHex(text), account))).toBeNull()
    },
  )

  it('[I18] signs only printable text with the EOA’s key', () => {
    const packed = `0x${'00'.repeat(12)}${account.slice(2)}${'00'.repeat(31)}2a` as const
    const others = ['a\0b', '\u001b[31m', 'a\u0007', '\u0085', 'a\ue000b', '\uffff', '\u{10ffff}'].map(toHex)
    for (const message of [packed, account, '0xff', `0x${'9f'.repeat(33)}`, ...others]) {
      expect(getRefusal(ask(message, account)), message).toMatchObject({
        code: 4200,
        message: expect.stringContaining('signs text only'),
      })
      // within the domain of a smart account, signatures are valid nowhere else
      expect(getRefusal(ask(message, smart)), message).toBeNull()
    }
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), (bytes) => {
        const text = Buffer.from(bytes).toString('utf8')
        const isText = Buffer.from(text).equals(Buffer.from(bytes)) && !/[^\P{Cc}\n\r\t]|[\p{Co}\p{Cn}]/u.test(text)
        fc.pre(!isText)
        expect(getRefusal(ask(`0x${Buffer.from(bytes).toString('hex')}`, account))).toMatchObject({ code: 4200 })
      }),
    )
  })

  it.each([
    ['a direction override', 'pay \u202e001'],
    ['a direction isolate', '\u2067abc'],
    ['a zero-width space', 'a\u200bb'],
    ['a byte order mark', '\ufeffabc'],
    ['a tag character', 'a\u{e0041}'],
    ['a Hangul filler', 'a\u3164'],
    ['a line separator', 'a\u2028b'],
  ])('warns of %s', (_, text) => {
    expect(read(toHex(text)).warnings).toEqual(['hiddenCharacters'])
  })

  it.each(['line\nbreak\r\n\ttab', 'می\u200cخواهم', '👩\u200d👩\u200d👧', '', 'שלום', 'e\u0301'])(
    'does not warn of %j',
    (text) => {
      expect(read(toHex(text)).warnings).toEqual([])
    },
  )

  it('reads a megabyte without delay, and rejects three', () => {
    const start = performance.now()
    expect(read(toHex('x'.repeat(1_000_000)))).toMatchObject({ bytes: 1_000_000, warnings: [] })
    expect(read(toHex('\0'.repeat(1_000_000)), smart).warnings).toEqual(['hiddenCharacters'])
    expect(read(toHex(' wants you to sign'.repeat(50_000))).bytes).toBe(900_000)
    expect(read(toHex(' '.repeat(1_000_000))).bytes).toBe(1_000_000)
    expect(getRefusal(ask('x'.repeat(5_000_000), account))).toMatchObject({ code: -32602 })
    expect(getRefusal(ask(toHex('é'.repeat(1_500_000)), account))).toMatchObject({ code: -32602 })
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  it('reads a text as a sign-in if the site requests it in its own name', () => {
    const lines = [
      'app.example wants you to sign in with your Ethereum account:',
      account,
      '',
      '',
      'URI: https://app.example/login',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: 12345678',
      'Issued At: 2026-11-22T08:59:00Z',
    ]
    const summary = describeRequest(ask(toHex(lines.join('\n')), account)).summary as SignInSummary
    expect(summary).toMatchObject({ kind: 'signIn', domain: 'app.example', nonce: '12345678', warnings: [] })
  })
})
