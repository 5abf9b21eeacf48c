import { push } from '@latchkey/core/controllers/shell'
import { PairingExpiredError, RelayUnreachableError } from '@latchkey/core/plugin'
import type { Entries, EntriesOf } from '../entry.js'
import { listedWallets, longTexts, now } from '../fixtures.js'
import type { World } from '../world.js'
import { isPairing, listed, open } from './connect.js'

const wallets = { data: listedWallets.slice(0, 40), count: listedWallets.length }

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
  // another try is possible after a moment
  await world.user.find('[part~=primary]:not(:disabled)')
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
    },
  ],
}
