import { type ConnectorMeta, getWalletRows } from '@latchkey/core'
import { connect, startConnect, startConnectChains } from '@latchkey/core/controllers/connection'
import { push, showAlert, showToast } from '@latchkey/core/controllers/shell'
import { RpcUrlMissingError } from '@latchkey/core/plugin'
import type { Entries } from '../entry.js'
import { connectorIds } from '../fixtures.js'
import { serviceUrl } from '../service.js'
import type { World, WorldOptions } from '../world.js'

export const isPairing = true

/** The wallets of a service rather than of the bundled list. */
export const listed: WorldOptions = { isPairing, options: { services: { wallets: serviceUrl } } }

export const open = async ({ modal }: World): Promise<void> => modal.open({ view: 'Connect' })

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
    id: 'logins-all',
    name: 'Passkey, login providers of the operator, and guest',
    world: {
      isPairing,
      isEmbedded: true,
      options: { features: { passkey: true, guest: true, socials: ['acme', 'google', 'globex', 'initech'] } },
    },
    show: open,
    looks: ['dark', 'rtl', 'phone', 'long'],
  },
  {
    id: 'guest-starting',
    name: 'Continuing as guest',
    world: { isEmbedded: true, options: { features: { email: false, socials: false, guest: true } } },
    isBusy: true,
    async show(world) {
      await open(world)
      await world.user.pick('guest')
    },
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

/** Waits for the wallet that is on several namespaces. */
export async function findMultiWallet({ modal, user }: World): Promise<ConnectorMeta> {
  let found: ConnectorMeta | undefined
  await user.until('a wallet on several namespaces', () => {
    found = getWalletRows(modal).find(({ connector }) => connector?.type === 'MULTI_CHAIN')?.connector
    return found
  })
  return found as unknown as ConnectorMeta
}

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
