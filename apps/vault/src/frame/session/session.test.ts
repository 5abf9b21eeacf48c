import { beforeEach, describe, expect, test } from 'vitest'
import type { CustodyMethod } from '../../protocol/custody.js'
import { VaultError } from '../errors.js'
import { createSession, type Session } from './session.js'
import type { Vault } from './vault.js'

type Asked = { readonly method: CustodyMethod; readonly params: object }

const { signal } = new AbortController()
let asked: Asked[]
let sent: string[]
/** The vault’s state: whether browsers send its cookie, whether a user is logged in, and the valid token. */
let vault: { keepsCookies: boolean; isConnected: boolean; token: string; isDown: boolean }
let session: Session

beforeEach(() => {
  asked = []
  sent = []
  vault = { keepsCookies: true, isConnected: false, token: 'token0', isDown: false }
  session = open()
})

/** A page that was just loaded. */
function open(): Session {
  let hellos = 0
  const call = async (method: CustodyMethod, params: object): Promise<unknown> => {
    asked.push({ method, params })
    if (vault.isDown) throw new VaultError({ code: 'UNAVAILABLE', message: 'Down.' })
    if (method !== 'hello') return {}
    hellos += 1
    const { resumeToken, cookies } = params as { resumeToken?: string; cookies?: false }
    if (resumeToken !== undefined) vault.isConnected &&= resumeToken === vault.token
    if (cookies === false) vault.token = `token${Number(vault.token.slice(5)) + 1}`
    return {
      now: 1,
      isConnected: vault.isConnected,
      hasCredential: vault.keepsCookies && hellos > 1,
      ...(cookies === false && { resumeToken: vault.token }),
    }
  }
  return createSession({ vault: { call: call as Vault['call'] }, sendToken: (token) => sent.push(token) })
}
const hellos = (): readonly object[] => asked.flatMap(({ method, params }) => (method === 'hello' ? [params] : []))

describe('with cookies', () => {
  test('the second hello shows that the cookie works, and no token is issued', async () => {
    expect(session.hasCookie()).toBeUndefined()
    expect(await session.isConnected(undefined, { signal })).toBe(false)
    expect([hellos(), sent, session.hasCookie()]).toEqual([[{}, {}], [], true])
    await session.keep({ signal })
    expect(hellos()).toHaveLength(2)
  })

  test('ten concurrent calls share one handshake', async () => {
    await Promise.all(Array.from({ length: 10 }, () => session.call('user.get', {}, { signal })))
    expect([hellos().length, asked.length]).toEqual([2, 12])
  })

  test('error: the next call repeats a hello that failed', async () => {
    vault.isDown = true
    await expect(session.call('user.get', {}, { signal })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    vault.isDown = false
    await session.call('user.get', {}, { signal })
    expect(asked.map(({ method }) => method)).toEqual(['hello', 'hello', 'hello', 'user.get'])
  })
})

describe('without cookies', () => {
  beforeEach(() => {
    vault.keepsCookies = false
  })

  test('the app gets a resume token once the user is logged in, and not before', async () => {
    expect(await session.isConnected(undefined, { signal })).toBe(false)
    expect([hellos(), sent, session.hasCookie()]).toEqual([[{}, {}, { cookies: false }], [], false])
    vault.isConnected = true
    await session.keep({ signal })
    expect(sent).toEqual(['token2'])
  })

  test('error: a login is not reported as failed if the vault becomes unreachable before it issues the token', async () => {
    await session.isConnected(undefined, { signal })
    vault.isConnected = true
    vault.isDown = true
    await session.keep({ signal })
    expect(sent).toEqual([])
    await expect(session.keep({ signal: AbortSignal.abort('left') })).rejects.toBe('left')
  })

  test('a reloaded page resumes the session with the token, and sends the app a new one', async () => {
    vault.isConnected = true
    vault.token = 'token7'
    expect(await open().isConnected('token7', { signal })).toBe(true)
    expect([hellos().at(-1), sent]).toEqual([{ cookies: false, resumeToken: 'token7' }, ['token8']])
  })

  test('a token that arrives after the first calls also resumes the session', async () => {
    vault.isConnected = true
    await session.call('user.get', {}, { signal })
    const kept = vault.token
    sent = []
    // the token that another page of this browser was given
    vault.token = 'token40'
    expect(await session.isConnected('token40', { signal })).toBe(true)
    expect([sent, kept]).toEqual([['token41'], 'token1'])
  })

  test('a page sends no token twice, as that would end the session', async () => {
    vault.isConnected = true
    vault.token = 'token7'
    for (let count = 0; count < 3; count += 1) expect(await session.isConnected('token7', { signal })).toBe(true)
    expect(hellos().filter((params) => 'resumeToken' in params)).toHaveLength(1)
    expect(await session.isConnected(sent[0], { signal })).toBe(true)
    expect(hellos().filter((params) => 'resumeToken' in params)).toHaveLength(1)
  })

  test('a key that the vault no longer knows is enrolled again without the token', async () => {
    await session.isConnected(undefined, { signal })
    await session.renew(signal)
    expect(hellos().at(-1)).toEqual({ cookies: false })
  })
})
