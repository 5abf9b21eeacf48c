import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appMessages } from './appMessages.js'
import type { AppPayloads } from './appPayloads.js'
import { approvalMethods, safeMethods } from './methods.js'
import { parseAppEnvelope, parseAppMessage } from './parseAppMessage.js'

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
  GET_SOCIAL_REDIRECT_URI: { provider: 'x' },
  CONNECT_SOCIAL: { uri: '?code=1' },
  GET_FARCASTER_URI: undefined,
  CONNECT_FARCASTER: undefined,
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
  SIGN_OUT: undefined,
  RELOAD: undefined,
}

test('[S4.41] every message of the list is read, with its payload', () => {
  expect(Object.keys(appMessages)).toHaveLength(23)
  for (const [name, payload] of Object.entries(payloads))
    expect(parseAppMessage({ type: `@w3m-app/${name}`, id: 'a', payload })).toEqual({ name, id: 'a', payload })
})

test('[S5.3] [S5.6] [S5.12] what a payload cannot be is refused, and can be answered by its id all the same', () => {
  const wrong: readonly (readonly [name: keyof AppPayloads, payload: unknown])[] = [
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'myspace' }],
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

test('what is no message of an app is none', () => {
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

test('whatever comes, nothing is thrown', () => {
  const type = fc.constantFrom(...Object.keys(appMessages)).map((name) => `@w3m-app/${name}`)
  const message = fc.record({ type, id: fc.string(), payload: fc.anything() })
  const isReadInBothWays = fc.property(fc.oneof(fc.anything(), message), (data) => {
    const parsed = parseAppMessage(data)
    return parsed === null || parseAppEnvelope(data)?.id === parsed.id
  })
  expect(() => fc.assert(isReadInBothWays)).not.toThrow()
})

test('[S4.37] 41 methods need no approval, 11 do, and none is both', () => {
  expect([safeMethods.length, approvalMethods.length]).toEqual([41, 11])
  expect(new Set([...safeMethods, ...approvalMethods]).size).toBe(52)
})
