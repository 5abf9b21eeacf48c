import { addAddressLabel, setPreferredAccountType } from '@latchkey/core/controllers/account'
import { addRecentTransaction } from '@latchkey/core/controllers/activity'
import { connect } from '@latchkey/core/controllers/connection'
import { registerAccountName, setAccountName } from '@latchkey/core/controllers/names'
import { startSwitch } from '@latchkey/core/controllers/network'
import { push } from '@latchkey/core/controllers/shell'
import { FrameFailedError } from '@latchkey/core/plugin'
import { siwx } from '@latchkey/siwx'
import { testEoa, testSmartAccount } from '@latchkey/testing/connectors'
import type { Entries, EntriesOf } from '../entry.js'
import { connectorIds, longTexts, now, toBalance, toPicture, transactionHash } from '../fixtures.js'
import type { RouteName } from '../service.js'
import type { World, WorldOptions } from '../world.js'
import { findMultiWallet } from './findMultiWallet.js'
import { openLoggedIn } from './login.js'

/** Connects the scripted wallet, and opens the account. */
async function openAccount(world: World): Promise<void> {
  await connect(world.modal, { connectorId: connectorIds.evm })
  await world.modal.open({ view: 'Account' })
}

type Simple = 'ProfileWallets' | 'Networks' | 'Transactions' | 'SmartSessions' | 'RegisterAccountName' | 'FundWallet'

/** Opens a view from the account. */
const from =
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

const answering = (route: RouteName, answer: object | number | 'never'): WorldOptions => ({
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

const loggedIn = { isEmbedded: true, isPairing: true } as const satisfies WorldOptions

/** Logs in with a smart account on Ethereum. */
async function openSmart(world: World, view: 'Account' | 'AccountSettings' = 'Account'): Promise<void> {
  Object.assign(world.login, { accounts: [testSmartAccount, testEoa], smartAccountNetworks: [1] })
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
    id: 'social',
    name: 'Embedded wallet of a social login',
    world: loggedIn,
    async show(world) {
      Object.assign(world.login, { email: undefined, username: 'ada-lovelace', socialProvider: 'github' })
      await openSmart(world)
    },
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
  { id: 'nobody', name: 'Not connected', show: ({ modal }) => modal.open({ view: 'Account' }) },
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
  { id: 'nobody', name: 'No wallets', world: multi, show: ({ modal }) => modal.open({ view: 'ProfileWallets' }) },
]

export const settingsEntries: EntriesOf<'AccountSettings' | 'SmartSessions'> = {
  AccountSettings: [
    {
      id: 'email',
      name: 'Email login',
      world: loggedIn,
      show: (world) => openSmart(world, 'AccountSettings'),
      looks: ['dark', 'rtl', 'phone'],
    },
    {
      id: 'not-here',
      name: 'No smart account on the network',
      world: loggedIn,
      show: (world) => openLoggedIn(world, 'AccountSettings'),
    },
    {
      id: 'switching',
      name: 'Account type being switched',
      world: loggedIn,
      isBusy: true,
      async show(world) {
        await openSmart(world, 'AccountSettings')
        void setPreferredAccountType(world.modal, { namespace: 'eip155', type: 'eoa' }).catch(() => undefined)
        await world.user.until('the request', () => world.login.calls.some(({ step }) => step === 'accountType'))
      },
    },
    {
      id: 'failed',
      name: 'Account type not switched',
      world: loggedIn,
      async show(world) {
        await openSmart(world, 'AccountSettings')
        await world.user.find('.types')
        void setPreferredAccountType(world.modal, { namespace: 'eip155', type: 'eoa' }).catch(() => undefined)
        await world.user.until('the request', () => world.login.calls.some(({ step }) => step === 'accountType'))
        world.login.fail('accountType', new FrameFailedError({ message: 'The wallet is busy.' }))
      },
    },
    {
      id: 'long',
      name: 'Long address',
      world: loggedIn,
      async show(world) {
        world.login.email = longTexts.email
        await openSmart(world, 'AccountSettings')
      },
      looks: ['phone'],
    },
    { id: 'none', name: 'No embedded wallet', show: ({ modal }) => modal.open({ view: 'AccountSettings' }) },
  ],
  SmartSessions: [
    { id: 'active', name: 'Active permissions', show: from('SmartSessions'), looks: ['dark', 'rtl', 'phone'] },
    {
      id: 'expired',
      name: 'Expired permissions',
      async show(world) {
        await from('SmartSessions')(world)
        await world.user.click('[role=tab]:nth-of-type(2)')
      },
    },
    {
      id: 'loading',
      name: 'Loading',
      world: answering('sessions', 'never'),
      isBusy: true,
      show: from('SmartSessions'),
    },
    { id: 'empty', name: 'No permissions', world: answering('sessions', { pcis: [] }), show: from('SmartSessions') },
    { id: 'failed', name: 'Unavailable', world: answering('sessions', 500), show: from('SmartSessions') },
    {
      id: 'revoking',
      name: 'Being revoked',
      isBusy: true,
      async show(world) {
        world.evm.script({ methods: { personal_sign: { kind: 'hang' } } })
        await from('SmartSessions')(world)
        await world.user.click('.grant button')
      },
    },
    {
      id: 'declined',
      name: 'Revoking declined',
      async show(world) {
        world.evm.script({ methods: { personal_sign: { kind: 'reject' } } })
        await from('SmartSessions')(world)
        await world.user.click('.grant button')
      },
    },
    { id: 'nobody', name: 'Not connected', show: ({ modal }) => modal.open({ view: 'SmartSessions' }) },
  ],
}

/** Types a name, and waits until its availability is known. */
async function typeName(world: World): Promise<void> {
  await from('RegisterAccountName')(world)
  setAccountName(world.modal, 'lovelace')
  await world.user.until('the name', () => world.modal.getState().names?.suggestionsLoading === false)
}

const owned = { name: 'lovelace.latchkey.id', addresses: { 60: { address: testEoa.address } }, attributes: [] }

export const nameEntries: EntriesOf<'RegisterAccountName' | 'RegisterAccountNameSuccess'> = {
  RegisterAccountName: [
    { id: 'empty', name: 'Empty', show: from('RegisterAccountName'), looks: ['dark', 'rtl', 'phone'] },
    { id: 'free', name: 'Name available', show: typeName },
    {
      id: 'taken',
      name: 'Name taken',
      world: {
        answers: {
          name: owned,
          suggestions: {
            suggestions: [
              { name: 'lovelace.latchkey.id', registered: true },
              ...['lovelace-wallet', 'the-lovelace', 'lovelace2026'].map((name) => ({
                name: `${name}.latchkey.id`,
                registered: false,
              })),
            ],
          },
        },
      },
      show: typeName,
    },
    {
      id: 'checking',
      name: 'Availability being checked',
      world: answering('suggestions', 'never'),
      async show(world) {
        await from('RegisterAccountName')(world)
        setAccountName(world.modal, 'lovelace')
      },
    },
    {
      id: 'failed',
      name: 'Availability unknown',
      world: answering('suggestions', 500),
      async show(world) {
        await from('RegisterAccountName')(world)
        setAccountName(world.modal, 'lovelace')
        await world.user.until('the error', () => world.modal.getState().names?.error)
      },
    },
    {
      id: 'signing',
      name: 'Waiting for the signature',
      isBusy: true,
      async show(world) {
        world.evm.script({ methods: { personal_sign: { kind: 'hang' } } })
        await typeName(world)
        void registerAccountName(world.modal)
      },
    },
    {
      id: 'declined',
      name: 'Signature declined',
      async show(world) {
        world.evm.script({ methods: { personal_sign: { kind: 'reject' } } })
        await typeName(world)
        await registerAccountName(world.modal)
      },
    },
    { id: 'nobody', name: 'Not connected', show: ({ modal }) => modal.open({ view: 'RegisterAccountName' }) },
  ],
  RegisterAccountNameSuccess: [
    {
      id: 'done',
      name: 'Registered',
      async show(world) {
        await typeName(world)
        world.service.answers.name = owned
        await registerAccountName(world.modal)
      },
      looks: ['dark', 'rtl', 'phone'],
    },
    { id: 'none', name: 'No name registered', show: ({ modal }) => modal.open({ view: 'RegisterAccountNameSuccess' }) },
  ],
}

/** Asks the wallet to switch to Base. */
async function switchTo(world: World): Promise<void> {
  await from('Networks')(world)
  const network = world.modal.getState().networks.find(({ id }) => id === 8_453)
  if (network) void startSwitch(world.modal, network)
}

const unsupported = async (world: World): Promise<void> => {
  world.evm.selectChain(11_155_111)
  await connect(world.modal, { connectorId: connectorIds.evm })
  await world.modal.open({ view: 'UnsupportedChain' })
}

export const networkEntries: EntriesOf<'Networks' | 'SwitchNetwork' | 'SwitchActiveChain' | 'UnsupportedChain'> = {
  Networks: [
    { id: 'one', name: 'One namespace', show: from('Networks'), looks: ['dark', 'rtl', 'phone'] },
    {
      id: 'groups',
      name: 'Several namespaces',
      world: { namespaces: ['eip155', 'solana', 'bip122'] },
      show: from('Networks'),
    },
    {
      id: 'many',
      name: 'Many networks, with a search',
      world: {
        options: {
          networks: Array.from({ length: 14 }, (_, index) => ({
            id: 1_000 + index,
            name:
              index === 3
                ? 'A network with a name that is far too long for its row, and then some'
                : `Network ${index + 1}`,
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: { default: { http: [`https://node.gallery.example/${1_000 + index}`] } },
          })),
        },
      },
      show: ({ modal }) => modal.open({ view: 'Networks' }),
    },
    {
      id: 'nothing-found',
      name: 'Nothing found',
      world: {
        options: {
          networks: Array.from({ length: 9 }, (_, index) => ({
            id: 1_000 + index,
            name: `Network ${index + 1}`,
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: { default: { http: [`https://node.gallery.example/${1_000 + index}`] } },
          })),
        },
      },
      async show(world) {
        await world.modal.open({ view: 'Networks' })
        await world.user.type('nowhere', 'input[type=search]')
      },
    },
  ],
  SwitchNetwork: [
    {
      id: 'waiting',
      name: 'Waiting for the wallet',
      async show(world) {
        world.evm.script({ methods: { wallet_switchEthereumChain: { kind: 'hang' } } })
        await switchTo(world)
      },
      looks: ['dark', 'rtl', 'phone'],
    },
    {
      id: 'declined',
      name: 'Declined',
      async show(world) {
        world.evm.script({ methods: { wallet_switchEthereumChain: { kind: 'reject' } } })
        await switchTo(world)
      },
    },
    {
      id: 'failed',
      name: 'The wallet fails',
      async show(world) {
        const fails = { kind: 'throw', value: { code: -32_603, message: 'Internal error.' } } as const
        world.evm.script({ methods: { wallet_switchEthereumChain: fails, wallet_addEthereumChain: fails } })
        await switchTo(world)
      },
    },
    {
      id: 'lied',
      name: 'The wallet stays where it was',
      async show(world) {
        world.evm.script({ lieAboutSwitch: true })
        await switchTo(world)
      },
    },
  ],
  SwitchActiveChain: [
    {
      id: 'question',
      name: 'Question',
      world: { namespaces: ['eip155', 'solana'] },
      async show(world) {
        await from('Networks')(world)
        const network = world.modal.getState().networks.find(({ chainNamespace }) => chainNamespace === 'solana')
        if (network) void startSwitch(world.modal, network)
      },
      looks: ['dark', 'rtl', 'phone'],
    },
  ],
  UnsupportedChain: [{ id: 'choice', name: 'Choice of networks', show: unsupported, looks: ['dark', 'rtl', 'phone'] }],
}

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
    id: 'nobody',
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
  { id: 'nobody', name: 'Not connected', show: ({ modal }) => modal.open({ view: 'Transactions' }) },
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
    { id: 'nobody', name: 'Not connected', show: ({ modal }) => modal.open({ view: 'WalletReceive' }) },
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
