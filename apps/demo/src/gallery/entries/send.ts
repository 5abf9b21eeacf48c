import { connect } from '@latchkey/core/controllers/connection'
import { pay } from '@latchkey/core/controllers/pay'
import { push } from '@latchkey/core/controllers/shell'
import type { Entries, EntriesOf } from '../entry.js'
import { connectorIds, longTexts, recipient, toBalance, tokens } from '../fixtures.js'
import type { World, WorldOptions } from '../world.js'

const [usdc] = tokens

/** Connects the scripted wallet, and waits until its tokens are known. */
export async function begin(world: World): Promise<void> {
  await connect(world.modal, { connectorId: connectorIds.evm })
  await world.modal.open({ view: 'Account' })
}

async function openSend(world: World): Promise<void> {
  await begin(world)
  push(world.modal, { view: 'WalletSend', params: undefined })
  await world.user.find('input.to')
}

export const amountField = 'input[inputmode=decimal]'

/** Fills in the form. */
async function fill(
  world: World,
  { token = 'USD Coin', amount = '250', to = recipient as string } = {},
): Promise<void> {
  await openSend(world)
  push(world.modal, { view: 'WalletSendSelectToken', params: undefined })
  await world.user.pick(token)
  await world.user.type(amount, amountField)
  await world.user.type(to, 'input.to')
}

/** Fills in the form, and opens the review. */
async function review(world: World): Promise<void> {
  await fill(world)
  await world.user.until('the receiver', () => world.modal.getState().send?.receiver.status === 'ready')
  await world.user.turn(() => world.user.goOn())
}

/** Submits the reviewed transfer to a wallet that behaves as scripted. */
async function send(world: World, methods: Parameters<World['evm']['script']>[0]['methods'] = {}): Promise<void> {
  world.evm.script({ methods })
  await review(world)
  await world.user.until('the fee', () => world.modal.getState().send?.fee.status === 'ready')
  await world.user.goOn()
}

const unsure = new Error('The connection was lost.')

const failing = {
  transactionHash: `0x${'3f9a'.repeat(16)}`,
  status: '0x0',
  blockNumber: '0x14fb180',
  gasUsed: '0xcb20',
  logs: [],
}

export const sendEntries: EntriesOf<'WalletSend' | 'WalletSendSelectToken' | 'WalletSendPreview'> = {
  WalletSend: [
    { id: 'empty', name: 'Empty', show: openSend, looks: ['dark', 'rtl', 'phone', 'long'] },
    { id: 'filled', name: 'Filled in', show: (world) => fill(world) },
    { id: 'invalid-address', name: 'Invalid address', show: (world) => fill(world, { to: '0x1234' }) },
    {
      id: 'own-address',
      name: 'To the own address',
      show: (world) => fill(world, { to: world.evm.selectedAccount }),
    },
    { id: 'too-much', name: 'More than the balance', show: (world) => fill(world, { amount: '123456.789' }) },
    { id: 'bad-amount', name: 'Invalid amount', show: (world) => fill(world, { amount: '1.2.3' }) },
    {
      id: 'name',
      name: 'To a name',
      world: {
        answers: { name: { name: 'bob.latchkey.id', addresses: { 60: { address: recipient } }, attributes: [] } },
      },
      async show(world) {
        await fill(world, { to: 'bob.latchkey.id' })
        await world.user.until('the address', () => world.modal.getState().send?.receiver.status === 'ready')
      },
    },
    { id: 'unknown-name', name: 'To an unknown name', show: (world) => fill(world, { to: 'nobody.latchkey.id' }) },
    {
      id: 'name-failed',
      name: 'Name service unavailable',
      world: { answers: { name: 500 } },
      async show(world) {
        await fill(world, { to: 'bob.latchkey.id' })
        await world.user.until('the error', () => world.modal.getState().send?.receiver.status === 'failed')
      },
    },
    {
      id: 'given',
      name: 'Filled in by the app',
      async show(world) {
        await begin(world)
        const params = {
          caipNetworkId: 'eip155:1',
          assetAddress: usdc.address,
          amount: '12.50',
          to: recipient,
        } as const
        push(world.modal, { view: 'WalletSend', params })
        await world.user.until('the token', () => world.modal.getState().send?.tokenStatus === 'ready')
      },
    },
    { id: 'not-connected', name: 'Not connected', show: ({ modal }) => modal.open({ view: 'WalletSend' }) },
  ],
  WalletSendSelectToken: [
    {
      id: 'tokens',
      name: 'Tokens',
      async show(world) {
        await openSend(world)
        push(world.modal, { view: 'WalletSendSelectToken', params: undefined })
      },
      looks: ['dark', 'rtl', 'phone'],
    },
    {
      id: 'loading',
      name: 'Loading',
      world: { answers: { balance: 'never' } },
      isBusy: true,
      async show(world) {
        await openSend(world)
        push(world.modal, { view: 'WalletSendSelectToken', params: undefined })
      },
    },
    {
      id: 'nothing-found',
      name: 'Nothing found',
      world: {
        answers: {
          balance: {
            balances: Array.from({ length: 12 }, (_, index) =>
              toBalance({
                name: index === 2 ? longTexts.token : `Token ${index}`,
                symbol: `TK${index}`,
                decimals: 18,
                quantity: '1234567.89',
                address: `0x${String(index).padStart(40, '4')}`,
              }),
            ),
          },
        },
      },
      async show(world) {
        await openSend(world)
        push(world.modal, { view: 'WalletSendSelectToken', params: undefined })
        await world.user.type('nothing like it', 'input[type=search]')
      },
    },
  ],
  WalletSendPreview: [
    { id: 'review', name: 'Review', show: review, looks: ['dark', 'rtl', 'phone', 'long'] },
    { id: 'fee-loading', name: 'Fee being estimated', world: { node: { eth_estimateGas: 'never' } }, show: review },
    {
      id: 'fee-failed',
      name: 'The transfer would fail',
      world: { node: { eth_estimateGas: new Error('execution reverted: transfer amount exceeds balance') } },
      show: review,
    },
    {
      id: 'no-fee-money',
      name: 'Not enough for the fee',
      world: {
        answers: {
          balance: {
            balances: [
              toBalance({ ...usdc }),
              toBalance({ name: 'Ether', symbol: 'ETH', decimals: 18, quantity: '0.000001', price: 2_500 }),
            ],
          },
        },
      },
      show: review,
    },
    {
      id: 'sending',
      name: 'Waiting for the wallet',
      isBusy: false,
      show: (world) => send(world, { eth_sendTransaction: { kind: 'hang' } }),
    },
    { id: 'declined', name: 'Declined', show: (world) => send(world, { eth_sendTransaction: { kind: 'reject' } }) },
    {
      id: 'confirming',
      name: 'On its way',
      world: { node: { eth_getTransactionReceipt: null } },
      show: (world) => send(world),
    },
    { id: 'done', name: 'Sent', show: (world) => send(world), looks: ['dark'] },
    {
      id: 'failed',
      name: 'Failed on the network',
      world: { node: { eth_getTransactionReceipt: failing } },
      show: (world) => send(world),
    },
    {
      id: 'looking',
      name: 'Perhaps sent: the network is searched',
      show: (world) => send(world, { eth_sendTransaction: { kind: 'throw', value: unsure } }),
    },
    { id: 'nothing', name: 'Nothing to review', show: ({ modal }) => modal.open({ view: 'WalletSendPreview' }) },
  ],
}

const payWorld = { options: { features: { pay: true } } } as const satisfies WorldOptions

const invoice = { recipient, amount: '12.50', asset: [`eip155:1/erc20:${usdc.address}`, 'eip155:1/slip44:60'] } as const

/** Requests a payment from the connected wallet, as an app does. */
async function request(world: World, asset: Parameters<typeof pay>[1]['asset'] = invoice.asset): Promise<void> {
  await begin(world)
  void pay(world.modal, { ...invoice, asset }).catch(() => undefined)
  await world.user.until('the payment', () => world.modal.getState().pay)
}

async function payWith(world: World, methods: Parameters<World['evm']['script']>[0]['methods'] = {}): Promise<void> {
  world.evm.script({ methods })
  await request(world)
  await world.user.until('the fee', () => world.modal.getState().pay?.fee.status === 'ready')
  await world.user.goOn()
}

export const payEntries: Entries = [
  {
    id: 'choice',
    name: 'Choice of assets',
    world: payWorld,
    show: (world) => request(world),
    looks: ['dark', 'rtl', 'phone', 'long'],
  },
  { id: 'one', name: 'One asset', world: payWorld, show: (world) => request(world, invoice.asset[0]) },
  {
    id: 'not-connected',
    name: 'Not connected',
    world: payWorld,
    async show(world) {
      void pay(world.modal, invoice).catch(() => undefined)
      await world.user.until('the payment', () => world.modal.getState().pay)
    },
  },
  {
    id: 'too-little',
    name: 'More than the balance',
    world: { ...payWorld, answers: { balance: { balances: [toBalance({ ...usdc, quantity: '3' })] } } },
    show: (world) => request(world, invoice.asset[0]),
  },
  {
    id: 'sending',
    name: 'Waiting for the wallet',
    world: payWorld,
    show: (world) => payWith(world, { eth_sendTransaction: { kind: 'hang' } }),
  },
  {
    id: 'declined',
    name: 'Declined',
    world: payWorld,
    show: (world) => payWith(world, { eth_sendTransaction: { kind: 'reject' } }),
  },
  {
    id: 'confirming',
    name: 'On its way',
    world: { ...payWorld, node: { eth_getTransactionReceipt: null } },
    show: (world) => payWith(world),
  },
  { id: 'done', name: 'Paid', world: payWorld, show: (world) => payWith(world), looks: ['dark'] },
  {
    id: 'failed',
    name: 'Failed on the network',
    world: { ...payWorld, node: { eth_getTransactionReceipt: failing } },
    show: (world) => payWith(world),
  },
  { id: 'nothing', name: 'No payment requested', world: payWorld, show: ({ modal }) => modal.open({ view: 'Pay' }) },
]
