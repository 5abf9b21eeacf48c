import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { createAppleSecret } from './openClient.js'
import { parseProviders, readProviders } from './parseProviders.js'

const own = { clientId: 'app', clientSecret: 'secret' }
const acme = { kind: 'oidc', name: 'Acme ID', issuer: 'https://id.acme.example' }
const apple = { teamId: 'TEAM', keyId: 'KEY', privateKey: 'PEM' }

test('a known provider needs only an id and a secret', () => {
  const providers = parseProviders({
    google: own,
    x: own,
    discord: { clientId: 'app' },
    apple: { clientId: 'app', apple },
  })
  expect([...providers.keys()]).toEqual(['google', 'apple', 'x', 'discord'])
  expect(providers.get('google')).toMatchObject({
    kind: 'oidc',
    issuer: 'https://accounts.google.com',
    secret: { kind: 'post', value: 'secret' },
  })
  expect(providers.get('x')).toMatchObject({
    kind: 'oauth2',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    secret: { kind: 'basic' },
  })
  expect(providers.get('discord')?.secret).toEqual({ kind: 'none' })
  expect(providers.get('apple')).toMatchObject({ responseMode: 'form_post', secret: { kind: 'apple', teamId: 'TEAM' } })
})

test('an operator can add any OpenID Connect provider', () => {
  const providers = parseProviders({ acme: { ...own, ...acme }, google: own })
  expect([...providers.keys()]).toEqual(['google', 'acme'])
  expect(providers.get('google')?.name).toBe('Google')
  expect(providers.get('acme')).toEqual({
    provider: 'acme',
    kind: 'oidc',
    name: 'Acme ID',
    issuer: 'https://id.acme.example',
    clientId: 'app',
    scope: 'openid profile',
    secret: { kind: 'basic', value: 'secret' },
  })
  const post = { ...own, ...acme, authentication: 'client_secret_post', scope: 'openid groups' }
  expect(parseProviders({ acme: post }).get('acme')).toMatchObject({ scope: 'openid groups', secret: { kind: 'post' } })
})

test('no provider is asked for an email address', () => {
  const names = ['google', 'github', 'apple', 'facebook', 'x', 'discord']
  for (const provider of parseProviders(Object.fromEntries(names.map((name) => [name, own]))).values())
    expect(provider.scope).not.toContain('mail')
})

test('configured values override the known ones of a provider', () => {
  const issuer = 'http://127.0.0.1:4179/github'
  const urls = { authorizationUrl: `${issuer}/auth`, tokenUrl: `${issuer}/token`, userUrl: `${issuer}/user` }
  expect(parseProviders({ github: { ...own, issuer, ...urls } }).get('github')).toMatchObject({ issuer, ...urls })
})

test('a fresh login is requested as each provider supports it, or as configured', () => {
  const fresh = { prompt: 'login', max_age: '300' }
  const providers = parseProviders({ google: { ...own, fresh }, facebook: own, x: own })
  expect([...providers.values()].map((one) => one.fresh)).toEqual([fresh, { auth_type: 'reauthenticate' }, undefined])
})

test.each([
  [{ google: { ...own, fresh: { max_age: 'soon' } } }, 'in seconds'],
  [{ google: { ...own, fresh: { 'redirect-uri': 'https://attacker.example' } } }, 'redirect-uri'],
  [{ google: { clientSecret: 'x' } }, 'clientId'],
  [{ myspace: own }, 'myspace'],
  [{ acme: { ...own, ...acme, issuer: 'http://id.acme.example' } }, 'needs https URLs'],
  [{ acme: { ...own, ...acme, name: ' ' } }, 'acme: '],
  [{ acme: { ...own, ...acme, name: 'two\nlines' } }, 'one line'],
  [{ acme: { ...own, ...acme, scope: 'profile' } }, 'needs the scope openid'],
  [{ acme: { ...own, ...acme, icon: 'data:image/svg+xml;base64,PHN2Zy8+' } }, 'PNG or JPEG'],
  [{ acme: { ...own, ...acme, tokenUrl: 'https://id.acme.example/token' } }, 'tokenUrl'],
  [{ email: { ...own, ...acme } }, 'Not an id'],
  [{ farcaster: { ...own, ...acme } }, 'Not an id'],
  [{ Acme: { ...own, ...acme } }, 'Not an id'],
  [{ 'a b': { ...own, ...acme } }, 'Not an id'],
  [{ ['a'.repeat(33)]: { ...own, ...acme } }, 'Not an id'],
  [{ google: { ...own, issuer: 'http://accounts.google.com' } }, 'needs https URLs'],
  [{ github: { ...own, tokenUrl: 'http://github.com/token' } }, 'needs https URLs'],
  [{ github: { ...own, userUrl: 'ftp://github.com' } }, 'userUrl'],
  [{ google: { ...own, tokenUrl: 'https://accounts.google.com/token' } }, 'set its issuer only'],
  [{ apple: { ...own, apple } }, 'set only one'],
  [{ google: { ...own, secret: 'x' } }, 'secret'],
  [[], 'expected record'],
])('error: %j is rejected with a reason', (value, reason) => {
  expect(() => parseProviders(value)).toThrow(reason)
})

test('error: names a file that is missing or not a list of providers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-providers-'))
  const file = join(folder, 'providers.json')
  await expect(readProviders(file)).rejects.toThrow(`${file} is not a list of providers`)
  await writeFile(file, JSON.stringify({ google: own }))
  expect((await readProviders(file)).has('google')).toBe(true)
  await writeFile(file, '{')
  await expect(readProviders(file)).rejects.toThrow(`${file} is not a list of providers`)
  await rm(folder, { recursive: true })
})

test('the Apple secret is signed with the team’s key, valid for Apple only, and expires after five minutes', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const secret = { ...apple, kind: 'apple', privateKey: pem } as const
  const token = await createAppleSecret(secret, { issuer: 'https://appleid.apple.com', clientId: 'app' })
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', kid: 'KEY' })
  const { iat = 0, exp = 0, ...claims } = decodeJwt(token)
  expect(claims).toEqual({ iss: 'TEAM', sub: 'app', aud: 'https://appleid.apple.com' })
  expect(exp - iat).toBe(300)
})
