import { assert, json, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { recaps } from '../../test/wallets.js'
import { isRecap, parseRecap, toRecapStatements } from './recap.js'

const encode = (value: unknown, form: 'base64' | 'base64url' = 'base64url'): string =>
  `urn:recap:${Buffer.from(JSON.stringify(value)).toString(form).replaceAll('=', '')}`

test('parses a wallet’s ReCap, and returns the wallet’s statement for it', () => {
  const recap = parseRecap(recaps.resource)
  expect(recap).toEqual([
    {
      target: 'eip155',
      abilities: [
        'request/eth_sendTransaction',
        'request/eth_signTypedData',
        'request/eth_signTypedData_v4',
        'request/personal_sign',
      ],
    },
  ])
  expect(toRecapStatements(recap ?? [])).toEqual([recaps.words])
})

test('parses both base64 and base64url', () => {
  const details = { att: { 'https://a.example/?>>>': { 'crud/read': [{ note: '???>>>ÿ' }] } } }
  expect(encode(details, 'base64')).toMatch(/[+/]/)
  expect(parseRecap(encode(details, 'base64'))).toEqual(parseRecap(encode(details)))
  expect(parseRecap(encode(details))).toHaveLength(1)
})

test('returns the statements in the order of the standard and in the orders of wallets [EIP-5573]', () => {
  const recap = parseRecap(
    encode({
      att: {
        'https://b.example': { 'z/a': [{}], 'crud/read': [{}], 'crud/Write': [{}] },
        eip155: { 'request/b': [{}] },
      },
    }),
  )
  const opening = 'I further authorize the stated URI to perform the following actions on my behalf:'
  expect(toRecapStatements(recap ?? [])).toEqual([
    `${opening} (1) 'request': 'b' for 'eip155'. (2) 'crud': 'Write', 'read' for 'https://b.example'. (3) 'z': 'a' for 'https://b.example'.`,
    `${opening} (1) 'request': 'b' for 'eip155'. (2) 'crud': 'read', 'Write' for 'https://b.example'. (3) 'z': 'a' for 'https://b.example'.`,
    // as written by WalletConnect's utils 2.21.8
    `${opening} (1) 'z': 'a' for 'https://b.example'. (2) 'crud': 'read', 'Write' for 'https://b.example'. (3) 'request': 'b' for 'eip155'.`,
  ])
})

test.each([
  ['another resource', 'https://a.example'],
  ['nothing', 'urn:recap:'],
  ['invalid base64', 'urn:recap:???'],
  ['invalid JSON', 'urn:recap:aGVsbG8'],
  ['no abilities', encode({})],
  ['an array', encode([])],
  ['no targets', encode({ att: {} })],
  ['a target without abilities', encode({ att: { eip155: {} } })],
  ['abilities as an array', encode({ att: { eip155: [] } })],
  ['an ability without limits', encode({ att: { eip155: { 'request/a': [] } } })],
  ['limits that are not objects', encode({ att: { eip155: { 'request/a': [7] } } })],
  ['an ability without a namespace', encode({ att: { eip155: { request: [{}] } } })],
  ['an ability with a quote', encode({ att: { eip155: { "request/a', 'b": [{}] } } })],
  ['a target with a quote', encode({ att: { "eip155'. (2) 'x": { 'request/a': [{}] } } })],
  ['a target of two lines', encode({ att: { 'eip\n155': { 'request/a': [{}] } } })],
])('rejects %s', (_, resource) => {
  expect(parseRecap(resource)).toBeNull()
})

test('accepts __proto__ as the name of a target', () => {
  const resource = `urn:recap:${btoa('{"att":{"__proto__":{"request/a":[{}]}}}').replaceAll('=', '')}`
  expect(parseRecap(resource)).toEqual([{ target: '__proto__', abilities: ['request/a'] }])
})

test('returns null for arbitrary resources without throwing', () => {
  assert(
    property(string(), json(), json(), (text, details, targets) => {
      for (const resource of [
        text,
        `urn:recap:${text}`,
        encode(JSON.parse(details)),
        encode({ att: JSON.parse(targets) }),
      ])
        expect(parseRecap(resource)).toBeNull()
    }),
  )
})

test('isRecap recognizes the prefix in any letter case', () => {
  expect([isRecap('urn:recap:x'), isRecap('URN:RECAP:x'), isRecap('urn:isbn:x')]).toEqual([true, true, false])
})
