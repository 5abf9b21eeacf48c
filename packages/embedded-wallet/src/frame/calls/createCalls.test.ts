import { FrameLoadFailedError, RequestAbortedError } from '@latchkey/core/plugin'
import { createTestClock } from '@latchkey/testing'
import { expect, test, vi } from 'vitest'
import type { FrameReply } from '../../protocol/messages.js'
import type { FrameTimeout } from '../frameClient.js'
import { type Call, createCalls } from './createCalls.js'

type Sent = { readonly type: string; readonly id: string; readonly payload?: unknown }

/** Calls to a frame that records its messages. */
function open() {
  const clock = createTestClock()
  const sent: Sent[] = []
  const reasons: FrameTimeout[] = []
  const waits: {
    readonly isTimed: boolean
    readonly resolve: () => void
    readonly reject: (error: unknown) => void
  }[] = []
  let isReady = true
  let watched = 0
  let count = 0
  const calls = createCalls({
    env: {
      ...clock,
      random: (length) => new Uint8Array(length).fill(count++),
      timeZone: () => 'UTC',
      fetch: () => Promise.reject(new Error('not needed')),
      storage: () => null,
      window: () => null,
    },
    isReady: () => isReady,
    whenReady: ({ isTimed }) =>
      isReady ? Promise.resolve() : new Promise((resolve, reject) => void waits.push({ isTimed, resolve, reject })),
    post: (message) => void sent.push(message as Sent),
    watch: () => {
      watched++
      return () => void watched--
    },
    onTimeout: (reason) => void reasons.push(reason),
  })
  const ask = (name: Call['name'], options: Partial<Call> = {}) => {
    const own = { name, payload: undefined, signal: new AbortController().signal, ...options } as Call
    const outcome = vi.fn<(value: unknown) => void>()
    calls.request(own).then(outcome, outcome)
    return outcome
  }
  return {
    clock,
    calls,
    sent,
    reasons,
    waits,
    ask,
    getWatched: () => watched,
    setReady: (value: boolean) => {
      isReady = value
    },
    reply: (index: number, kind: 'success' | 'error' = 'success', id = sent[index]?.id) =>
      calls.settle({
        kind,
        name: sent[index]?.type.slice('@w3m-app/'.length),
        id,
        ...(kind === 'success' ? { payload: 'yes' } : { fault: { message: 'no' } }),
      } as FrameReply),
  }
}

const minute = 60_000

test('[S4.39] matches a reply to its call by ID and name, and ignores any other reply', async () => {
  const { ask, calls, clock, sent, reply, getWatched } = open()
  const outcome = ask('CONNECT_OTP', { payload: { otp: '123456' } })
  await clock.advance(0)
  expect(sent).toEqual([{ type: '@w3m-app/CONNECT_OTP', id: '00'.repeat(16), payload: { otp: '123456' } }])
  reply(0, 'success', 'ff'.repeat(16))
  calls.settle({ kind: 'success', name: 'CONNECT_DEVICE', id: sent[0]?.id ?? '', payload: undefined })
  await clock.advance(0)
  expect(outcome).not.toHaveBeenCalled()
  expect(getWatched()).toBe(1)
  reply(0)
  reply(0, 'error')
  await clock.advance(minute * 60)
  expect(outcome.mock.calls).toEqual([['yes']])
  expect([getWatched(), clock.pending()]).toEqual([0, 0])
})

test('ignores a reply to a call that has not been sent yet', async () => {
  const { ask, calls, clock, waits, setReady } = open()
  setReady(false)
  const outcome = ask('CONNECT_DEVICE')
  calls.settle({ kind: 'success', name: 'CONNECT_DEVICE', id: '00'.repeat(16), payload: undefined })
  await clock.advance(0)
  expect(outcome).not.toHaveBeenCalled()
  expect(waits).toHaveLength(1)
})

test('[S9.16] [F3] calls time out after 120 s, which is reported to the app only for those of a login', async () => {
  for (const [name, isTold] of [
    ['CONNECT_EMAIL', true],
    ['CONNECT_DEVICE', true],
    ['CONNECT_OTP', true],
    ['CONNECT_PHONE', true],
    ['CONNECT_SOCIAL', true],
    ['CONNECT_TOKEN', true],
    ['CONNECT_GUEST', true],
    ['GET_SOCIAL_REDIRECT_URI', true],
    ['GET_USER', false],
    ['UPDATE_EMAIL', false],
    ['SWITCH_NETWORK', false],
  ] as const) {
    const { ask, clock, reasons } = open()
    const outcome = ask(name)
    await clock.advance(2 * minute - 1)
    expect(outcome).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(outcome.mock.calls[0]?.[0]).toMatchObject({ code: 'FRAME_REQUEST_TIMED_OUT' })
    expect(reasons).toEqual(isTold ? ['iframe_request_timeout'] : [])
  }
})

test('a request that needs approval times out after 10 minutes, and the frame gets RPC_ABORT', async () => {
  const { ask, clock, sent } = open()
  const outcome = ask('RPC_REQUEST', { payload: { method: 'personal_sign' } })
  const safe = ask('RPC_REQUEST', { payload: { method: 'eth_call' }, isSafe: true })
  await clock.advance(2 * minute)
  expect(safe.mock.calls[0]?.[0]).toMatchObject({ code: 'FRAME_REQUEST_TIMED_OUT' })
  expect(outcome).not.toHaveBeenCalled()
  await clock.advance(8 * minute)
  expect(outcome.mock.calls[0]?.[0]).toMatchObject({ code: 'FRAME_REQUEST_TIMED_OUT' })
  expect(sent.at(-1)).toMatchObject({ type: '@w3m-app/RPC_ABORT', payload: { requestId: sent[0]?.id } })
})

test('[S9.16] three messages wait for the frame without starting its load timeout', async () => {
  const { ask, clock, waits, setReady } = open()
  setReady(false)
  for (const name of [
    'SYNC_DAPP_DATA',
    'SYNC_THEME',
    'SET_PREFERRED_ACCOUNT',
    'GET_USER',
    'RPC_REQUEST',
    'RELOAD',
  ] as const)
    ask(name)
  await clock.advance(0)
  expect(waits.map(({ isTimed }) => isTimed)).toEqual([false, false, false, true, true, true])
})

test('[S4.37] [S8.32] abort rejects RPC requests that are not safe and sends RPC_ABORT; other calls stay pending', async () => {
  const { ask, calls, clock, sent, reply } = open()
  const sign = ask('RPC_REQUEST', { payload: { method: 'personal_sign' } })
  const read = ask('RPC_REQUEST', { payload: { method: 'eth_call' }, isSafe: true })
  const user = ask('GET_USER')
  await clock.advance(0)
  calls.abort()
  await clock.advance(0)
  expect(sign.mock.calls[0]?.[0]).toMatchObject({ code: 'REQUEST_ABORTED', shortMessage: 'Request was aborted' })
  expect(sent.slice(3)).toMatchObject([{ type: '@w3m-app/RPC_ABORT', payload: { requestId: sent[0]?.id } }])
  for (const index of [0, 1, 2]) reply(index)
  await clock.advance(0)
  expect([sign.mock.calls.length, read.mock.calls, user.mock.calls]).toEqual([1, [['yes']], [['yes']]])
})

test('[S8.33] [S8.35] a timed-out login aborts the other pending calls except GET_FARCASTER_URI', async () => {
  const { ask, clock, reply } = open()
  const mail = ask('CONNECT_EMAIL')
  await clock.advance(minute)
  const others = [ask('GET_USER'), ask('RPC_REQUEST', { payload: { method: 'personal_sign' } })]
  const uri = ask('GET_FARCASTER_URI')
  await clock.advance(minute)
  expect(mail.mock.calls[0]?.[0]).toMatchObject({ code: 'FRAME_REQUEST_TIMED_OUT' })
  expect(others.map((outcome) => outcome.mock.calls[0]?.[0])).toMatchObject([
    { code: 'REQUEST_ABORTED', shortMessage: 'Something went wrong' },
    { code: 'REQUEST_ABORTED', shortMessage: 'Request was aborted' },
  ])
  reply(3)
  await clock.advance(0)
  expect(uri.mock.calls).toEqual([['yes']])
})

test('[S8.22] [S8.35] reports an unverified domain to the app, and aborts the other pending calls', async () => {
  const { ask, calls, clock, sent, reasons } = open()
  const mail = ask('CONNECT_EMAIL')
  const user = ask('GET_USER')
  await clock.advance(0)
  calls.settle({ kind: 'error', name: 'CONNECT_EMAIL', id: sent[0]?.id ?? '', fault: { message: 'unverified_domain' } })
  await clock.advance(0)
  expect(mail.mock.calls[0]?.[0]).toMatchObject({ code: 'UNVERIFIED_DOMAIN' })
  expect(user.mock.calls[0]?.[0]).toMatchObject({ code: 'REQUEST_ABORTED' })
  expect(reasons).toEqual(['unverified_domain'])
})

test('rejects at once when the caller aborts, and sends RPC_ABORT only for a request that was sent', async () => {
  const { ask, clock, sent, waits, setReady, getWatched } = open()
  const controller = new AbortController()
  const { signal } = controller
  const sign = ask('RPC_REQUEST', { payload: { method: 'personal_sign' }, signal })
  await clock.advance(0)
  setReady(false)
  const early = ask('RPC_REQUEST', { payload: { method: 'personal_sign' }, signal })
  await clock.advance(0)
  setReady(true)
  controller.abort('left')
  const late = ask('GET_USER', { signal })
  waits[0]?.resolve()
  await clock.advance(0)
  expect([sign, early, late].map((outcome) => outcome.mock.calls)).toEqual([[['left']], [['left']], [['left']]])
  expect(sent.map(({ type }) => type)).toEqual(['@w3m-app/RPC_REQUEST', '@w3m-app/RPC_ABORT'])
  expect([getWatched(), clock.pending()]).toEqual([0, 0])
})

test('rejects with the load error if the frame fails to load', async () => {
  const { ask, clock, waits, setReady } = open()
  setReady(false)
  const outcome = ask('GET_USER')
  await clock.advance(0)
  const error = new FrameLoadFailedError()
  waits[0]?.reject(error)
  await clock.advance(0)
  expect(outcome.mock.calls).toEqual([[error]])
})

test('resends the pending calls unchanged and in their original order', async () => {
  const { ask, calls, clock, sent, waits, setReady, reply } = open()
  setReady(false)
  ask('GET_USER')
  await clock.advance(0)
  setReady(true)
  ask('SYNC_DAPP_DATA')
  await clock.advance(0)
  waits[0]?.resolve()
  await clock.advance(0)
  const before = [...sent]
  expect(before.map(({ type }) => type)).toEqual(['@w3m-app/SYNC_DAPP_DATA', '@w3m-app/GET_USER'])
  calls.resend()
  expect(sent.slice(2)).toEqual(before)
  reply(0)
  calls.resend()
  expect(sent.slice(4)).toEqual(before.slice(1))
  expect(clock.pending()).toBe(1)
})

test('[S8.33] rejects all pending calls when the frame is lost', async () => {
  const { ask, calls, clock } = open()
  const outcomes = [ask('GET_USER'), ask('RPC_REQUEST', { payload: { method: 'eth_call' }, isSafe: true })]
  await clock.advance(0)
  calls.rejectAll(new RequestAbortedError({ isRequest: false }))
  await clock.advance(0)
  for (const outcome of outcomes)
    expect(outcome.mock.calls[0]?.[0]).toMatchObject({ shortMessage: 'Something went wrong' })
  expect(clock.pending()).toBe(0)
})

test('a call with its own timeout sends RPC_ABORT on abort and on timeout, and reports nothing to the app', async () => {
  const { clock, ask, sent, reasons } = open()
  const leaving = new AbortController()
  const [late, left] = [
    ask('CONNECT_SOCIAL', { payload: { uri: 'x' }, timeout: 600_000 } as Partial<Call>),
    ask('CONNECT_FARCASTER', { timeout: 600_000, signal: leaving.signal }),
  ]
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  leaving.abort(new Error('left'))
  await vi.waitFor(() => expect(left).toHaveBeenCalledWith(expect.objectContaining({ message: 'left' })))
  expect(sent[2]).toMatchObject({ type: '@w3m-app/RPC_ABORT', payload: { requestId: sent[1]?.id } })
  await clock.advance(599_999)
  expect(late).not.toHaveBeenCalled()
  await clock.advance(1)
  expect(late).toHaveBeenCalledWith(expect.objectContaining({ code: 'FRAME_REQUEST_TIMED_OUT' }))
  expect(sent[3]).toMatchObject({ type: '@w3m-app/RPC_ABORT', payload: { requestId: sent[0]?.id } })
  expect(reasons).toEqual([])
})
