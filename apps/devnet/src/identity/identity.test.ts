import { createHash, randomBytes } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parseIdentityFaults } from './faults.js'
import { type RunningIdentity, startIdentity } from './identity.js'
import { type IdentityName, identityNames } from './kinds.js'

const redirectUri = 'http://vault.localhost:4176/social/callback'

let identity: RunningIdentity

beforeAll(async () => {
  identity = await startIdentity({ redirectUris: [redirectUri] })
})

afterAll(() => identity?.stop())

afterEach(() => identity.setFaults({}))

type Settings = {
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string
  readonly userUrl: string
}

const settingsOf = (name: IdentityName): Settings => identity.providers[name] as Settings

/** A minimal browser: follows redirects with the received cookies and submits the login form, up to the redirect URI. */
async function follow(url: string, answer: 'allow' | 'deny'): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let next = url
  let form: URLSearchParams | undefined
  for (let hop = 0; hop < 10; hop++) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    })
    for (const text of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      cookies.set(key, value)
    }
    form = undefined
    if (response.status === 200) {
      const action = /action="([^"]+)"/.exec(await response.text())?.[1] ?? ''
      next = new URL(action, next).href
      form = new URLSearchParams({ name: 'ada', answer })
    } else next = new URL(response.headers.get('location') ?? '', next).href
    if (next.startsWith(redirectUri)) return new URL(next).searchParams
  }
  throw new Error(`It leads nowhere: ${next}`)
}

async function authorize(
  name: IdentityName,
  answer: 'allow' | 'deny' = 'allow',
): Promise<{ answer: URLSearchParams; verifier: string }> {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: settingsOf(name).clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 'S',
    nonce: 'N',
    scope: 'openid profile read:user public_profile users.read identify',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  })
  return { answer: await follow(`${identity.url}${name}/auth?${query}`, answer), verifier }
}

type Tokens = { readonly id_token?: string; readonly access_token: string; readonly error?: string }

async function exchange(name: IdentityName, code: string, verifier: string): Promise<Tokens> {
  const { clientId, clientSecret } = settingsOf(name)
  const isBasic = name === 'x'
  const response = await fetch(`${identity.url}${name}/token`, {
    method: 'POST',
    ...(isBasic && {
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    }),
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...(!isBasic && { client_id: clientId, client_secret: clientSecret }),
    }),
  })
  return (await response.json()) as Tokens
}

describe('the provider', () => {
  test('as Google, issues a signed ID token for the login and the app, and accepts a code only once', async () => {
    const { answer, verifier } = await authorize('google')
    expect(Object.fromEntries(answer)).toMatchObject({ state: 'S', iss: `${identity.url}google` })
    const code = answer.get('code') ?? ''
    const { id_token = '' } = await exchange('google', code, verifier)
    const keys = createRemoteJWKSet(new URL(`${identity.url}google/jwks`))
    const terms = { issuer: settingsOf('google').issuer, audience: 'latchkey-vault' }
    expect((await jwtVerify(id_token, keys, terms)).payload).toMatchObject({ sub: 'ada', nonce: 'N', name: 'ada' })
    // a code works only once
    expect(await exchange('google', code, verifier)).toMatchObject({ error: 'invalid_grant' })
  })

  test.each([
    ['github', { login: 'ada', id: expect.any(Number) }],
    ['facebook', { name: 'ada', id: expect.stringMatching(/^\d{17}$/) }],
    ['x', { data: { username: 'ada', name: 'ada', id: expect.stringMatching(/^\d{19}$/) } }],
    ['discord', { username: 'ada', id: expect.stringMatching(/^\d{18}$/) }],
  ] as const)('as %s, returns the user of an access token', async (name, user) => {
    const { answer, verifier } = await authorize(name)
    const { access_token } = await exchange(name, answer.get('code') ?? '', verifier)
    const ask = (token: string): Promise<Response> =>
      fetch(settingsOf(name).userUrl, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await ask(access_token)).json()).toMatchObject(user)
    expect((await ask('guessed')).status).toBe(401)
  })

  test('reports access_denied for a declined login, and rejects a code with a wrong verifier', async () => {
    for (const name of identityNames.filter((one) => one !== 'apple')) {
      expect((await authorize(name, 'deny')).answer.get('error')).toBe('access_denied')
      const { answer } = await authorize(name)
      expect(await exchange(name, answer.get('code') ?? '', 'A'.repeat(43))).toMatchObject({ error: 'invalid_grant' })
    }
  })

  test('as Apple, rejects a plain client secret', async () => {
    const { answer, verifier } = await authorize('apple')
    expect(await exchange('apple', answer.get('code') ?? '', verifier)).toMatchObject({ error: 'invalid_client' })
  })
})

describe('the faults of the provider', () => {
  test('are set as JSON over HTTP, and end when they are cleared', async () => {
    const put = (faults: unknown): Promise<Response> =>
      fetch(`${identity.url}faults`, { method: 'PUT', body: JSON.stringify(faults) })
    const look = async (): Promise<number> =>
      (await fetch(`${identity.url}google/.well-known/openid-configuration`)).status
    expect((await put({ discovery: 503 })).status).toBe(204)
    expect(await look()).toBe(503)
    await put({})
    expect(await look()).toBe(200)
  })

  test('do not prevent a login when the login page is isolated', async () => {
    identity.setFaults({ isIsolated: true })
    const { answer } = await authorize('google')
    expect(answer.has('code')).toBe(true)
  })

  test.each([null, 7, { token: 404 }, { idToken: 'nice' }, { else: 1 }, { email: {} }, { isIsolated: 'yes' }])(
    'error: reject %j as invalid',
    (value) => {
      expect(() => parseIdentityFaults(value)).toThrow(TypeError)
    },
  )
})
