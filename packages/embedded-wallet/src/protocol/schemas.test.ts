import { describe, expect, expectTypeOf, test } from 'vitest'
import type { FrameUser } from './messages.js'
import { parseAppMessage, parseFrameEvent } from './wire.js'

const metadata = {
  name: 'Shop',
  description: 'A shop',
  url: 'https://shop.example',
  icons: ['https://shop.example/i.png'],
}

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

test.each([
  ['CONNECT_SOCIAL', { uri: 'https://wallet.example/?code=1' }],
  ['SWITCH_NETWORK', { chainId: 137 }],
  ['SWITCH_NETWORK', { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
  ['CONNECT_OTP', { otp: '123456' }],
  ['GET_SOCIAL_REDIRECT_URI', { provider: 'github' }],
  ['SYNC_THEME', { themeMode: 'light', themeVariables: { '--accent': '#f00', '--radius': 4 } }],
  ['SYNC_DAPP_DATA', { metadata, sdkVersion: '1.0.0', sdkType: 'w3m', projectId: 'shop' }],
  ['SET_PREFERRED_ACCOUNT', { type: 'smartAccount' }],
] as const)('[S3.19] parses the app message %s with its payload, without unknown fields: %j', (name, payload) => {
  const message = { type: `@w3m-app/${name}`, id: 'a' }
  expect(parseAppMessage({ ...message, payload })).toEqual({ name, id: 'a', payload })
  expect(parseAppMessage({ ...message, payload: { ...payload, foreign: { x: 1 } } })).toEqual({
    name,
    id: 'a',
    payload,
  })
  expect(parseAppMessage({ ...message, payload: undefined })).toBeNull()
})

test.each([
  ['GET_SOCIAL_REDIRECT_URI', { uri: 'https://id.example/authorize' }],
  ['GET_CHAIN_ID', { chainId: 1 }],
  ['SWITCH_NETWORK', { chainId: 137 }],
  ['UPDATE_EMAIL_SECONDARY_OTP', { newEmail: 'ann@example.org' }],
  ['ADD_LOGIN', { email: 'ann@example.org' }],
  ['GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [1, 137] }],
  ['IS_CONNECTED', { isConnected: true }],
  ['SET_PREFERRED_ACCOUNT', { type: 'eoa', address }],
] as const)('[S3.19] parses the frame’s reply to %s with its payload, without unknown fields: %j', (name, payload) => {
  const reply = { type: `@w3m-frame/${name}_SUCCESS`, id: 'a' }
  expect(parseFrameEvent({ ...reply, payload })).toEqual({ kind: 'success', name, id: 'a', payload })
  expect(parseFrameEvent({ ...reply, payload: { ...payload, foreign: 1 } })).toMatchObject({ payload })
  expect(parseFrameEvent({ ...reply, payload: {} })).toBeNull()
  expect(parseFrameEvent({ type: `@w3m-frame/${name}_ERROR`, id: 'a', payload: { message: 'No' } })).toEqual({
    kind: 'error',
    name,
    id: 'a',
    fault: { message: 'No' },
  })
})

test.each([
  ['SYNC_THEME', { themeMode: 'sepia' }],
  ['GET_SOCIAL_REDIRECT_URI', { provider: 'My Space' }],
  ['SET_PREFERRED_ACCOUNT', { type: 'payment' }],
  ['CONNECT_OTP', { otp: 123_456 }],
] as const)('[S3.19] rejects %s with %j', (name, payload) => {
  expect(parseAppMessage({ type: `@w3m-app/${name}`, id: 'a', payload })).toBeNull()
})

const siwxMessage = {
  accountAddress: address,
  chainId: 'eip155:1',
  domain: 'shop.example',
  uri: 'https://shop.example',
  version: '1',
  nonce: 'n0nce123',
  serializedMessage: 'shop.example wants you to sign in',
  notBefore: '2026-01-01T00:00:00Z',
  statement: 'Sign in',
  resources: ['https://shop.example/terms'],
  requestId: '7',
  issuedAt: '2026-01-01T00:00:00Z',
  expirationTime: '2026-01-02T00:00:00Z',
}

const user = {
  email: 'ann@example.org',
  address,
  chainId: 1,
  accounts: [
    { address, type: 'eoa' },
    { address: '0x00000000000000000000000000000000000000AA', type: 'smartAccount' },
  ],
  userName: 'ann',
  preferredAccountType: 'smartAccount',
  signature: '0x5161',
  message: 'shop.example wants you to sign in',
  siwxMessage,
  isGuest: false,
  smartAccountDeployed: true,
  socialProvider: 'discord',
} as const

describe.each(['GET_USER', 'CONNECT_SOCIAL'] as const)('[S3.18] the user of %s', (name) => {
  const parse = (payload: object) => parseFrameEvent({ type: `@w3m-frame/${name}_SUCCESS`, id: 'a', payload })
  const toReply = (payload: object) => ({ kind: 'success', name, id: 'a', payload })

  test('has email, address, chain, accounts, names, account type, signature, message and provider, and nothing else', () => {
    expect(parse(user)).toEqual(toReply(user))
    expect(parse({ ...user, foreign: 1, accounts: [{ ...user.accounts[0], foreign: 1 }] })).toEqual(
      toReply({ ...user, accounts: [user.accounts[0]] }),
    )
    const { address: _, chainId: __, ...others } = user
    expectTypeOf(others).toExtend<Omit<FrameUser, 'address' | 'chainId'>>()
    expectTypeOf<keyof FrameUser>().toEqualTypeOf<keyof typeof user>()
  })

  test('needs an address and a chain; an email and a name may be null', () => {
    expect(parse({ address, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })).toEqual(
      toReply({ address, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }),
    )
    expect(parse({ ...user, email: null, userName: null })).toEqual(toReply({ ...user, email: null, userName: null }))
    for (const field of ['address', 'chainId']) expect(parse({ ...user, [field]: undefined })).toBeNull()
  })

  test.each<[keyof typeof user, readonly unknown[]]>([
    ['email', ['', 'ann', 7, `${'a'.repeat(320)}@example.org`]],
    ['address', ['', null, 7]],
    ['chainId', [null, '', {}]],
    ['accounts', [null, {}, [{ address }], [{ address, type: 'ordinal' }], [{ type: 'eoa' }]]],
    ['userName', [7, {}, 'a'.repeat(8_193)]],
    ['preferredAccountType', [null, 'payment', 7]],
    ['signature', [null, 7]],
    ['message', [null, 7]],
    ['siwxMessage', [null, {}, { ...siwxMessage, nonce: undefined }, { ...siwxMessage, resources: 'x' }]],
    ['smartAccountDeployed', [null, 'true', 1]],
  ])('error: is rejected if %s is one of %j', (field, values) => {
    for (const value of values) expect(parse({ ...user, [field]: value })).toBeNull()
  })

  test.each(['google', 'github', 'apple', 'facebook', 'x', 'discord', 'farcaster'])(
    'may have the social provider %s',
    (one) => {
      expect(parse({ ...user, socialProvider: one })).toEqual(toReply({ ...user, socialProvider: one }))
    },
  )

  test.each(['My Space', '', 7, null])('is accepted without a social provider if that is invalid: %j', (one) => {
    const { socialProvider: _, ...others } = user
    expect(parse({ ...user, socialProvider: one })).toEqual(toReply({ ...others, socialProvider: undefined }))
  })
})

test('[S3.19] READY may have a version; SESSION_UPDATE has a token', () => {
  expect(parseFrameEvent({ type: '@w3m-frame/READY', payload: {} })).toEqual({ kind: 'ready', version: undefined })
  expect(parseFrameEvent({ type: '@w3m-frame/READY', payload: { version: '5' } })).toEqual({
    kind: 'ready',
    version: '5',
  })
  expect(parseFrameEvent({ type: '@w3m-frame/SESSION_UPDATE', payload: { token: 't' } })).toEqual({
    kind: 'sessionUpdate',
    token: 't',
  })
})
