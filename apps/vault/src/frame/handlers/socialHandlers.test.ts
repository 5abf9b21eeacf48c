import { beforeEach, describe, expect, test } from 'vitest'
import type { CustodyError, CustodyMethod, User } from '../../protocol/custody.js'
import { VaultError } from '../errors.js'
import type { Session } from '../session/session.js'
import { createSocialHandlers } from './socialHandlers.js'

type Step = 'pending' | 'alone' | 'done' | 'never' | CustodyError

const options = { id: '1', signal: new AbortController().signal }

const user: User = { email: null, provider: 'discord', username: 'ada', accounts: [], smartAccount: '0xAA' }

const siteOrigin = 'http://vault.localhost:4176'

const uri = `${siteOrigin}/social/result?provider=discord&state=S`

const down: CustodyError = { code: 'UNAVAILABLE', message: 'Down.', retryAfter: 3 }

let steps: Step[]

let asked: unknown[]

let waits: number[]

let answers: ReturnType<typeof createSocialHandlers>

beforeEach(() => {
  steps = []
  asked = []
  waits = []
  const call = async (
    method: CustodyMethod,
    params: unknown,
    { signal }: { signal: AbortSignal },
  ): Promise<unknown> => {
    asked.push({ method, params })
    if (method === 'factors.login') return { user }
    if (method === 'social.start') return { uri: `${siteOrigin}/social/start?state=S`, state: 'S' }
    if (method === 'farcaster.start') return { url: 'https://farcaster.example/siwf' }
    const step = steps.shift() ?? 'alone'
    if (step === 'never')
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    if (step === 'done') return { status: 'done', user }
    if (typeof step === 'string') return { status: 'pending', isAlone: step === 'alone' }
    throw new VaultError(step)
  }
  const session = { call, keep: async () => void asked.push('keep') } as unknown as Session
  answers = createSocialHandlers({
    session,
    siteOrigin,
    wait: async (ms) => void waits.push(ms),
    // the user enters a correct code
    askFactor: ({ send }) => send({ kind: 'code', code: '654321' }),
    getUser: async (payload) => ({ address: '0x1', chainId: payload?.chainId ?? 1, email: null }),
  })
})

describe('a social login', () => {
  test('starts with the URL of the popup', async () => {
    const popup = '0'.repeat(32)
    expect(await answers.GET_SOCIAL_REDIRECT_URI({ provider: 'x', popup }, options)).toEqual({
      uri: `${siteOrigin}/social/start?state=S`,
    })
    expect(asked).toEqual([{ method: 'social.start', params: { provider: 'x', popup } }])
  })

  test('returns the user and keeps the session', async () => {
    steps = ['done']
    expect(await answers.CONNECT_SOCIAL({ uri: `${uri}&code=C`, chainId: 5 }, options)).toEqual({
      address: '0x1',
      chainId: 5,
      email: null,
      userName: 'ada',
    })
    expect(asked).toEqual([{ method: 'social.finish', params: { state: 'S', code: 'C' } }, 'keep'])
  })

  test('keeps polling for a popup cut off from its opener, also while the vault is temporarily down', async () => {
    steps = ['alone', down, 'alone', down, down, 'done']
    await answers.CONNECT_SOCIAL({ uri }, options)
    expect(waits).toEqual([3_000, 3_000, 3_000])
  })

  test('error: rejects with “Popup closed” if a popup that is not cut off closed without a result', async () => {
    steps = ['pending']
    await expect(answers.CONNECT_SOCIAL({ uri }, options)).rejects.toMatchObject({
      message: 'Popup closed',
      code: -32002,
    })
  })

  test('error: rejects after 60 polls, or if the vault stays unavailable', async () => {
    await expect(answers.CONNECT_SOCIAL({ uri }, options)).rejects.toThrow('The login expired. Try again.')
    expect(asked).toHaveLength(60)
    steps = [down, down, down, down, down, 'done']
    await expect(answers.CONNECT_SOCIAL({ uri }, options)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  test.each([
    'https://attacker.example/social/result?state=S&code=C',
    'http://vault.localhost:4177/social/result?state=S',
    `${siteOrigin}/social/resultx?state=S`,
    `${siteOrigin}/social/result`,
    'javascript:alert(1)',
    '',
  ])('error: rejects the result %j without a call to the vault', async (foreign) => {
    await expect(answers.CONNECT_SOCIAL({ uri: foreign }, options)).rejects.toMatchObject({ code: -32602 })
    expect(asked).toEqual([])
  })
})

describe('a Farcaster login', () => {
  test('waits until the user has approved it on a phone', async () => {
    steps = ['pending', 'pending', 'done']
    expect(await answers.GET_FARCASTER_URI(undefined, options)).toEqual({ url: 'https://farcaster.example/siwf' })
    expect(await answers.CONNECT_FARCASTER(undefined, options)).toEqual({ userName: 'ada' })
    expect(asked).toHaveLength(5)
  })

  test('error: is aborted by another login, or when the page is gone', async () => {
    steps = ['never', 'never']
    const first = answers.CONNECT_FARCASTER(undefined, options)
    await answers.GET_SOCIAL_REDIRECT_URI({ provider: 'google' }, options)
    await expect(first).rejects.toThrow('Request was aborted')
    const gone = new AbortController()
    const second = answers.CONNECT_FARCASTER(undefined, { ...options, signal: gone.signal })
    gone.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
  })
})

test.each(['CONNECT_SOCIAL', 'CONNECT_FARCASTER'] as const)(
  '%s asks for the second factor if the user has one',
  async (name) => {
    steps = ['alone', { code: 'FACTOR_NEEDED', message: 'Enter the code.', factors: ['totp'] }]
    const reply =
      name === 'CONNECT_SOCIAL'
        ? answers.CONNECT_SOCIAL({ uri }, options)
        : answers.CONNECT_FARCASTER(undefined, options)
    expect(await reply).toMatchObject({ userName: 'ada' })
    const call = { method: 'factors.login', params: { proof: { kind: 'code', code: '654321' } } }
    expect(asked.slice(-2)).toEqual([call, 'keep'])
  },
)
