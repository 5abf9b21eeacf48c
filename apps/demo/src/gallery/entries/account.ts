import type { Accounts } from '@latchkey/core'
import { addAddressLabel } from '@latchkey/core/controllers/account'
import { addRecentTransaction } from '@latchkey/core/controllers/activity'
import { connect } from '@latchkey/core/controllers/connection'
import { push } from '@latchkey/core/controllers/shell'
import { siwx } from '@latchkey/siwx'
import { testEoa, testSmartAccount } from '@latchkey/testing/connectors'
import type { Entries, EntriesOf } from '../entry.js'
import { connectorIds, longTexts, nfts, now, toBalance, toPicture, transactionHash } from '../fixtures.js'
import type { RouteName } from '../service.js'
import type { World, WorldOptions } from '../world.js'
import { findMultiWallet } from './connect.js'
import { openLoggedIn } from './login.js'

/** Connects the scripted wallet, and opens the account. */
async function openAccount(world: World): Promise<void> {
  await connect(world.modal, { connectorId: connectorIds.evm })
  await world.modal.open({ view: 'Account' })
}

type Simple =
  | 'ProfileWallets'
  | 'AccountSettings'
  | 'Networks'
  | 'Transactions'
  | 'SmartSessions'
  | 'RegisterAccountName'
  | 'FundWallet'

/** Opens a view from the account. */
export const from =
  (view: Simple) =>
  async (world: World): Promise<void> => {
    await openAccount(world)
    push(world.modal, { view, params: undefined } as never)
  }

/** Selects the tab of the account with this index. */
const tab =
  (index: number) =>
  async (world: World): Promise<void> => {
    await openAccount(world)
    await world.user.click(`[role=tab]:nth-of-type(${index + 1})`)
  }

/** Shows all that a tab of the account lists. */
const all =
  (index: number) =>
  async (world: World): Promise<void> => {
    await tab(index)(world)
    await world.user.click('.holding > .btn')
  }

export const answering = (route: RouteName, answer: object | number | 'never'): WorldOptions => ({
  answers: { [route]: answer },
})

const many = Array.from({ length: 60 }, (_, index) =>
  toBalance({
    name: index % 7 === 3 ? longTexts.token : `Token ${index}`,
    symbol: index % 7 === 3 ? 'WLSIBSBE' : `TK${index}`,
    decimals: 18,
    price: 1.5,
    quantity: String(9_876_543.210987 / (index + 1)),
    address: `0x${String(index).padStart(40, '4')}`,
  }),
)

const manyNfts = [1, 2, 3, 4].flatMap((series) =>
  nfts.map((nft, index) => ({ ...nft, tokenId: String(series * 100 + index) })),
)

export const loggedIn: WorldOptions = { isEmbedded: true, isPairing: true }

/** Logs in with a smart account on Ethereum. */
export function openSmart(world: World, view?: 'Account' | 'AccountSettings'): Promise<void> {
  return openAccounts(world, [testSmartAccount, testEoa], view)
}

/** Logs in to a sealed wallet, with a smart account that the user's passkey owns. */
export function openOwned(world: World, view?: 'Account' | 'AccountSettings'): Promise<void> {
  const accounts: Accounts = [
    { ...testSmartAccount, custody: 'self' },
    { ...testEoa, custody: 'sealed' },
  ]
  return openAccounts(world, accounts, view)
}

/** The app requires self-custody, which isn't set up. */
export function openUnset(world: World, view?: 'Account' | 'AccountSettings'): Promise<void> {
  return openAccounts(world, [{ ...testSmartAccount, custody: 'needed' }], view)
}

async function openAccounts(
  world: World,
  accounts: Accounts,
  view: 'Account' | 'AccountSettings' = 'Account',
): Promise<void> {
  Object.assign(world.login, { accounts, smartAccountNetworks: [1] })
  if (view === 'AccountSettings') return openLoggedIn(world, view)
  await connect(world.modal, { connectorId: 'embeddedWallet' })
  await world.modal.open({ view: 'Account' })
}

const addRecent = async ({ modal }: World): Promise<void> => {
  for (const [index, description] of [
    'Mint a lighthouse',
    'List a lighthouse for sale at the harbor market',
    'Vote',
  ].entries())
    addRecentTransaction(modal, { hash: `${transactionHash.slice(0, -1)}${index}`, description })
}

export const accountEntries: Entries = [
  { id: 'tokens', name: 'Tokens', show: openAccount, looks: ['dark', 'rtl', 'phone', 'long'] },
  { id: 'nfts', name: 'NFTs', show: tab(1) },
  {
    id: 'all-tokens',
    name: 'All of many tokens',
    world: answering('balance', { balances: many, nfts: [] }),
    show: all(0),
    looks: ['dark', 'rtl', 'phone'],
  },
  {
    id: 'all-nfts',
    name: 'All of many NFTs',
    world: answering('balance', { balances: [], nfts: manyNfts }),
    show: all(1),
    looks: ['dark', 'rtl', 'phone'],
  },
  { id: 'activity', name: 'Activity', show: tab(2) },
  { id: 'loading', name: 'Loading', world: answering('balance', 'never'), isBusy: true, show: openAccount },
  { id: 'empty', name: 'No tokens', world: answering('balance', { balances: [], nfts: [] }), show: openAccount },
  { id: 'nfts-empty', name: 'No NFTs', world: answering('balance', { balances: [], nfts: [] }), show: tab(1) },
  { id: 'failed', name: 'Balances unavailable', world: answering('balance', 500), show: openAccount },
  {
    id: 'unserved',
    name: 'Network without a service',
    world: answering('supportedChains', { http: ['eip155:8453'] }),
    show: openAccount,
  },
  {
    id: 'many',
    name: 'Many tokens, long names, large amounts',
    world: answering('balance', { balances: many }),
    show: openAccount,
    looks: ['phone'],
  },
  { id: 'plain', name: 'Without a service', world: { hasService: false }, show: openAccount },
  {
    id: 'plain-failed',
    name: 'Without a service, node unreachable',
    world: { hasService: false, node: { eth_getBalance: new Error('Unavailable.') } },
    show: openAccount,
  },
  {
    id: 'name',
    name: 'Name and avatar',
    world: answering('identity', { name: 'ada.eth', avatar: toPicture(120) }),
    show: openAccount,
  },
  {
    id: 'long-name',
    name: 'Long name',
    world: { hasLongNames: true, answers: { identity: { name: longTexts.name } } },
    show: openAccount,
    looks: ['phone'],
  },
  {
    id: 'label',
    name: "The app's own name for it",
    async show(world) {
      await openAccount(world)
      addAddressLabel(world.modal, { address: world.evm.selectedAccount, label: 'Treasury' })
    },
  },
  {
    id: 'smart',
    name: 'Embedded wallet with a smart account',
    world: loggedIn,
    show: (world) => openSmart(world),
    looks: ['dark'],
  },
  {
    id: 'self-custody',
    name: 'Embedded wallet with a smart account in self-custody',
    world: loggedIn,
    show: (world) => openOwned(world),
    looks: ['rtl', 'phone'],
  },
  {
    id: 'self-custody-needed',
    name: 'Embedded wallet of an app that requires self-custody',
    world: loggedIn,
    show: (world) => openUnset(world),
    looks: ['dark', 'rtl', 'phone'],
  },
  {
    id: 'social',
    name: 'Embedded wallet of a social login',
    world: loggedIn,
    async show(world) {
      Object.assign(world.login, { email: undefined, username: 'ada-lovelace', socialProvider: 'github' })
      await openSmart(world)
    },
  },
  {
    id: 'guest',
    name: 'Embedded wallet of a guest',
    world: loggedIn,
    async show(world) {
      Object.assign(world.login, { email: undefined, isGuest: true })
      await openSmart(world)
    },
    looks: ['dark', 'rtl', 'phone'],
  },
  {
    id: 'solana',
    name: 'On Solana',
    world: { namespaces: ['solana'] },
    async show(world) {
      await world.user.until('the wallet', () => world.modal.getState().connectors.length > 0)
      await connect(world.modal, { connectorId: world.modal.getState().connectors[0]?.id ?? '' })
      await world.modal.open({ view: 'Account' })
    },
  },
  {
    id: 'bitcoin',
    name: 'On Bitcoin, with two addresses',
    world: { namespaces: ['bip122'] },
    async show(world) {
      await world.user.until('the wallet', () => world.modal.getState().connectors.length > 0)
      await connect(world.modal, { connectorId: world.modal.getState().connectors[0]?.id ?? '' })
      await world.modal.open({ view: 'Account' })
    },
  },
  {
    id: 'recent',
    name: 'Transactions of the app',
    world: { hasService: false },
    async show(world) {
      await openAccount(world)
      await addRecent(world)
    },
  },
  { id: 'not-connected', name: 'Not connected', show: ({ modal }) => modal.open({ view: 'Account' }) },
]

const multi = { options: { features: { multiWallet: true } } } as const satisfies WorldOptions

export const profileEntries: Entries = [
  { id: 'one', name: 'One wallet', world: multi, show: from('ProfileWallets'), looks: ['dark', 'rtl', 'phone'] },
  {
    id: 'two',
    name: 'Two wallets on two namespaces',
    world: { ...multi, namespaces: ['eip155', 'solana'] },
    async show(world) {
      await connect(world.modal, { connectorId: connectorIds.spare })
      const { connectorIds: ids = {} } = await findMultiWallet(world)
      for (const connectorId of Object.values(ids)) await connect(world.modal, { connectorId })
      await world.modal.open({ view: 'Account' })
      push(world.modal, { view: 'ProfileWallets', params: undefined })
    },
  },
  {
    id: 'long-name',
    name: 'Long wallet name',
    world: { ...multi, hasLongNames: true },
    show: from('ProfileWallets'),
    looks: ['phone'],
  },
  {
    id: 'not-connected',
    name: 'No wallets',
    world: multi,
    show: ({ modal }) => modal.open({ view: 'ProfileWallets' }),
  },
]

/** Connects with a sign-in, which the wallet then has to sign. */
async function requireSignIn(world: World): Promise<void> {
  await world.modal.open({ view: 'Connect' })
  await world.user.pick('Firefly')
  await world.user.until('the question', () => world.modal.getState().router.stack.at(-1)?.view === 'SIWXSignMessage')
}

const signIn = (): WorldOptions => ({ plugins: [siwx({ statement: 'Sign in to Lantern.' })] })

export const signInEntries: Entries = [
  { id: 'question', name: 'Question', world: signIn(), show: requireSignIn, looks: ['dark', 'rtl', 'phone', 'long'] },
  {
    id: 'optional',
    name: 'Optional',
    world: { plugins: [siwx({ statement: 'Sign in to Lantern.', required: false })] },
    show: requireSignIn,
  },
  {
    id: 'signing',
    name: 'Waiting for the wallet',
    world: signIn(),
    isBusy: true,
    async show(world) {
      world.evm.script({ methods: { personal_sign: { kind: 'hang' } } })
      await requireSignIn(world)
      await world.user.goOn()
    },
  },
  {
    id: 'declined',
    name: 'Declined',
    world: signIn(),
    async show(world) {
      world.evm.script({ methods: { personal_sign: { kind: 'reject' } } })
      await requireSignIn(world)
      await world.user.goOn()
    },
  },
  {
    id: 'failed',
    name: 'The wallet fails',
    world: signIn(),
    async show(world) {
      world.evm.script({
        methods: { personal_sign: { kind: 'throw', value: { code: -32_603, message: 'Internal error.' } } },
      })
      await requireSignIn(world)
      await world.user.goOn()
    },
  },
  {
    id: 'not-connected',
    name: 'Not connected',
    world: signIn(),
    show: ({ modal }) => modal.open({ view: 'SIWXSignMessage' }),
  },
]

export const activityEntries: Entries = [
  { id: 'list', name: 'Transactions', show: from('Transactions'), looks: ['dark', 'rtl', 'phone'] },
  { id: 'loading', name: 'Loading', world: answering('history', 'never'), isBusy: true, show: from('Transactions') },
  {
    id: 'empty',
    name: 'No transactions',
    world: answering('history', { data: [], next: null }),
    show: from('Transactions'),
  },
  { id: 'failed', name: 'Unavailable', world: answering('history', 500), show: from('Transactions') },
  {
    id: 'unlisted',
    name: 'Network without a history',
    world: answering('supportedChains', { http: ['eip155:8453'] }),
    show: from('Transactions'),
  },
  {
    id: 'app',
    name: "The app's own transactions",
    async show(world) {
      await from('Transactions')(world)
      await addRecent(world)
    },
  },
  {
    id: 'long',
    name: 'Long names and amounts',
    world: answering('history', {
      data: [
        {
          id: 'l',
          metadata: {
            operationType: 'trade',
            status: 'confirmed',
            hash: transactionHash,
            chain: 'eip155:1',
            minedAt: new Date(now).toISOString(),
            sentFrom: '',
            sentTo: '',
          },
          transfers: (['out', 'in'] as const).map((direction) => ({
            direction,
            quantity: { numeric: '123456789.123456789' },
            fungible_info: { symbol: 'WLSIBSBE', name: longTexts.token },
          })),
        },
      ],
      next: null,
    }),
    show: from('Transactions'),
  },
  { id: 'local', name: 'Without a service', world: { hasService: false }, show: from('Transactions') },
  { id: 'not-connected', name: 'Not connected', show: ({ modal }) => modal.open({ view: 'Transactions' }) },
]

export const fundEntries: EntriesOf<'FundWallet' | 'WalletReceive' | 'WalletCompatibleNetworks'> = {
  FundWallet: [
    { id: 'all', name: 'All ways', show: from('FundWallet'), looks: ['dark', 'rtl', 'phone'] },
    {
      id: 'few',
      name: 'Without purchases',
      world: { options: { features: { onramp: false } } },
      show: from('FundWallet'),
    },
  ],
  WalletReceive: [
    {
      id: 'code',
      name: 'Address and code',
      async show(world) {
        await openAccount(world)
        push(world.modal, { view: 'WalletReceive', params: undefined })
      },
      looks: ['dark', 'rtl', 'phone'],
    },
    {
      id: 'name',
      name: 'With a long name',
      world: answering('identity', { name: longTexts.name }),
      async show(world) {
        await openAccount(world)
        await world.user.until('the name', () =>
          world.modal.getElement()?.shadowRoot?.textContent?.includes(longTexts.name),
        )
        push(world.modal, { view: 'WalletReceive', params: undefined })
      },
    },
    { id: 'not-connected', name: 'Not connected', show: ({ modal }) => modal.open({ view: 'WalletReceive' }) },
  ],
  WalletCompatibleNetworks: [
    {
      id: 'networks',
      name: 'Networks',
      async show(world) {
        await openAccount(world)
        push(world.modal, { view: 'WalletReceive', params: undefined })
        push(world.modal, { view: 'WalletCompatibleNetworks', params: undefined })
      },
      looks: ['dark', 'phone'],
    },
  ],
}
