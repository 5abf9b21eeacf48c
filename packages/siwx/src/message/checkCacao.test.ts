import type { Cacao, SiwxSession } from '@latchkey/core'
import { anything, assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { recaps, signed } from '../../test/wallets.js'
import { checkCacao } from './checkCacao.js'
import { toMessageText } from './messageText.js'

const { cacao } = signed
const withP = (change: Partial<Cacao['p']>): SiwxSession => ({
  ...signed,
  cacao: { ...cacao, p: { ...cacao.p, ...change } },
})
const refused = (field: string): never => expect.objectContaining({ code: 'SIGN_IN_REFUSED', field }) as never

test('accepts a CACAO of WalletKit with either statement [S3.17]', () => {
  expect(() => checkCacao(signed)).not.toThrow()
  expect(() => checkCacao(withP({ statement: 'Sign in to the shop.' }))).not.toThrow()
})

test('accepts one without a ReCap and without a statement', () => {
  const fields = { ...signed.data, statement: undefined, resources: undefined }
  const session = withP({ statement: '', resources: undefined })
  expect(() => checkCacao({ ...session, message: toMessageText(fields) })).not.toThrow()
})

test('accepts a session without a CACAO', () => {
  const { cacao: _, ...rest } = signed
  expect(() => checkCacao(rest)).not.toThrow()
})

test.each([
  ['domain', { domain: 'evil.example' }],
  ['aud', { aud: 'https://evil.example' }],
  ['nonce', { nonce: 'k3J9sPq02LmZx8VB' }],
  ['iat', { iat: '2026-11-20T10:00:00.001Z' }],
  ['exp', { exp: undefined }],
  ['nbf', { nbf: '2026-11-20T10:00:00.000Z' }],
  ['requestId', { requestId: '7' }],
  ['resources', { resources: [recaps.resource] }],
  ['statement', { statement: 'Sign in to the bank.' }],
  ['iss', { iss: 'did:pkh:eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
])('error: throws SIGN_IN_REFUSED if its %s differs from the text', (_, change) => {
  expect(() => checkCacao(withP(change))).toThrow(refused('message'))
})

test('error: throws SIGN_IN_REFUSED for another signature, type or issuer', () => {
  expect(() => checkCacao({ ...signed, signature: '0x13' })).toThrow(refused('signature'))
  expect(() => checkCacao({ ...signed, cacao: { ...cacao, s: { t: 'eip712' as never, s: '0x12' } } })).toThrow(
    refused('signature'),
  )
  expect(() => checkCacao({ ...signed, cacao: { ...cacao, h: { t: 'jws' as never } } })).toThrow(refused('message'))
  for (const iss of ['did:key:z6Mk', 'did:pkh:solana:x:y', 'did:pkh:eip155:1', ''])
    expect(() => checkCacao(withP({ iss }))).toThrow(refused('chainId'))
})

test('throws only SIGN_IN_REFUSED, whatever a wallet sends', () => {
  assert(
    property(anything(), anything(), anything(), (h, p, s) => {
      const odd = { h, p, s } as unknown as Cacao
      expect(() => checkCacao({ ...signed, cacao: odd })).toThrow(expect.objectContaining({ code: 'SIGN_IN_REFUSED' }))
      const p2 = { ...cacao.p, resources: p, statement: s, exp: h } as unknown as Cacao['p']
      expect(() => checkCacao({ ...signed, cacao: { ...cacao, p: p2 } })).toThrow(
        expect.objectContaining({ code: 'SIGN_IN_REFUSED' }),
      )
    }),
  )
})

test('throws SIGN_IN_REFUSED for a value that cannot be converted to a string', () => {
  const odd = JSON.parse('{"toString":1}') as never
  expect(() => checkCacao({ ...signed, cacao: { ...cacao, h: { t: odd } } })).toThrow(refused('message'))
  expect(() => checkCacao({ ...signed, cacao: { ...cacao, s: { t: odd, s: '0x12' } } })).toThrow(refused('signature'))
  expect(() => checkCacao(withP({ iss: odd }))).toThrow(refused('chainId'))
  for (const field of ['domain', 'aud', 'nonce', 'exp', 'statement', 'resources'])
    expect(() => checkCacao(withP({ [field]: odd }))).toThrow(expect.objectContaining({ code: 'SIGN_IN_REFUSED' }))
})
