import type { SiwxMessageFields } from '@latchkey/core'
import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { anyEvm, anySolana, bitcoin, evm, holding, solana } from '../../test/messages.js'
import { asked, recaps, signed } from '../../test/wallets.js'
import { checkMessage, clockTolerance } from './checkMessage.js'
import type { MessageField } from './fields.js'
import { toMessageText } from './messageText.js'

const refused = (field: string): unknown => expect.objectContaining({ code: 'SIGN_IN_REFUSED', field })

test.each([evm, solana, bitcoin])('accepts the requested message: $chainId', (expected) => {
  expect(checkMessage({ message: toMessageText(expected), expected, now: holding })).toEqual(expected)
})

const changes: readonly (readonly [MessageField, Partial<SiwxMessageFields>])[] = [
  ['domain', { domain: 'evil.example:8443' }],
  ['domain', { domain: 'app.example:8444' }],
  ['domain', { domain: 'app.example' }],
  ['domain', { domain: 'app.example.evil.example:8443' }],
  ['uri', { uri: 'https://evil.example:8443/login' }],
  ['uri', { uri: 'http://app.example:8443/login' }],
  ['uri', { uri: 'https://app.example/login' }],
  ['uri', { uri: 'https://app.example:8443/Login' }],
  ['chainId', { chainId: 'eip155:1' }],
  ['accountAddress', { accountAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }],
  ['accountAddress', { accountAddress: evm.accountAddress.toLowerCase() }],
  ['nonce', { nonce: 'k3J9sPq02LmZx8VB' }],
  ['statement', { statement: 'Sign in to the bank.' }],
  ['statement', { statement: undefined }],
  ['issuedAt', { issuedAt: '2026-11-20T10:00:00.001Z' }],
  ['issuedAt', { issuedAt: '2026-11-20T11:00:00.000+01:00' }],
  ['expirationTime', { expirationTime: '2036-11-27T10:00:00.000Z' }],
  ['expirationTime', { expirationTime: undefined }],
  ['notBefore', { notBefore: '2026-11-20T09:58:00.000Z' }],
  ['notBefore', { notBefore: undefined }],
  ['requestId', { requestId: 'request-8' }],
  ['requestId', { requestId: undefined }],
  ['resources', { resources: undefined }],
  ['resources', { resources: [] }],
  ['resources', { resources: [...(evm.resources ?? [])].reverse() }],
  ['resources', { resources: [...(evm.resources ?? []), 'https://app.example:8443/more'] }],
  ['resources', { resources: [...(evm.resources ?? []), recaps.resource] }],
]

test.each(changes)('error: throws SIGN_IN_REFUSED with the field %s for %j [I19]', (field, change) => {
  const message = toMessageText({ ...evm, ...change })
  expect(() => checkMessage({ message, expected: evm, now: holding })).toThrow(refused(field) as never)
})

test('rejects optional fields that were not requested', () => {
  for (const field of ['statement', 'expirationTime', 'notBefore', 'requestId', 'resources'] as const)
    expect(() =>
      checkMessage({ message: toMessageText(evm), expected: { ...evm, [field]: undefined }, now: holding }),
    ).toThrow(refused(field) as never)
})

test('rejects 200 messages with one field of another message, and names the field [T15]', () => {
  const fields = [
    'domain',
    'uri',
    'chainId',
    'accountAddress',
    'nonce',
    'issuedAt',
    'statement',
    'expirationTime',
    'notBefore',
    'requestId',
  ] as const
  for (const anyFields of [anyEvm, anySolana])
    assert(
      property(anyFields, anyFields, constantFrom(...fields), (expected, other, field) => {
        if (other[field] === expected[field]) return
        const message = toMessageText({ ...expected, [field]: other[field] })
        const now = Date.parse(expected.issuedAt ?? '')
        expect(() => checkMessage({ message, expected, now })).toThrow(refused(field) as never)
      }),
      { numRuns: 200 },
    )
})

test('rejects texts with one changed character', () => {
  const text = toMessageText(evm)
  assert(
    property(
      integer({ min: 0, max: text.length - 1 }),
      constantFrom('', 'x', '7', '\n', ' ', '\u00a0'),
      (at, piece) => {
        const message = `${text.slice(0, at)}${piece}${text.slice(at + 1)}`
        if (message === text) return
        const check = (): unknown => checkMessage({ message, expected: evm, now: holding })
        expect(check).toThrow(
          expect.objectContaining({ code: 'SIGN_IN_REFUSED', field: expect.stringMatching(/^\w+$/) }),
        )
      },
    ),
    { numRuns: 400 },
  )
})

test('rejects a scheme before the domain', () => {
  const message = `https://${toMessageText(evm)}`
  expect(() => checkMessage({ message, expected: evm, now: holding })).toThrow(refused('scheme') as never)
})

test('rejects a network of an unsupported namespace', () => {
  const expected = { ...evm, chainId: 'cosmos:hub' } as const
  expect(() => checkMessage({ message: toMessageText(evm), expected, now: holding })).toThrow(
    refused('chainId') as never,
  )
})

const at = (iso: string): number => Date.parse(iso)
const times = { ...evm, notBefore: '2026-11-20T12:00:00.000Z' }

test.each([
  ['expirationTime', times, at('2026-11-27T10:00:00.000Z')],
  ['expirationTime', times, at('2030-01-01T00:00:00.000Z')],
  ['notBefore', times, at('2026-11-20T11:58:59.999Z')],
  ['issuedAt', evm, at('2026-11-20T09:58:59.999Z')],
  ['expirationTime', { ...evm, expirationTime: evm.issuedAt }, holding],
  ['expirationTime', { ...times, expirationTime: '2026-11-20T11:00:00.000Z' }, at('2026-11-20T10:30:00.000Z')],
])('error: throws SIGN_IN_REFUSED with the field %s outside its time', (field, expected, now) => {
  expect(() => checkMessage({ message: toMessageText(expected), expected, now })).toThrow(refused(field) as never)
})

test('tolerates a clock that is a minute slow, or more if configured, before notBefore', () => {
  const message = toMessageText(times)
  const check = (now: string, tolerance?: number): unknown =>
    checkMessage({ message, expected: times, now: at(now), tolerance })
  expect(check('2026-11-20T11:59:00.000Z')).toEqual(times)
  expect(check('2026-11-27T09:59:59.999Z')).toEqual(times)
  expect(check('2026-11-20T11:55:00.000Z', clockTolerance.max)).toEqual(times)
  expect(() => check('2026-11-20T11:59:59.999Z', 0)).toThrow(refused('notBefore') as never)
})

test.each([-1, clockTolerance.max + 1, Number.NaN, Number.POSITIVE_INFINITY])(
  'throws a RangeError for a tolerance of %o',
  (tolerance) => {
    expect(() => checkMessage({ message: toMessageText(evm), expected: evm, now: holding, tolerance })).toThrow(
      RangeError,
    )
  },
)

const whole = { message: signed.message, expected: asked, now: holding, allowsRecap: true }

test('accepts a ReCap of the wallet if it is allowed and described by the statement [EIP-5573]', () => {
  expect(checkMessage(whole)).toMatchObject({ resources: ['https://app.example:8443/terms', recaps.resource] })
  const bare = { ...asked, statement: undefined, resources: undefined }
  const message = toMessageText({ ...bare, statement: recaps.words, resources: [recaps.resource] })
  expect(checkMessage({ ...whole, message, expected: bare }).statement).toBe(recaps.words)
})

test('rejects a ReCap as an unrequested statement or resource if it is not allowed', () => {
  expect(() => checkMessage({ ...whole, allowsRecap: false })).toThrow(refused('statement') as never)
  const message = signed.message.replace(` ${recaps.words}`, '')
  expect(() => checkMessage({ ...whole, message, allowsRecap: false })).toThrow(refused('resources') as never)
})

test.each([
  [
    'statement',
    'more than the ReCap in its statement',
    signed.message.replace("'personal_sign'", "'personal_sign', 'wallet_drain'"),
  ],
  ['statement', 'less than the ReCap in its statement', signed.message.replace(", 'personal_sign'", '')],
  ['statement', 'a statement without the ReCap', signed.message.replace(` ${recaps.words}`, '')],
  ['statement', 'another statement before the ReCap’s', signed.message.replace('to the shop', 'to the bank')],
  [
    'statement',
    'words after the ReCap’s statement',
    signed.message.replace("for 'eip155'.", "for 'eip155'. And more."),
  ],
  ['statement', 'the ReCap before the other resources', signed.message.replace(/- (https.*)\n- (urn.*)/, '- $2\n- $1')],
  [
    'resources',
    'the ReCap without the requested resources',
    signed.message.replace('- https://app.example:8443/terms\n', ''),
  ],
  ['resources', 'two ReCaps', `${signed.message}\n- ${recaps.resource}`],
  ['resources', 'a ReCap that cannot be parsed', signed.message.replace(recaps.resource, 'urn:recap:e30')],
])('error: throws SIGN_IN_REFUSED with the field %s if a text has %s', (field, _, message) => {
  expect(message).not.toBe(signed.message)
  expect(() => checkMessage({ ...whole, message })).toThrow(refused(field) as never)
})
