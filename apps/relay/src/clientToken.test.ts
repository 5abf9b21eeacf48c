import { describe, expect, it } from 'vitest'
import { parseClientToken } from './clientToken.js'
import { type CreateClientTokenOptions, createClientToken } from './testing/client.js'

const now = Date.UTC(2026, 0, 1)

const audience = 'wss://relay.example.org'

const make = (options: Partial<CreateClientTokenOptions> = {}): { token: string; clientId: string } =>
  createClientToken({ audience, issuedAt: now / 1_000, ...options })

const parse = (token: string): string | null => parseClientToken(token, { audiences: [audience], now })

/** The token with one of its three parts changed by a function of its JSON. */
const alter = (token: string, index: 0 | 1, change: (part: Record<string, unknown>) => object): string => {
  const parts = token.split('.')
  const part = JSON.parse(Buffer.from(parts[index] ?? '', 'base64url').toString())
  parts[index] = Buffer.from(JSON.stringify(change(part))).toString('base64url')
  return parts.join('.')
}

describe('parseClientToken', () => {
  it('identifies the client by the key that signed', () => {
    const { token, clientId } = make()
    expect(parse(token)).toBe(clientId)
    expect(clientId).toMatch(/^did:key:z6Mk\w{44}$/)
  })

  it('refuses a token if any part was altered [I40]', () => {
    const { token } = make()
    expect(parse(alter(token, 1, (part) => ({ ...part, sub: 'other' })))).toBe(null)
    expect(parse(alter(token, 1, (part) => ({ ...part, iss: make().clientId })))).toBe(null)
    expect(parse(alter(token, 0, (part) => ({ ...part, kid: '1' })))).toBe(null)
    const [head, body, signature = ''] = token.split('.')
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    expect(parse(`${head}.${body}.${flipped}`)).toBe(null)
  })

  it('refuses other algorithms, also `none`, even with a valid signature [I40]', () => {
    for (const alg of ['none', 'None', 'HS256', 'ES256', undefined])
      expect(parse(make({ header: { alg } }).token)).toBe(null)
    const [head, body] = make({ header: { alg: 'none' } }).token.split('.')
    expect(parse(`${head}.${body}.`)).toBe(null)
  })

  it('refuses a token for another relay [I40]', () => {
    expect(parse(make({ audience: 'wss://relay.example.com' }).token)).toBe(null)
    expect(parse(make({ claims: { aud: undefined } }).token)).toBe(null)
    expect(parse(make({ claims: { aud: [audience] } }).token)).toBe(null)
    for (const other of [
      'ws://relay.example.org',
      'wss://relay.example.org:8443',
      'wss://relay.example.org/path',
      '',
      'relay',
    ])
      expect(parse(make({ audience: other }).token)).toBe(null)
  })

  it('accepts every public URL of the relay, with a slash at the end or the default port', () => {
    const audiences = [audience, 'ws://127.0.0.1:5555', 'wss://example.org/relay/']
    const urls = [
      audience,
      `${audience}/`,
      'wss://RELAY.example.org:443',
      'ws://127.0.0.1:5555/',
      'wss://example.org/relay',
    ]
    for (const url of urls) expect(parseClientToken(make({ audience: url }).token, { audiences, now })).not.toBe(null)
  })

  it('refuses expired and future times, but allows clocks that are ten minutes off [F39]', () => {
    const at = (minutes: number): number => now / 1_000 + minutes * 60
    expect(parse(make({ issuedAt: at(10) }).token)).not.toBe(null)
    expect(parse(make({ issuedAt: at(12) }).token)).toBe(null)
    expect(parse(make({ issuedAt: at(-20), lifetimeSeconds: 600 }).token)).not.toBe(null)
    expect(parse(make({ issuedAt: at(-24), lifetimeSeconds: 600 }).token)).toBe(null)
    for (const claims of [{ exp: undefined }, { exp: 'never' }, { iat: null }, { exp: Number.NaN }])
      expect(parse(make({ claims }).token)).toBe(null)
  })

  it('refuses malformed tokens, and issuers that are not keys', () => {
    for (const text of ['', '.', '..', 'a.b.c', 'a.b.c.d', `${'A'.repeat(100_000)}.A.A`]) expect(parse(text)).toBe(null)
    const issuers = ['did:key:z', 'did:web:example', 'did:key:z0OIl', `did:key:z${'1'.repeat(50)}`, 7, null]
    for (const iss of issuers) expect(parse(make({ claims: { iss } }).token)).toBe(null)
    for (const part of ['null', '[]', '"text"', '7'])
      expect(parse(`${Buffer.from(part).toString('base64url')}.e30.AA`)).toBe(null)
  })
})
