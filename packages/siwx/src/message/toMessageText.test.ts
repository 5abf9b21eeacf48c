import { createSignInMessage, type SolanaSignInInput } from '@solana/wallet-standard-core'
import { assert, property } from 'fast-check'
import { SiweMessage } from 'siwe'
import { expect, test } from 'vitest'
import { anyEvm, anySolana, bitcoin, evm, solana } from '../../test/messages.js'
import { toMessageText } from './messageText.js'

test('writes an EIP-4361 message with the numeric chain ID [S3.16]', () => {
  expect(toMessageText(evm)).toMatchInlineSnapshot(`
    "app.example:8443 wants you to sign in with your Ethereum account:
    0x70997970C51812dc3A010C7d01b50e0d17dc79C8

    Sign in to the shop.

    URI: https://app.example:8443/login
    Version: 1
    Chain ID: 31337
    Nonce: k3J9sPq02LmZx8Vb
    Issued At: 2026-11-20T10:00:00.000Z
    Expiration Time: 2026-11-27T10:00:00.000Z
    Not Before: 2026-11-20T09:59:00.000Z
    Request ID: request-7
    Resources:
    - https://app.example:8443/terms
    - ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi"
  `)
})

test('keeps the empty line of a missing statement on EVM only', () => {
  expect(
    toMessageText({ ...evm, statement: undefined })
      .split('\n')
      .slice(1, 5),
  ).toEqual([evm.accountAddress, '', '', `URI: ${evm.uri}`])
  expect(
    toMessageText({ ...bitcoin, statement: undefined })
      .split('\n')
      .slice(1, 4),
  ).toEqual([bitcoin.accountAddress, '', `URI: ${evm.uri}`])
})

test('names the ecosystem, and uses the full CAIP-2 chain ID on Bitcoin', () => {
  expect(toMessageText(bitcoin)).toContain('your Bitcoin account:\nbc1qar0')
  expect(toMessageText(bitcoin)).toContain('\nChain ID: bip122:000000000019d6689c085ae165831e93\n')
})

test('writes the same text as siwe', () => {
  assert(
    property(anyEvm, (fields) => {
      const { accountAddress: address, chainId, ...rest } = fields
      const theirs = new SiweMessage({ ...rest, address, chainId: Number(chainId.slice(7)) } as Partial<SiweMessage>)
      expect(toMessageText(fields)).toBe(theirs.prepareMessage())
    }),
  )
})

test('writes the same text as the Wallet Standard [S3.16]', () => {
  const decoder = new TextDecoder()
  assert(
    property(anySolana, (fields) => {
      const { accountAddress: address, ...rest } = fields
      const theirs = createSignInMessage({ ...rest, address } as SolanaSignInInput & {
        domain: string
        address: string
      })
      expect(toMessageText(fields)).toBe(decoder.decode(theirs))
    }),
  )
  const theirs = createSignInMessage({ ...solana, address: solana.accountAddress } as never)
  expect(toMessageText(solana)).toBe(decoder.decode(theirs))
})

test.each([
  ['domain', { domain: 'app.example\nevil.example' }],
  ['domain', { domain: 'https://app.example' }],
  ['statement', { statement: 'Hello\nURI: https://evil.example' }],
  ['statement', { statement: 'Hello\r' }],
  ['statement', { statement: '' }],
  ['statement', { statement: 'Grüße' }],
  ['uri', { uri: 'https://app.example@evil.example/' }],
  ['uri', { uri: '/login' }],
  ['version', { version: '2' }],
  ['chainId', { chainId: 'eip155:01' as const }],
  ['chainId', { chainId: 'cosmos:hub' as const }],
  ['nonce', { nonce: 'short' }],
  ['nonce', { nonce: 'with-dashes' }],
  ['issuedAt', { issuedAt: undefined }],
  ['issuedAt', { issuedAt: '20 November' }],
  ['expirationTime', { expirationTime: '2026-02-30T00:00:00Z' }],
  ['notBefore', { notBefore: '2026-13-01T00:00:00Z' }],
  ['requestId', { requestId: 'a b' }],
  ['resources', { resources: ['https://ok.example', 'not a uri'] }],
  ['resources', { resources: ['https://ok.example/\n- https://evil.example'] }],
  ['accountAddress', { accountAddress: '0x12' }],
])('error: throws SIGN_IN_REFUSED with the field %s for %j', (field, change) => {
  expect(() => toMessageText({ ...evm, ...change })).toThrow(
    expect.objectContaining({ code: 'SIGN_IN_REFUSED', field }),
  )
})

test('error: throws with the field message if the text is too long', () => {
  const resources = [`https://app.example/${'a'.repeat(40_000)}`]
  expect(() => toMessageText({ ...evm, resources })).toThrow(expect.objectContaining({ field: 'message' }))
})
