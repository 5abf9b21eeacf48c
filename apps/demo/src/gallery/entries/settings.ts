import { setPreferredAccountType } from '@latchkey/core/controllers/account'
import { connect } from '@latchkey/core/controllers/connection'
import { registerAccountName, setAccountName } from '@latchkey/core/controllers/names'
import { startSwitch } from '@latchkey/core/controllers/network'
import { FrameFailedError } from '@latchkey/core/plugin'
import { testEoa } from '@latchkey/testing/connectors'
import type { EntriesOf } from '../entry.js'
import { connectorIds, longTexts } from '../fixtures.js'
import type { World } from '../world.js'
import { answering, from, loggedIn, openOwned, openSmart, openUnset } from './account.js'
import { openLoggedIn } from './login.js'

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
      id: 'self-custody',
      name: 'Sealed wallet, smart account in self-custody',
      world: loggedIn,
      show: (world) => openOwned(world, 'AccountSettings'),
      looks: ['dark', 'rtl', 'phone'],
    },
    {
      id: 'self-custody-needed',
      name: 'An app that requires self-custody',
      world: loggedIn,
      show: (world) => openUnset(world, 'AccountSettings'),
    },
    {
      id: 'wallet',
      name: 'A wallet of the page',
      show: from('AccountSettings'),
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
    { id: 'not-connected', name: 'Not connected', show: ({ modal }) => modal.open({ view: 'SmartSessions' }) },
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
    { id: 'not-connected', name: 'Not connected', show: ({ modal }) => modal.open({ view: 'RegisterAccountName' }) },
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
