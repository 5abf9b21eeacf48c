import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCatalogue } from '../frame/testing/toCatalogue.js'
import type { AppPayloads, FrameEvent } from './messages.js'
import { approvalMethods, safeMethods } from './names.js'
import { appMessages, frameReplies } from './schemas.js'
import { isPlain, parseAppEnvelope, parseAppMessage, parseFrameEvent, plainLimits, toWire } from './wire.js'

const payloads: AppPayloads = {
  SYNC_DAPP_DATA: {
    metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: [] },
    sdkVersion: '1',
    sdkType: 'w3m',
    projectId: 'demo',
  },
  SYNC_THEME: { themeMode: 'dark', themeVariables: { a: 1, b: 'x' }, w3mThemeVariables: { '--w3m-accent': '#fff' } },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: undefined,
  CONNECT_EMAIL: { email: 'ann@example.com' },
  CONNECT_DEVICE: undefined,
  CONNECT_OTP: { otp: '123456' },
  CONNECT_PHONE: { phone: '+49 151' },
  CONNECT_PHONE_OTP: { otp: '123456' },
  CONNECT_PASSKEY: { use: 'signup', popup: 'a' },
  GET_SOCIAL_REDIRECT_URI: { provider: 'x' },
  CONNECT_SOCIAL: { uri: '?code=1' },
  GET_FARCASTER_URI: undefined,
  CONNECT_FARCASTER: undefined,
  CONNECT_TOKEN: { token: 'a.b.c', chainId: 1 },
  CONNECT_GUEST: { chainId: 1 },
  GET_USER: { chainId: 'solana:x' },
  IS_CONNECTED: { token: 't' },
  GET_CHAIN_ID: undefined,
  SWITCH_NETWORK: { chainId: 1, rpcUrl: 'https://rpc.example' },
  SET_PREFERRED_ACCOUNT: { type: 'eoa' },
  INIT_SMART_ACCOUNT: undefined,
  RPC_REQUEST: { method: 'eth_call', params: [{ to: '0x' }, 'latest'], chainId: 1, chainNamespace: 'eip155' },
  RPC_ABORT: { requestId: 'a' },
  UPDATE_EMAIL: { email: 'x' },
  UPDATE_EMAIL_PRIMARY_OTP: { otp: '' },
  UPDATE_EMAIL_SECONDARY_OTP: { otp: '1' },
  ADD_LOGIN: undefined,
  SIGN_OUT: undefined,
  RELOAD: undefined,
}

test('[S4.41] parses every app message with its payload', () => {
  expect(Object.keys(appMessages)).toHaveLength(29)
  for (const [name, payload] of Object.entries(payloads))
    expect(parseAppMessage({ type: `@w3m-app/${name}`, id: 'a', payload })).toEqual({ name, id: 'a', payload })
})

test('[S5.3] [S5.6] [S5.12] rejects an invalid payload, but still reads the message’s ID for an error reply', () => {
  const wrong: readonly (readonly [name: keyof AppPayloads, payload: unknown])[] = [
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'My Space' }],
    ['SET_PREFERRED_ACCOUNT', { type: 'payment' }],
    ['SYNC_THEME', { themeMode: 'sepia' }],
    ['RPC_REQUEST', { method: 'eth_call', chainNamespace: 'evm' }],
    ['RPC_REQUEST', { method: 'eth_call', chainId: {} }],
    ['RPC_REQUEST', { method: '' }],
    ['CONNECT_OTP', { otp: 123456 }],
    ['SWITCH_NETWORK', {}],
    ['SYNC_DAPP_DATA', { metadata: { name: 'Shop' }, projectId: 'demo' }],
  ]
  for (const [name, payload] of wrong) {
    const data = { type: `@w3m-app/${name}`, id: 'a', payload }
    expect(parseAppMessage(data), name).toBeNull()
    expect(parseAppEnvelope(data)).toEqual({ name, id: 'a', payload })
  }
})

test('rejects data that is not an app message', () => {
  for (const data of [
    null,
    'x',
    [],
    { type: '@w3m-app/NO_SUCH', id: 'a' },
    { type: '@w3m-app/toString', id: 'a' },
    { type: '@w3m-frame/SIGN_OUT', id: 'a' },
    { type: '@w3m-app/SIGN_OUT' },
    { type: '@w3m-app/SIGN_OUT', id: '' },
    JSON.parse('{"type":"@w3m-app/SIGN_OUT","id":"a","payload":{"__proto__":{}}}'),
    Object.create({ type: '@w3m-app/SIGN_OUT', id: 'a' }),
  ])
    expect(parseAppEnvelope(data)).toBeNull()
})

test('parsing any data as an app message never throws', () => {
  const type = fc.constantFrom(...Object.keys(appMessages)).map((name) => `@w3m-app/${name}`)
  const message = fc.record({ type, id: fc.string(), payload: fc.anything() })
  const isReadInBothWays = fc.property(fc.oneof(fc.anything(), message), (data) => {
    const parsed = parseAppMessage(data)
    return parsed === null || parseAppEnvelope(data)?.id === parsed.id
  })
  expect(() => fc.assert(isReadInBothWays)).not.toThrow()
})

test('[S4.37] 41 methods need no approval, 11 do, and none is both; ERC-7715 adds two of each', () => {
  // Bitcoin adds two approvals
  expect([safeMethods.length, approvalMethods.length]).toEqual([43, 15])
  expect(new Set([...safeMethods, ...approvalMethods]).size).toBe(58)
  const added = [...safeMethods, ...approvalMethods].filter((method) => /ExecutionPermissions?$/.test(method))
  expect(added).toHaveLength(4)
})

const ready = { type: '@w3m-frame/READY', payload: {} }

test('[S4.39] every app message has a success and an error reply', () => {
  expect(Object.keys(frameReplies).sort()).toEqual(Object.keys(appMessages).sort())
  const events = toCatalogue(['a']).map(parseFrameEvent)
  for (const name of Object.keys(frameReplies)) {
    expect(events).toContainEqual(expect.objectContaining({ kind: 'success', name, id: 'a' }))
    expect(events).toContainEqual({ kind: 'error', name, id: 'a', fault: { message: 'forged' } })
  }
})

test('[S4.42] parses READY with or without a version, and SESSION_UPDATE with a token', () => {
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

test('[I4] rejects a session token that is not a string, is empty or is too long', () => {
  for (const token of [1, null, undefined, {}, ['t'], '', 'x'.repeat(2_000)])
    expect(parseFrameEvent({ type: '@w3m-frame/SESSION_UPDATE', payload: { token } })).toBeNull()
})

test('frame events survive the round trip through the wire format', () => {
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

test('[I2] rejects names that only look like frame events', () => {
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

test('removes unknown fields from payloads, and rejects invalid ones', () => {
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

test('rejects a reply without a valid ID', () => {
  for (const id of [undefined, '', 7, null, {}, 'x'.repeat(257)])
    expect(parseFrameEvent({ type: '@w3m-frame/SIGN_OUT_SUCCESS', id })).toBeNull()
})

test('parsing any data as a frame event never throws, and accepts only well-formed names', () => {
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

const nest = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { value }
  return value
}

/** Milliseconds, the best of several runs, because a busy machine may pause the process. */
const time = (run: () => void): number => {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return Math.min(...times)
}

test('isPlain accepts any JSON without reserved names, up to the size limits', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const hasReserved = /"(__proto__|constructor|prototype)":/.test(JSON.stringify(value))
      expect(isPlain(value)).toBe(!hasReserved)
    }),
  )
  for (const value of [null, undefined, 0, 1n, '', true, [], {}, nest(60), 'x'.repeat(plainLimits.text)])
    expect(isPlain(value)).toBe(true)
})

test('[I3] rejects a depth of 10,000, 10 MB of text and a million items within 50 ms', () => {
  const shared = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner, inner], 1)
  const hostile = {
    depth: nest(10_000),
    text: 'x'.repeat(10_000_000),
    texts: Array.from({ length: 10_000 }, () => 'x'.repeat(1_000)),
    numbers: Array.from({ length: 1_000_000 }, () => 1),
    name: { ['x'.repeat(10_000_000)]: 1 },
    shared,
  }
  for (const [name, value] of Object.entries(hostile)) {
    expect(isPlain(value), name).toBe(false)
    expect(
      time(() => isPlain(value)),
      name,
    ).toBeLessThan(50)
  }
  // no engine can create that many fields faster
  expect(isPlain(Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`name${index}`, index])))).toBe(
    false,
  )
})

test('[I3] rejects names of prototypes at any depth, and leaves prototypes unchanged', () => {
  for (const name of ['__proto__', 'constructor', 'prototype'])
    for (const wrap of [(value: unknown) => value, (value: unknown) => [{ a: value }]])
      expect(isPlain(wrap(JSON.parse(`{"${name}":{"polluted":1}}`)))).toBe(false)
  expect('polluted' in {}).toBe(false)
})

test('rejects cycles and objects that are not plain data', () => {
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  for (const value of [
    cycle,
    new Map(),
    new Set(),
    new Uint8Array(1),
    new ArrayBuffer(1),
    new Date(),
    /x/,
    new Error('x'),
  ])
    expect(isPlain({ value })).toBe(false)
})
