import { openView } from '../browser/openView.js'
import type { Visit } from '../browser/openVisit.js'
import { show, type, untilFound } from '../browser/show.js'

/** The path from the account to a view, by which users reach it first. */
export type MoneyWay = {
  readonly view: string
  /** Views shown on the way, after the account. */
  readonly by?: readonly string[]
  /** The steps up to the last one, which shows the view itself. */
  readonly before?: (visit: Visit) => Promise<void>
  readonly go: (visit: Visit) => Promise<void>
}

const primary = '.btn[data-kind=primary]:not(:disabled, [aria-disabled=true])'

/** In the order of the account's actions. */
const actions = { buy: 1, swap: 2, receive: 3, send: 4 } as const

const act = (name: keyof typeof actions, wanted: string) => (visit: Visit) =>
  show(visit, `.actions li:nth-child(${actions[name]}) button`, wanted)

/** Opens as an app does the views that nothing on this page leads to. */
const open = (view: string, wanted: string) => async (visit: Visit) => {
  await openView(visit, { view })
  await untilFound(visit, wanted)
}

const receive = act('receive', '.qr path')
const send = act('send', '.sendbox')
const swap = act('swap', '.swap-amount')
const buy = act('buy', '.providers')

async function chooseToken(visit: Visit): Promise<void> {
  await send(visit)
  await show(visit, '.tokenpill', '.list .row')
  await show(visit, '.list .row', '.tokenpill')
}

async function fillSend(visit: Visit): Promise<void> {
  await chooseToken(visit)
  await type(visit, 'form input', '0.5')
  await type(visit, 'form input.to', `0x${'7'.repeat(40)}`)
  await untilFound(visit, primary)
}

async function fillSwap(visit: Visit): Promise<void> {
  await openView(visit, { view: 'Swap', arguments: { amount: '1', fromToken: 'ETH', toToken: 'COIN' } })
  await untilFound(visit, '.swap-details')
  await untilFound(visit, primary)
}

async function chooseProvider(visit: Visit): Promise<void> {
  await buy(visit)
  await show(visit, '.providers button', '.paybox')
}

async function fillPurchase(visit: Visit): Promise<void> {
  await chooseProvider(visit)
  await show(visit, '.presets button', primary)
}

/** A payment that is rejected: the code that the app's call needs is not part of the view. */
async function payNothing(visit: Visit): Promise<void> {
  await visit.evaluate(() =>
    window.benchModal.pay({ recipient: '', asset: 'eip155:1/slip44:60', amount: '1' }).catch(() => undefined),
  )
}

async function pay(visit: Visit): Promise<void> {
  await visit.evaluate(() => {
    const request = { recipient: `0x${'7'.repeat(40)}`, asset: 'eip155:1/slip44:60', amount: '1' }
    window.benchModal.pay(request).catch(() => undefined)
  })
  await untilFound(visit, '.paying')
}

export const moneyWays: readonly MoneyWay[] = [
  { view: 'WalletReceive', go: receive },
  {
    view: 'WalletCompatibleNetworks',
    by: ['WalletReceive'],
    before: receive,
    go: (visit) => show(visit, '.view .row', 'ul.still'),
  },
  { view: 'WalletSend', go: send },
  {
    view: 'WalletSendSelectToken',
    by: ['WalletSend'],
    before: send,
    go: (visit) => show(visit, '.tokenpill', '.list .row'),
  },
  {
    view: 'WalletSendPreview',
    by: ['WalletSend', 'WalletSendSelectToken'],
    before: fillSend,
    go: (visit) => show(visit, primary, '.sending'),
  },
  { view: 'Swap', go: swap },
  {
    view: 'SwapSelectToken',
    by: ['Swap'],
    before: swap,
    go: (visit) => show(visit, '.swap-token', '.swap-tokens'),
  },
  { view: 'SwapPreview', by: ['Swap'], before: fillSwap, go: (visit) => show(visit, primary, '.swap-party') },
  { view: 'OnRampProviders', go: buy },
  {
    view: 'OnRampAmount',
    by: ['OnRampProviders'],
    before: buy,
    go: (visit) => show(visit, '.providers button', '.paybox'),
  },
  {
    view: 'BuyInProgress',
    by: ['OnRampProviders', 'OnRampAmount'],
    before: fillPurchase,
    go: (visit) => show(visit, primary, '.status'),
  },
  { view: 'FundWallet', go: open('FundWallet', '.view .row') },
  { view: 'Pay', before: payNothing, go: pay },
  { view: 'Transactions', go: open('Transactions', '.body .row') },
  { view: 'ProfileWallets', go: open('ProfileWallets', '.body .row') },
  { view: 'AccountSettings', go: open('AccountSettings', '.empty') },
  { view: 'RegisterAccountName', go: open('RegisterAccountName', '.naming') },
  { view: 'RegisterAccountNameSuccess', go: open('RegisterAccountNameSuccess', primary) },
  { view: 'SmartSessions', go: open('SmartSessions', '.grants') },
]
