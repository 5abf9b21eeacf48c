import { expect, test } from 'vitest'
import { createFrameMemory } from '../../storage/frameMemory.js'
import { createMapStorage } from '../../storage/testing/createMapStorage.js'
import { storeReply } from './storeReply.js'

const user = { address: '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', chainId: 137, email: 'ann@example.com' }

function open(entries: { readonly [key: string]: string } = {}) {
  const own = Object.entries(entries).map(([key, value]) => [`shop/wallet/${key}`, value])
  const storage = createMapStorage(Object.fromEntries(own))
  const memory = createFrameMemory({ env: { storage: () => storage }, id: 'shop', warn: () => undefined })
  const note = (reply: Parameters<typeof storeReply>[2]): void => storeReply(memory, { now: () => 5 }, reply)
  const read = () =>
    Object.fromEntries([...storage.entries].map(([key, value]) => [key.slice('shop/wallet/'.length), value]))
  return { note, read }
}

test('[S4.32] stores a login, and removes lastLogin', () => {
  const { note, read } = open({ lastLogin: '1', username: 'old' })
  note({ name: 'GET_USER', payload: user })
  expect(read()).toEqual({ email: 'ann@example.com', emailLoginUsed: 'true', lastChain: '137', username: 'old' })
})

test('[S4.32] stores no email if the login has none, and the username of a social login', () => {
  const { note, read } = open()
  note({ name: 'CONNECT_SOCIAL', payload: { ...user, email: null, userName: 'ann' } })
  expect(read()).toEqual({ emailLoginUsed: 'true', lastChain: '137', username: 'ann' })
  note({ name: 'CONNECT_FARCASTER', payload: { userName: 'ann2' } })
  expect(read()).toHaveProperty('username', 'ann2')
})

test('removes the former username if a social login has none, but keeps it if the frame reports nothing', () => {
  const { note, read } = open({ username: 'old' })
  // unknown if the frame doesn't report it
  note({ name: 'CONNECT_SOCIAL', payload: user })
  expect(read()).toHaveProperty('username', 'old')
  note({ name: 'CONNECT_SOCIAL', payload: { ...user, userName: null } })
  expect(read()).not.toHaveProperty('username')
})

test('stores the time of a requested email, for a login and for an email change', () => {
  for (const name of ['CONNECT_EMAIL', 'UPDATE_EMAIL'] as const) {
    const { note, read } = open()
    note({ name, payload: { action: 'VERIFY_OTP' } } as never)
    expect(read()).toEqual({ lastLogin: '5' })
  }
})

test('stores a changed email, and removes lastLogin', () => {
  const { note, read } = open({ email: 'old@example.com', lastLogin: '1', emailLoginUsed: 'true' })
  note({ name: 'UPDATE_EMAIL_SECONDARY_OTP', payload: { newEmail: 'new@example.com' } })
  expect(read()).toEqual({ email: 'new@example.com', emailLoginUsed: 'true' })
})

test('removes the guest flag once a guest has added a login', () => {
  const { note, read } = open({ guest: 'true', emailLoginUsed: 'true', lastLogin: '1' })
  note({ name: 'ADD_LOGIN', payload: { email: 'new@example.com' } })
  expect(read()).toEqual({ email: 'new@example.com', emailLoginUsed: 'true' })
})

test('[S4.33] removes the login if the frame has no user, and changes nothing if it has one', () => {
  const login = { email: 'a@example.com', emailLoginUsed: 'true', lastChain: '1', username: 'a', sessionToken: 't' }
  const { note, read } = open({ ...login, smartAccountNetworks: '1' })
  note({ name: 'IS_CONNECTED', payload: { isConnected: true } })
  expect(read()).toEqual({ ...login, smartAccountNetworks: '1' })
  note({ name: 'IS_CONNECTED', payload: { isConnected: false } })
  expect(read()).toEqual({ smartAccountNetworks: '1' })
})

test('[S3.23] stores the chain and the smart account networks that the frame reports', () => {
  const { note, read } = open()
  note({ name: 'SWITCH_NETWORK', payload: { chainId: 'solana:x' } })
  expect(read()).toEqual({ lastChain: 'solana:x' })
  note({ name: 'GET_CHAIN_ID', payload: { chainId: 10 } })
  note({ name: 'GET_SMART_ACCOUNT_ENABLED_NETWORKS', payload: { smartAccountEnabledNetworks: [1, 10, 137] } })
  expect(read()).toEqual({ lastChain: '10', smartAccountNetworks: '1,10,137' })
})

test('[S3.23] stores the networks on which the smart account is deployed until the login ends', () => {
  const { note, read } = open()
  note({ name: 'GET_USER', payload: { ...user, smartAccountDeployed: false } })
  expect(read()).not.toHaveProperty('smartAccounts')
  note({ name: 'GET_USER', payload: { ...user, smartAccountDeployed: true } })
  note({ name: 'GET_USER', payload: { ...user, smartAccountDeployed: true } })
  note({ name: 'GET_USER', payload: { ...user, chainId: 10, smartAccountDeployed: true } })
  note({ name: 'GET_USER', payload: user })
  expect(read()).toHaveProperty('smartAccounts', '137,10')
  note({ name: 'IS_CONNECTED', payload: { isConnected: false } })
  expect(read()).not.toHaveProperty('smartAccounts')
})

test('other replies change nothing in the storage', () => {
  const { note, read } = open({ email: 'a' })
  for (const name of ['SIGN_OUT', 'RELOAD', 'CONNECT_OTP', 'RPC_REQUEST', 'SYNC_THEME'] as const)
    note({ name, payload: undefined })
  expect(read()).toEqual({ email: 'a' })
})
