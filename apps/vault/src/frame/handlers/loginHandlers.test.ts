import { beforeEach, describe, expect, test } from 'vitest'
import type { CustodyError, CustodyMethod } from '../../protocol/custody.js'
import { VaultError } from '../errors.js'
import type { LoginPrompt } from '../guest/createGuestPrompt.js'
import type { FactorPrompt } from '../requests/factorPrompt.js'
import type { Session } from '../session/session.js'
import { createLoginHandlers } from './loginHandlers.js'

type Step = 'pending' | 'approved' | CustodyError | 'never'

const options = { id: '1', signal: new AbortController().signal }

let steps: Step[]

let asked: { method: CustodyMethod; params: unknown }[]

let waits: number[]

let answers: ReturnType<typeof createLoginHandlers>

let askLogin: LoginPrompt

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
    if (method === 'email.start') return { action: 'VERIFY_DEVICE' }
    if (method === 'factors.login') return {}
    if (method === 'guest.addEmail') return { retryAfter: 30 }
    if (method === 'guest.confirmEmail') return { email: 'guest@example.org' }
    if (method === 'user.get' && steps.length === 0) return { provider: 'guest' }
    if (method === 'email.verify' && steps.length === 0) return {}
    const step = steps.shift() ?? 'pending'
    if (step === 'never')
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    if (typeof step === 'string') return { status: step }
    throw new VaultError(step)
  }
  const session = { call, keep: async () => void asked.push({ method: 'hello', params: 'keep' }) }
  const wait = async (ms: number): Promise<void> => void waits.push(ms)
  // the user enters a correct code
  const askFactor: FactorPrompt = ({ send }) => send({ kind: 'code', code: '654321' })
  // so does a guest
  askLogin = async ({ start, finish }) => {
    await start('Guest@example.org')
    return finish('123456')
  }
  answers = createLoginHandlers({
    session: session as unknown as Session,
    wait,
    askFactor,
    askLogin: (question) => askLogin(question),
  })
})

const down: CustodyError = { code: 'UNAVAILABLE', message: 'Down.', retryAfter: 3 }

describe('waiting for the emailed link', () => {
  test('polls until the link is approved', async () => {
    steps = ['pending', 'pending', 'approved']
    await answers.CONNECT_DEVICE(undefined, options)
    expect(asked).toHaveLength(3)
    expect(waits).toEqual([])
  })

  test('continues while the vault or the mail server fails temporarily', async () => {
    steps = [down, { code: 'MAIL_FAILED', message: 'No mail.' }, 'pending', down, down, down, down, 'approved']
    await answers.CONNECT_DEVICE(undefined, options)
    expect(waits).toEqual([3_000, 2_000, 3_000, 3_000, 3_000, 3_000])
  })

  test('error: rejects with UNAVAILABLE after five failed attempts in a row', async () => {
    steps = [down, down, down, down, down, 'approved']
    await expect(answers.CONNECT_DEVICE(undefined, options)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(asked).toHaveLength(5)
  })

  test('error: rejects at once on an error that is not temporary', async () => {
    steps = [{ code: 'NO_CHALLENGE', message: 'No code was asked for.' }]
    await expect(answers.CONNECT_DEVICE(undefined, options)).rejects.toMatchObject({ code: 'NO_CHALLENGE' })
  })

  test('error: rejects once the unused link has expired', async () => {
    await expect(answers.CONNECT_DEVICE(undefined, options)).rejects.toThrow('The link expired. Try again.')
    expect(asked).toHaveLength(60)
  })

  test('error: is aborted by a second wait or another login', async () => {
    steps = ['never', 'never', 'approved']
    const first = answers.CONNECT_DEVICE(undefined, options)
    const second = answers.CONNECT_DEVICE(undefined, options)
    await expect(first).rejects.toThrow('Request was aborted')
    const third = answers.CONNECT_EMAIL({ email: 'ada@example.org' }, options)
    await expect(second).rejects.toThrow('Request was aborted')
    expect(await third).toEqual({ action: 'VERIFY_DEVICE' })
    await answers.CONNECT_DEVICE(undefined, options)
  })

  test('error: is aborted when the page is gone', async () => {
    steps = ['never']
    const gone = new AbortController()
    const waiting = answers.CONNECT_DEVICE(undefined, { ...options, signal: gone.signal })
    gone.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
  })
})

test('keeps the session after a correct code', async () => {
  await answers.CONNECT_OTP({ otp: '123456' }, options)
  expect(asked).toEqual([
    { method: 'email.verify', params: { code: '123456' } },
    { method: 'hello', params: 'keep' },
  ])
})

test('a login code and a change of email ask for the second factor if the user has one', async () => {
  const needed: CustodyError = { code: 'FACTOR_NEEDED', message: 'Enter the code.', factors: ['totp'] }
  const proof = { kind: 'code', code: '654321' }
  steps = [needed]
  await answers.CONNECT_OTP({ otp: '123456' }, options)
  expect(asked).toEqual([
    { method: 'email.verify', params: { code: '123456' } },
    { method: 'factors.login', params: { proof } },
    { method: 'hello', params: 'keep' },
  ])
  asked = []
  steps = [needed, 'approved']
  await answers.UPDATE_EMAIL({ email: 'new@example.org' }, options)
  expect(asked).toEqual([
    { method: 'update.start', params: { email: 'new@example.org' } },
    { method: 'update.start', params: { email: 'new@example.org', proof } },
  ])
})

describe('a guest who adds a login', () => {
  test('is asked for the address by the frame, not by the app’s message', async () => {
    expect(await answers.ADD_LOGIN(undefined, options)).toEqual({ email: 'guest@example.org' })
    expect(asked).toEqual([
      { method: 'user.get', params: {} },
      { method: 'guest.addEmail', params: { email: 'Guest@example.org' } },
      { method: 'guest.confirmEmail', params: { code: '123456' } },
    ])
  })

  test('error: only a guest is asked: rejects for other users, and if the user can’t be read', async () => {
    steps = ['approved']
    await expect(answers.ADD_LOGIN(undefined, options)).rejects.toMatchObject({
      message: 'Only guests can add a login here.',
      code: 4200,
    })
    steps = [down]
    await expect(answers.ADD_LOGIN(undefined, options)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(asked.map(({ method }) => method)).toEqual(['user.get', 'user.get'])
  })

  test('is no longer asked once the app aborts the request or sends another', async () => {
    askLogin = async ({ signal }) => {
      signal.throwIfAborted()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    }
    const [first, second] = ['1', '2'].map((id) => answers.ADD_LOGIN(undefined, { ...options, id }))
    await expect(first).rejects.toThrow('Request was aborted')
    answers.abandon('1')
    answers.abandon(undefined)
    answers.abandon('2')
    await expect(second).rejects.toThrow('Request was aborted')
  })
})
