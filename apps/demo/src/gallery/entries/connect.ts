import { connect, startConnect, startConnectChains } from '@latchkey/core/controllers/connection'
import { push, showAlert, showToast } from '@latchkey/core/controllers/shell'
import { PairingExpiredError, RelayUnreachableError, RpcUrlMissingError } from '@latchkey/core/plugin'
import type { Entries, EntriesOf, Entry } from '../entry.js'
import { connectorIds, listedWallets, longTexts, now } from '../fixtures.js'
import { serviceUrl } from '../service.js'
import type { World } from '../world.js'
import { findMultiWallet } from './findMultiWallet.js'

const isPairing = true

/** The wallets of a service rather than of the bundled list. */
const listed = { isPairing, options: { services: { wallets: serviceUrl } } }

const wallets = { data: listedWallets.slice(0, 40), count: listedWallets.length }

const open = async ({ modal }: World): Promise<void> => modal.open({ view: 'Connect' })

const everywhere = ['eip155', 'solana', 'bip122'] as const

/** The connection methods. */
export const connectEntries: Entries = [
  { id: 'wallets', name: 'Installed wallets', show: open, looks: ['dark', 'rtl', 'phone', 'long'] },
  { id: 'pairing', name: 'Installed and listed wallets', world: { isPairing }, show: open },
  {
    id: 'logins',
    name: 'Email, social logins and wallets',
    world: { isPairing, isEmbedded: true },
    show: open,
  },
  {
    id: 'logins-only',
    name: 'Logins without wallets',
    world: { isEmbedded: true, options: { enableWallets: false } },
    show: open,
  },
  {
    id: 'email-invalid',
    name: 'Invalid email address',
    world: { isEmbedded: true },
    async show(world) {
      await open(world)
      await world.user.type('ada@', 'input[type=email]')
      await world.user.click('form [type=submit]')
    },
  },
  {
    id: 'email-sending',
    name: 'Email address being sent',
    world: { isEmbedded: true },
    isBusy: true,
    async show(world) {
      await open(world)
      await world.user.type('ada@example.org', 'input[type=email]')
      await world.user.click('form [type=submit]')
    },
  },
  { id: 'namespaces', name: 'Wallets on several namespaces', world: { namespaces: everywhere, isPairing }, show: open },
  { id: 'empty', name: 'No wallets', world: { hasWallets: false }, show: open },
  {
    id: 'list-loading',
    name: 'Wallet list loading',
    world: { ...listed, answers: { wallets: 'never' } },
    isBusy: true,
    show: open,
  },
  { id: 'list-failed', name: 'Wallet list unavailable', world: { ...listed, answers: { wallets: 503 } }, show: open },
  {
    id: 'recent',
    name: 'A connected wallet and a recent one',
    world: { isPairing, options: { features: { multiWallet: true } } },
    async show(world) {
      await connect(world.modal, { connectorId: connectorIds.evm })
      await open(world)
    },
  },
  {
    id: 'groups',
    name: 'Wallets in groups',
    world: {
      isPairing,
      options: {
        walletGroups: [
          { name: 'Recommended', wallets: [connectorIds.spare, 'me.rainbow'] },
          { name: 'For traders', wallets: ['io.rabby', 'io.metamask'] },
        ],
      },
    },
    show: open,
  },
  {
    id: 'legal',
    name: 'Disclaimer, terms and privacy',
    world: {
      options: {
        disclaimer: [
          { text: 'Not available everywhere. See ' },
          { text: 'the list of countries', href: 'https://lantern.example/countries' },
          { text: '.' },
        ],
        termsConditionsUrl: 'https://lantern.example/terms',
        privacyPolicyUrl: 'https://lantern.example/privacy',
      },
    },
    show: open,
  },
  { id: 'long-names', name: 'Long wallet names', world: { hasLongNames: true }, show: open, looks: ['phone'] },
  {
    id: 'phone',
    name: 'On a phone',
    world: { isPairing, isEmbedded: true, hasWallets: false },
    isPhone: true,
    show: open,
    looks: ['phone'],
  },
  {
    id: 'dialog',
    name: 'In the dialog',
    world: { isPairing, isEmbedded: true },
    isDialog: true,
    show: open,
    looks: ['dark', 'phone'],
  },
  {
    id: 'alert',
    name: 'Alert for the developer',
    world: { options: { debug: true } },
    isDialog: true,
    async show(world) {
      await open(world)
      showAlert(world.modal, new RpcUrlMissingError({ caipNetworkId: 'eip155:10' }))
    },
  },
  {
    id: 'toast',
    name: 'Toast over the dialog',
    isDialog: true,
    async show(world) {
      await open(world)
      showToast(world.modal, { variant: 'success', message: { code: 'ADDRESS_COPIED' } })
    },
  },
]

/** Starts to connect the scripted wallet, which behaves as the entry says. */
const start = (world: World, connectorId: string = connectorIds.evm): void =>
  void startConnect(world.modal, { connectorId })

const waits = { methods: { eth_requestAccounts: { kind: 'hang' } } } as const

export const connectingEntries: Entries = [
  {
    id: 'waiting',
    name: 'Waiting for the wallet',
    async show(world) {
      world.evm.script(waits)
      await open(world)
      start(world)
    },
    looks: ['dark', 'rtl', 'phone', 'long'],
  },
  {
    id: 'declined',
    name: 'Declined in the wallet',
    async show(world) {
      world.evm.script({ methods: { eth_requestAccounts: { kind: 'reject' } } })
      await open(world)
      start(world)
    },
  },
  {
    id: 'pending',
    name: 'A request is already open in the wallet',
    async show(world) {
      world.evm.script({
        methods: { eth_requestAccounts: { kind: 'throw', value: { code: -32_002, message: 'Already pending.' } } },
      })
      await open(world)
      start(world)
    },
  },
  {
    id: 'failed',
    name: 'The wallet fails',
    async show(world) {
      world.evm.script({
        methods: { eth_requestAccounts: { kind: 'throw', value: { code: -32_603, message: 'Internal error.' } } },
      })
      await open(world)
      start(world)
    },
  },
  {
    id: 'invalid',
    name: 'The wallet returns an invalid response',
    async show(world) {
      world.evm.script({ methods: { eth_requestAccounts: { kind: 'reply', value: ['nonsense'] } } })
      await open(world)
      start(world)
    },
  },
  {
    id: 'long-name',
    name: 'Waiting for a wallet with a long name',
    world: { hasLongNames: true },
    async show(world) {
      world.evm.script(waits)
      await open(world)
      start(world)
    },
    looks: ['phone'],
  },
]

const multi = { namespaces: everywhere }
const openMulti = async (world: World): Promise<string> => {
  const { id: connectorId } = await findMultiWallet(world)
  await open(world)
  push(world.modal, { view: 'ConnectingMultiChain', params: { connectorId } })
  return connectorId
}

export const multiChainEntries: Entries = [
  {
    id: 'choice',
    name: 'Choice of networks',
    world: multi,
    async show(world) {
      await openMulti(world)
    },
    looks: ['dark', 'rtl', 'phone'],
  },
  {
    id: 'waiting',
    name: 'Waiting for one of them',
    isDialog: true,
    world: multi,
    isBusy: true,
    async show(world) {
      world.solana.script({ methods: { 'standard:connect': { kind: 'hang' } } })
      const connectorId = await openMulti(world)
      void startConnectChains(world.modal, { connectorId, namespaces: everywhere })
      await world.user.until('the second request', () => world.solana.requests.length > 0)
    },
  },
  {
    id: 'partly',
    name: 'Connected in part',
    isDialog: true,
    world: multi,
    async show(world) {
      world.solana.script({ methods: { 'standard:connect': { kind: 'reject' } } })
      const connectorId = await openMulti(world)
      await startConnectChains(world.modal, { connectorId, namespaces: everywhere })
    },
  },
  {
    id: 'declined',
    name: 'Declined everywhere',
    world: { namespaces: ['eip155', 'solana'] },
    async show(world) {
      world.evm.script({ methods: { '*': { kind: 'reject' } } })
      world.solana.script({ methods: { 'standard:connect': { kind: 'reject' } } })
      const connectorId = await openMulti(world)
      await startConnectChains(world.modal, { connectorId, namespaces: ['eip155', 'solana'] })
    },
  },
]

const code = {
  uri: `wc:${'7f3e'.repeat(16)}@2?relay-protocol=irn&symKey=${'a1b2'.repeat(16)}`,
  expiresAt: now + 300_000,
}

/** Shows a code once a pairing has started. */
const showCode = async (world: World): Promise<void> => {
  await world.user.until('a pairing', () => world.pairing.requests.length > 0)
  world.pairing.show(code)
}
const openPairing = async (world: World, walletId?: string): Promise<void> => {
  await open(world)
  push(world.modal, { view: 'ConnectingWalletConnect', params: { walletId } })
}
const failPairing = async (world: World, cause: unknown): Promise<void> => {
  await world.user.until('a pairing', () => world.pairing.requests.length > 0)
  world.pairing.fail(cause)
}

export const pairingEntries: Entries = [
  {
    id: 'code',
    name: 'QR code for any wallet',
    world: { isPairing },
    async show(world) {
      await openPairing(world)
      await showCode(world)
    },
    looks: ['dark', 'rtl', 'phone'],
  },
  {
    id: 'loading',
    name: 'QR code being prepared',
    world: { isPairing },
    isBusy: true,
    show: (world) => openPairing(world),
  },
  {
    id: 'wallet',
    name: 'QR code for one wallet',
    world: { ...listed, answers: { wallets } },
    async show(world) {
      await openPairing(world, 'w1')
      await showCode(world)
    },
    looks: ['dark'],
  },
  {
    id: 'declined',
    name: 'Declined on the phone',
    world: { isPairing },
    async show(world) {
      await openPairing(world)
      await failPairing(world, Object.assign(new Error('User rejected.'), { code: 4_001 }))
    },
  },
  {
    id: 'expired',
    name: 'Code expired',
    world: { isPairing },
    async show(world) {
      await openPairing(world)
      await failPairing(world, new PairingExpiredError())
    },
  },
  {
    id: 'unreachable',
    name: 'Relay unreachable',
    world: { isPairing },
    async show(world) {
      await openPairing(world)
      await failPairing(world, new RelayUnreachableError())
    },
  },
  {
    id: 'phone',
    name: 'One wallet, on the phone itself',
    world: { ...listed, hasWallets: false, answers: { wallets } },
    isPhone: true,
    async show(world) {
      await openPairing(world, 'w1')
      await showCode(world)
    },
    looks: ['phone'],
  },
]

const basicWorld = { namespaces: [], isPairing, options: {} } as const

export const basicPairingEntries: Entries = [
  {
    id: 'code',
    name: 'QR code without adapters',
    world: basicWorld,
    async show(world) {
      await world.modal.open({ view: 'ConnectingWalletConnectBasic' })
      await showCode(world)
    },
    looks: ['dark', 'phone'],
  },
]

/** Whether the search has left less than a full page of wallets. */
const isNarrowed = ({ modal }: World): boolean =>
  (modal.getElement()?.shadowRoot?.querySelectorAll('button.wallet-cell').length ?? 16) < 16

const openAll = async (world: World): Promise<void> => {
  await open(world)
  push(world.modal, { view: 'AllWallets', params: undefined })
}

export const allWalletsEntries: Entries = [
  { id: 'bundled', name: 'The bundled list', world: { isPairing }, show: openAll, looks: ['dark', 'rtl', 'phone'] },
  { id: 'listed', name: 'The list of a service', world: { ...listed, answers: { wallets } }, show: openAll },
  { id: 'loading', name: 'Loading', world: { ...listed, answers: { wallets: 'never' } }, isBusy: true, show: openAll },
  { id: 'failed', name: 'Unavailable', world: { ...listed, answers: { wallets: 500 } }, show: openAll },
  { id: 'busy', name: 'Too many requests', world: { ...listed, answers: { wallets: 429 } }, show: openAll },
  {
    id: 'empty',
    name: 'No wallets',
    world: { ...listed, answers: { wallets: { data: [], count: 0 } } },
    show: openAll,
  },
  {
    id: 'found',
    name: 'Search results',
    world: { isPairing },
    async show(world) {
      await openAll(world)
      await world.user.type('trust', 'input[type=search]')
      await world.user.until('the results', () => isNarrowed(world))
    },
  },
  {
    id: 'nothing-found',
    name: 'Nothing found',
    world: { isPairing },
    async show(world) {
      await openAll(world)
      await world.user.type('there is no such wallet', 'input[type=search]')
      await world.user.find('.empty')
    },
  },
  {
    id: 'long-names',
    name: 'Long wallet names',
    world: {
      ...listed,
      answers: {
        wallets: {
          data: listedWallets.slice(0, 12).map((wallet) => ({ ...wallet, name: longTexts.wallet })),
          count: 12,
        },
      },
    },
    show: openAll,
  },
]

const openDownloads = async (world: World, walletId = 'w1'): Promise<void> => {
  await open(world)
  push(world.modal, { view: 'Downloads', params: { walletId } })
}

export const walletEntries: EntriesOf<'GetWallet' | 'Downloads' | 'WhatIsAWallet'> = {
  GetWallet: [
    {
      id: 'wallets',
      name: 'Suggested wallets',
      world: { isPairing },
      async show(world) {
        await open(world)
        push(world.modal, { view: 'GetWallet', params: undefined })
      },
      looks: ['dark', 'rtl', 'phone'],
    },
    {
      id: 'none',
      name: 'No suggestions',
      world: { ...listed, answers: { wallets: 503 } },
      async show(world) {
        await open(world)
        push(world.modal, { view: 'GetWallet', params: undefined })
      },
    },
  ],
  Downloads: [
    {
      id: 'stores',
      name: 'Stores',
      world: { ...listed, answers: { wallets } },
      show: (world) => openDownloads(world),
      looks: ['dark', 'phone'],
    },
    {
      id: 'loading',
      name: 'Loading',
      world: { ...listed, answers: { wallets: 'never' } },
      isBusy: true,
      show: (world) => openDownloads(world),
    },
    {
      id: 'failed',
      name: 'Unavailable',
      world: { ...listed, answers: { wallets: 503 } },
      show: (world) => openDownloads(world),
    },
    {
      id: 'unknown',
      name: 'Unknown wallet',
      world: { ...listed, answers: { wallets: { data: [], count: 0 } } },
      show: (world) => openDownloads(world, 'none'),
    },
  ],
  WhatIsAWallet: [
    {
      id: 'text',
      name: 'Introduction',
      async show(world) {
        await open(world)
        push(world.modal, { view: 'WhatIsAWallet', params: undefined })
      },
      looks: ['dark', 'rtl', 'phone', 'long'],
    } satisfies Entry,
  ],
}
