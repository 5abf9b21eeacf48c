import { expect, expectTypeOf, test } from 'vitest'
import type { Account, AccountType } from '../../contracts/account.js'
import { parseOptions } from '../../modal/options/parseOptions.js'
import { alice, bob, sol } from '../../testing/accounts.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { connect } from '../connection/connect.js'
import { fetchBalance } from '../portfolio/balance.js'
import type { ThemeMode } from '../shell/state.js'
import { addAddressLabel, getAccount, removeAddressLabel } from './account.js'

const connectorId = 'org.example.wallet'

test('without a connection the account has no address and its status is disconnected', () => {
  const { modal } = createTestModal()
  expect(getAccount(modal.getState())).toEqual({
    namespace: 'eip155',
    status: 'disconnected',
    isConnected: false,
    address: undefined,
    caipAddress: undefined,
    type: undefined,
    preferredAccountType: 'smartAccount',
    allAccounts: [],
    balance: undefined,
    balanceSymbol: undefined,
    addressExplorerUrl: undefined,
    addressLabel: undefined,
    connectedWalletInfo: undefined,
    currentTab: 0,
  })
})

test('returns the account with its balance, explorer URL and wallet', async () => {
  const { modal, wallet } = createTestModal({ wallets: [createTestWallet({ accounts: [alice, bob] })] })
  await connect(modal, { connectorId })
  await fetchBalance(modal)
  expect(getAccount(modal.getState())).toEqual({
    namespace: 'eip155',
    status: 'connected',
    isConnected: true,
    address: alice.address,
    caipAddress: `eip155:1:${alice.address}`,
    type: 'eoa',
    preferredAccountType: 'smartAccount',
    allAccounts: [alice, bob],
    balance: '1.5',
    balanceSymbol: 'ETH',
    addressExplorerUrl: `https://explorer.example.org/address/${alice.address}`,
    addressLabel: undefined,
    connectedWalletInfo: wallet.connector.meta,
    currentTab: 0,
  })
})

test('on a network without an explorer there is no address URL', async () => {
  const { modal } = createTestModal({ wallets: [createTestWallet({ caipNetworkId: 'eip155:10' })] })
  await connect(modal, { connectorId })
  expect(getAccount(modal.getState())).toMatchObject({ address: alice.address, addressExplorerUrl: undefined })
})

test('each namespace has its own account', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId })
  await connect(modal, { connectorId: 'org.example.sol' })
  const state = modal.getState()
  expect(getAccount(state).address).toBe(sol.address)
  expect(getAccount(state, 'eip155').address).toBe(alice.address)
  expect(getAccount(state, 'cosmos')).toMatchObject({ namespace: 'cosmos', status: 'disconnected' })
})

test('stays connected while a connection request to another wallet is open', async () => {
  const other = createTestWallet({ id: 'other', asks: ['connect'] })
  const { modal } = createTestModal({ wallets: [createTestWallet(), other] })
  await connect(modal, { connectorId })
  const asking = connect(modal, { connectorId: 'other' }).catch(() => {})
  expect(getAccount(modal.getState())).toMatchObject({ status: 'connected', address: alice.address })
  modal.destroy()
  await asking
})

test('[S5.6] account types are eoa, smartAccount, payment and ordinal; the theme mode is light or dark', async () => {
  expectTypeOf<AccountType>().toEqualTypeOf<'eoa' | 'smartAccount' | 'payment' | 'ordinal'>()
  expectTypeOf<ThemeMode>().toEqualTypeOf<'light' | 'dark'>()
  for (const type of ['eoa', 'smartAccount', 'payment', 'ordinal'] as const) {
    const account: Account = { ...alice, type }
    const { modal } = createTestModal({ wallets: [createTestWallet({ accounts: [account] })] })
    await connect(modal, { connectorId })
    expect(getAccount(modal.getState()).type).toBe(type)
  }
  for (const themeMode of ['light', 'dark'] as const)
    expect(createTestModal({ themeMode }).modal.getState().theme.mode).toBe(themeMode)
  expect(() => parseOptions({ adapters: [], themeMode: 'auto' as never })).toThrow('must be one of light, dark')
})

test('the label that the app sets for an address applies in any letter case of the address', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId: 'org.example.wallet' })
  addAddressLabel(modal, { address: alice.address.toUpperCase().replace('0X', '0x'), label: 'Treasury' })
  expect(getAccount(modal.getState()).addressLabel).toBe('Treasury')
})

test('a new label replaces the previous one and applies to its own address only', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId: 'org.example.wallet' })
  addAddressLabel(modal, { address: bob.address, label: 'Bob' })
  expect(getAccount(modal.getState()).addressLabel).toBeUndefined()
  addAddressLabel(modal, { address: alice.address, label: 'First' })
  addAddressLabel(modal, { address: alice.address, label: 'Second' })
  expect(getAccount(modal.getState()).addressLabel).toBe('Second')
})

test('a label can be removed; removing an unknown one changes nothing', () => {
  const { modal } = createTestModal()
  addAddressLabel(modal, { address: alice.address, label: 'Treasury' })
  removeAddressLabel(modal, { address: bob.address })
  expect(Object.values(modal.getState().addressLabels)).toEqual(['Treasury'])
  removeAddressLabel(modal, { address: alice.address })
  expect(modal.getState().addressLabels).toEqual({})
})
