import { expect, test } from 'vitest'
import { parseAppMessage } from './parseAppMessage.js'
import { parseFrameEvent } from './parseFrameEvent.js'

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
] as const)('[S3.19] the app says %s with what belongs to it, and nothing beside it: %j', (name, payload) => {
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
  ['GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [1, 137] }],
  ['IS_CONNECTED', { isConnected: true }],
  ['SET_PREFERRED_ACCOUNT', { type: 'eoa', address }],
] as const)('[S3.19] the frame answers %s with what belongs to it, and nothing beside it: %j', (name, payload) => {
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

test('[S3.19] READY may name a version; SESSION_UPDATE has a token', () => {
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
