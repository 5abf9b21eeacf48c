import { createSignInMessage, type SolanaSignInInput } from '@solana/wallet-standard-core'
import { type Arbitrary, assert, constantFrom, integer, property, string } from 'fast-check'
import { SiweMessage } from 'siwe'
import { expect, test } from 'vitest'
import { anyBitcoin, anyEvm, anySolana, bitcoin, evm, solana } from '../../test/messages.js'
import type { SignInNamespace } from './fields.js'
import { parseMessageText, readMessageText, toMessageText } from './messageText.js'

const families: readonly (readonly [SignInNamespace, Arbitrary<typeof evm>])[] = [
  ['eip155', anyEvm],
  ['solana', anySolana],
  ['bip122', anyBitcoin],
]

test.each(families)('parses the written fields on %s, and no others', (namespace, anyFields) => {
  assert(
    property(anyFields, (fields) => {
      expect(readMessageText(toMessageText(fields), namespace)).toEqual({ isValid: true, fields, scheme: undefined })
    }),
  )
})

test('siwe parses our messages', () => {
  assert(
    property(anyEvm, (fields) => {
      const { accountAddress, chainId, ...rest } = fields
      const theirs = new SiweMessage(toMessageText(fields))
      expect({ ...theirs, chainId: `eip155:${theirs.chainId}` }).toMatchObject({ ...given(rest), chainId })
      expect(theirs.address).toBe(accountAddress)
    }),
  )
})

test('parses messages of siwe, with a separate scheme', () => {
  const theirs = new SiweMessage({
    scheme: 'https',
    domain: 'service.example',
    address: evm.accountAddress,
    uri: 'https://service.example/login',
    version: '1',
    chainId: 1,
    nonce: '32891756',
    issuedAt: '2021-09-30T16:25:24Z',
  })
  expect(readMessageText(theirs.prepareMessage(), 'eip155')).toEqual({
    isValid: true,
    scheme: 'https',
    fields: {
      domain: 'service.example',
      accountAddress: evm.accountAddress,
      uri: 'https://service.example/login',
      version: '1',
      chainId: 'eip155:1',
      nonce: '32891756',
      issuedAt: '2021-09-30T16:25:24Z',
    },
  })
})

test('parses messages of the Wallet Standard', () => {
  const decoder = new TextDecoder()
  assert(
    property(anySolana, ({ accountAddress: address, ...rest }) => {
      const input = { ...rest, address } as SolanaSignInInput & { readonly domain: string; readonly address: string }
      const fields = parseMessageText(decoder.decode(createSignInMessage(input)), 'solana')
      expect(fields).toEqual({ ...rest, accountAddress: address })
    }),
  )
})

test('every parsed text is reproduced exactly, so that no two texts mean the same [I19]', () => {
  const texts = [
    ['eip155', toMessageText(evm)],
    ['eip155', toMessageText({ ...evm, statement: undefined, resources: undefined })],
    ['solana', toMessageText(solana)],
    ['bip122', toMessageText({ ...bitcoin, statement: undefined })],
  ] as const
  const parts = constantFrom(
    '\n',
    '\n\n',
    ' ',
    '\r',
    '\t',
    ':',
    '@',
    '0',
    'Nonce: 12345678\n',
    'URI: https://a.example\n',
  )
  const pieces = integer({ min: 0, max: 12 })
  assert(
    property(
      constantFrom(...texts),
      integer({ min: 0, max: 600 }),
      pieces,
      parts,
      ([namespace, text], at, cut, piece) => {
        const place = at % (text.length + 1)
        const changed = `${text.slice(0, place)}${piece}${text.slice(place + cut)}`
        const fields = parseMessageText(changed, namespace)
        expect(fields === null || toMessageText(fields) === changed).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})

test('rejects arbitrary and oversized text without throwing', () => {
  assert(
    property(
      string({ unit: 'binary', maxLength: 400 }),
      constantFrom('eip155', 'solana', 'bip122'),
      (text, namespace) => {
        expect(parseMessageText(text, namespace as SignInNamespace)).toBeNull()
      },
    ),
  )
  expect(readMessageText(undefined as never, 'eip155')).toMatchObject({ isValid: false, field: 'message' })
  expect(readMessageText('x'.repeat(32_769), 'eip155')).toMatchObject({ isValid: false, field: 'message' })
})

const text = toMessageText(evm)
const on = (from: string | RegExp, to: string): string => {
  const changed = text.replace(from, () => to)
  expect(changed).not.toBe(text)
  return changed
}

test.each([
  ['another namespace', 'message', () => on('Ethereum', 'Solana')],
  ['another first line', 'message', () => on('wants you', 'asks you')],
  ['text before the message', 'domain', () => `Hello ${text}`],
  ['a line before the message', 'message', () => `Hello\n${text}`],
  ['text after the message', 'message', () => on(/\nResources:[\s\S]*/, '\nand more')],
  ['an empty line after the message', 'message', () => on(/\nResources:[\s\S]*/, '\n')],
  ['an empty line after the resources', 'resources', () => `${text}\n`],
  ['userinfo before the domain', 'domain', () => on('app.example:8443 wants', 'app.example@evil.example wants')],
  ['a path after the domain', 'domain', () => on('app.example:8443 wants', 'app.example/x wants')],
  ['no domain', 'domain', () => on('app.example:8443 wants', ' wants')],
  ['no empty line after the address', 'accountAddress', () => on('79C8\n\n', '79C8\n')],
  ['a short address', 'accountAddress', () => on('79C8\n', '79C\n')],
  ['a space after the address', 'accountAddress', () => on('79C8\n', '79C8 \n')],
  ['a statement of two lines', 'statement', () => on('Sign in', 'Sign\nin')],
  ['a carriage return in the statement', 'statement', () => on('Sign in', 'Sign\rin')],
  ['a line separator in the statement', 'statement', () => on('Sign in', 'Sign\u2028in')],
  ['userinfo in the URI', 'uri', () => on('URI: https://', 'URI: https://app.example@')],
  ['no URI', 'uri', () => on(/URI: .*\n/, '')],
  ['two URIs', 'uri', () => on(/(URI: .*\n)/, 'URI: https://a.example\nURI: https://b.example\n')],
  ['another version', 'version', () => on('Version: 1', 'Version: 2')],
  ['no version', 'version', () => on('Version: 1\n', '')],
  ['fields out of order', 'version', () => on('Version: 1\nChain ID: 31337', 'Chain ID: 31337\nVersion: 1')],
  ['a chain ID with a leading zero', 'chainId', () => on('ID: 31337', 'ID: 031337')],
  ['a chain ID with a sign', 'chainId', () => on('ID: 31337', 'ID: +31337')],
  ['a CAIP-2 chain ID', 'chainId', () => on('ID: 31337', 'ID: eip155:31337')],
  ['a nonce of seven characters', 'nonce', () => on('k3J9sPq02LmZx8Vb', '1234567')],
  ['a nonce with a hyphen', 'nonce', () => on('k3J9sPq02LmZx8Vb', 'k3J9sPq02LmZx8V-')],
  ['two nonces', 'nonce', () => on('Nonce: k3J9', 'Nonce: 12345678\nNonce: k3J9')],
  ['a nonce at the end', 'nonce', () => on(/\nResources:[\s\S]*/, '\nNonce: 12345678')],
  ['two issue times', 'issuedAt', () => on('Issued At: ', 'Issued At: 2026-11-20T10:00:00Z\nIssued At: ')],
  ['no issue time', 'issuedAt', () => on(/Issued At: .*\n/, '')],
  ['a day that does not exist', 'issuedAt', () => on('At: 2026-11-20', 'At: 2026-11-31')],
  ['an invalid expiration time', 'expirationTime', () => on('Time: 2026-11-27T10:00:00.000Z', 'Time: never')],
  [
    'the expiration time after Not Before',
    'expirationTime',
    () =>
      on(
        /(Expiration.*)\n(Not.*)\n/,
        'Not Before: 2026-11-20T09:59:00.000Z\nExpiration Time: 2026-11-27T10:00:00.000Z\n',
      ),
  ],
  ['an invalid Not Before', 'notBefore', () => on(/Not Before: .*\n/, 'Not Before: Friday\n')],
  ['a request ID with spaces', 'requestId', () => on('request-7', 'request 7')],
  [
    'resources before the request ID',
    'requestId',
    () => on(/Request ID[\s\S]*/, 'Resources:\n- https://a.example\nRequest ID: 7'),
  ],
  ['a resource without its dash', 'resources', () => on('- https', '* https')],
  ['a resource that is not a URI', 'resources', () => on('- ipfs://', '- ')],
  ['resources twice', 'resources', () => `${text}\nResources:\n- https://b.example`],
  ['a tag in lower case', 'uri', () => on('URI: ', 'uri: ')],
  ['no space after a tag', 'nonce', () => on('Nonce: ', 'Nonce:')],
])('rejects %s with the field %s', (_, field, make) => {
  expect(readMessageText(make(), 'eip155')).toMatchObject({ isValid: false, field })
})

test('rejects an empty statement, another namespace and its chain ID on Solana', () => {
  const solanaText = toMessageText({ ...solana, statement: undefined })
  expect(readMessageText(solanaText.replace('\n\n', '\n\n\n'), 'solana')).toMatchObject({ field: 'statement' })
  expect(readMessageText(toMessageText(bitcoin), 'solana')).toMatchObject({ field: 'message' })
  expect(readMessageText(solanaText.replace('solana:5eykt', 'bip122:5eykt'), 'solana')).toMatchObject({
    field: 'chainId',
  })
})

function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
