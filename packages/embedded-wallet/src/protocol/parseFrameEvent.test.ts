import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCatalogue } from '../frame/testing/toCatalogue.js'
import { appMessages } from './appMessages.js'
import { frameReplies } from './frameEvents.js'
import type { FrameEvent } from './framePayloads.js'
import { parseFrameEvent } from './parseFrameEvent.js'
import { toWire } from './toWire.js'

const ready = { type: '@w3m-frame/READY', payload: {} }

test('[S4.39] every message of the app has a success and an error', () => {
  expect(Object.keys(frameReplies).sort()).toEqual(Object.keys(appMessages).sort())
  const events = toCatalogue(['a']).map(parseFrameEvent)
  for (const name of Object.keys(frameReplies)) {
    expect(events).toContainEqual(expect.objectContaining({ kind: 'success', name, id: 'a' }))
    expect(events).toContainEqual({ kind: 'error', name, id: 'a', fault: { message: 'forged' } })
  }
})

test('[S4.42] the frame says READY with or without a version, and SESSION_UPDATE with a token', () => {
  expect(parseFrameEvent(ready)).toEqual({ kind: 'ready', version: undefined })
  expect(parseFrameEvent({ ...ready, payload: { version: 'latchkey/1' } })).toEqual({
    kind: 'ready',
    version: 'latchkey/1',
  })
  expect(parseFrameEvent({ type: '@w3m-frame/READY' })).toBeNull()
  expect(parseFrameEvent({ type: '@w3m-frame/SESSION_UPDATE', payload: { token: 't' } })).toEqual({
    kind: 'sessionUpdate',
    token: 't',
  })
})

test('[I4] a token that is no text, or an endless one, is none', () => {
  for (const token of [1, null, undefined, {}, ['t'], '', 'x'.repeat(2_000)])
    expect(parseFrameEvent({ type: '@w3m-frame/SESSION_UPDATE', payload: { token } })).toBeNull()
})

test('what a frame says comes back as it was said', () => {
  const events: readonly FrameEvent[] = [
    { kind: 'ready', version: undefined },
    { kind: 'ready', version: 'latchkey/1' },
    { kind: 'sessionUpdate', token: 't' },
    { kind: 'success', name: 'SIGN_OUT', id: 'a', payload: undefined },
    { kind: 'success', name: 'RPC_REQUEST', id: 'a', payload: { deep: [1, { x: null }] } },
    { kind: 'error', name: 'RPC_REQUEST', id: 'a', fault: { message: 'no', code: 4001 } },
    { kind: 'error', name: 'CONNECT_EMAIL', id: 'a', fault: { message: 'later', retryAfter: 12 } },
  ]
  for (const event of events) expect(parseFrameEvent(structuredClone(toWire(event)))).toEqual(event)
})

test('[I2] names that only look like ours are none', () => {
  for (const type of [
    'x@w3m-frame/READY.y',
    '@W3M-FRAME/READY',
    '@w3m-frame/ready',
    '@w3m-frame/READY ',
    '@w3m-frame/READY_SUCCESS',
    '@w3m-app/READY',
    '@w3m-frame/',
    '@w3m-frame/GET_USER',
    '@w3m-frame/GET_USER_success',
    '@w3m-frame/toString_SUCCESS',
    '@w3m-frame/__proto___ERROR',
    `@w3m-frame/READY${'x'.repeat(300)}`,
    7,
    null,
  ])
    expect(parseFrameEvent({ type, id: 'a', payload: { message: 'x' } }), String(type)).toBeNull()
})

test('payloads are what their message says, and no more', () => {
  const reply = (payload: unknown) => parseFrameEvent({ type: '@w3m-frame/GET_USER_SUCCESS', id: 'a', payload })
  const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
  expect(reply({ address, chainId: 1, email: null, extra: { evil: 1 } })).toEqual({
    kind: 'success',
    name: 'GET_USER',
    id: 'a',
    payload: { address, chainId: 1, email: null },
  })
  for (const wrong of [
    undefined,
    {},
    { address },
    { address: '', chainId: 1 },
    { address, chainId: {} },
    { address, chainId: 1, email: 'nobody' },
    { address, chainId: 1, accounts: [{ address, type: 'payment' }] },
  ])
    expect(reply(wrong)).toBeNull()
  expect(parseFrameEvent({ type: '@w3m-frame/GET_USER_ERROR', id: 'a', payload: {} })).toBeNull()
})

test('an answer without an id, or with one that is none, is no answer', () => {
  for (const id of [undefined, '', 7, null, {}, 'x'.repeat(257)])
    expect(parseFrameEvent({ type: '@w3m-frame/SIGN_OUT_SUCCESS', id })).toBeNull()
})

test('whatever comes, nothing is thrown and nothing invented', () => {
  const name = fc.constantFrom(
    'READY',
    'SESSION_UPDATE',
    ...Object.keys(frameReplies).flatMap((own) => [`${own}_SUCCESS`, `${own}_ERROR`]),
  )
  const type = fc.oneof(
    fc.string(),
    name.map((own) => `@w3m-frame/${own}`),
  )
  const event = fc.record({ type, id: fc.anything(), payload: fc.anything() })
  const readNothingElse = fc.property(fc.oneof(fc.anything(), event), (data) => {
    const isOurs = /^@w3m-frame\/[A-Z_]+$/.test(String((data as { type?: unknown } | null)?.type))
    return parseFrameEvent(data) === null || isOurs
  })
  expect(() => fc.assert(readNothingElse)).not.toThrow()
})
