import type { Address } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import type { Summary } from '../../protocol/summary.js'
import { describeRequest } from '../readRequest.js'
import type { SigningRequest } from '../signingRequest.js'
import { accounts, createRequest, getRefusal, now, otherAddress, signIt, solanaChain } from '../testing/requests.js'

const address = accounts.eip155
const fields = {
  address,
  chainId: 1,
  domain: 'app.example',
  nonce: 'abcdef12',
  uri: 'https://app.example/',
  version: '1',
} as const
const write = (change: Partial<Parameters<typeof createSiweMessage>[0]> = {}): string =>
  createSiweMessage({ ...fields, issuedAt: new Date(now), ...change })
const ask = (text: string, rest: Partial<SigningRequest> = {}): SigningRequest =>
  createRequest('personal_sign', [`0x${Buffer.from(text).toString('hex')}`, address], rest)
const read = (text: string, rest: Partial<SigningRequest> = {}): Summary => describeRequest(ask(text, rest)).summary

describe('a sign-in message', () => {
  it('is described by its fields and its full text', () => {
    const text = write({
      statement: 'Welcome to Example.',
      resources: ['https://app.example/terms', 'ipfs://bafy'],
      requestId: '7',
      expirationTime: new Date(now + 60_000),
      notBefore: new Date(now - 60_000),
    })
    expect(read(text)).toEqual({
      kind: 'signIn',
      method: 'personal_sign',
      chain: 'eip155:1',
      account: address,
      domain: 'app.example',
      uri: 'https://app.example/',
      statement: 'Welcome to Example.',
      nonce: 'abcdef12',
      signInChain: 'eip155:1',
      issuedAt: '2026-11-22T09:00:00.000Z',
      expirationTime: '2026-11-22T09:01:00.000Z',
      notBefore: '2026-11-22T08:59:00.000Z',
      requestId: '7',
      resources: ['https://app.example/terms', 'ipfs://bafy'],
      text,
      warnings: [],
    })
  })

  it('can be signed', async () => {
    const { result } = await signIt(ask(write()))
    expect(result).toMatch(/^0x[0-9a-f]{130}$/)
  })

  it.each([
    ['another site', 'evil.example'],
    ['a subdomain', 'login.app.example'],
    ['the parent domain', 'example'],
    ['another port', 'app.example:8443'],
    ['the site as a username', 'app.example@evil.example'],
    ['a path', 'app.example/x'],
    ['a sentence', 'Today app.example'],
    ['no site', ''],
  ])('is rejected if it names %s', (_, domain) => {
    const text = write().replace(/^app\.example/, domain)
    expect(getRefusal(ask(text))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('not the site that asks'),
    })
  })

  it.each([
    ['after an empty line', (text: string) => `\n${text}`],
    ['after other text', (text: string) => `Terms of use\n\n${text}`],
    ['in capitals', (text: string) => text.replace('wants you to sign in', 'WANTS YOU TO SIGN IN')],
    ['with other spaces', (text: string) => text.replace('wants you to', 'wants\u00a0you  to')],
    ['after spaces', (text: string) => `   ${text}`],
    ['for another namespace', (text: string) => text.replace('Ethereum', 'Bitcoin')],
  ])('is rejected for another site even %s', (_, change) => {
    expect(getRefusal(ask(change(write({ domain: 'evil.example' }))))).toMatchObject({ code: -32602 })
    expect(read(change(write()))).toMatchObject({ kind: 'message', warnings: ['malformedSignIn'] })
  })

  it.each([
    ['a port', 'http://localhost:4173', 'localhost:4173'],
    ['the port of its scheme', 'https://app.example', 'app.example:443'],
    ['capitals', 'https://app.example', 'App.Example'],
    ['its scheme', 'https://app.example', 'https://app.example'],
    ['an IDN in ASCII', 'https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['an IPv6 host', 'http://[::1]:3000', '[::1]:3000'],
  ])('may name the site with %s', (_, origin, domain) => {
    expect(read(write().replace(/^app\.example/, domain), { origin }).kind).toBe('signIn')
  })

  it('is rejected with a scheme other than the origin’s', () => {
    expect(getRefusal(ask(write({ scheme: 'http' })))).toMatchObject({ code: -32602 })
    expect(getRefusal(ask(write(), { origin: 'null' }))).toMatchObject({ code: -32602 })
  })

  it('is rejected for another account', () => {
    expect(getRefusal(ask(write({ address: otherAddress as Address })))).toMatchObject({
      message: expect.stringContaining('another account'),
    })
  })

  it('is described as a plain message with a warning if it is malformed', () => {
    for (const text of [
      write().replace('Version: 1', 'Version: 2'),
      `${write()}\nmore`,
      write().replace(/\nNonce.*/, ''),
    ])
      expect(read(text)).toMatchObject({ kind: 'message', warnings: ['malformedSignIn'] })
  })

  it('warns of another network, and of dates that make it invalid now', () => {
    expect(read(write({ chainId: 10 })).warnings).toEqual(['otherNetwork'])
    expect(read(write({ expirationTime: new Date(now - 1) })).warnings).toEqual(['notValidNow'])
    expect(read(write({ notBefore: new Date(now + 1) })).warnings).toEqual(['notValidNow'])
  })

  it('works on Solana', async () => {
    const { base58 } = await import('@scure/base')
    const lines = [
      'app.example wants you to sign in with your Solana account:',
      accounts.solana,
      '',
      'URI: https://app.example/',
      'Version: 1',
      `Chain ID: ${solanaChain}`,
      'Nonce: abcdef12',
      'Issued At: 2026-11-22T09:00:00Z',
    ]
    const askSolana = (text: string): SigningRequest =>
      createRequest('solana_signMessage', { message: base58.encode(Buffer.from(text)), pubkey: accounts.solana })
    expect(describeRequest(askSolana(lines.join('\n'))).summary).toMatchObject({
      kind: 'signIn',
      signInChain: solanaChain,
    })
    expect(getRefusal(askSolana(lines.join('\n').replace('app.', 'evil.')))).toMatchObject({ code: -32602 })
  })
})
