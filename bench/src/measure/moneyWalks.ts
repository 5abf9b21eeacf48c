import { openView } from '../browser/openView.js'
import type { Visit } from '../browser/openVisit.js'
import { settle } from '../browser/settle.js'
import { show, type, untilFound } from '../browser/show.js'

/** Shows views of a feature, starting at the account. */
export type Walk = (visit: Visit) => Promise<void>

/** A feature, and walks that together show all its views. */
type FeatureWalks = { readonly feature: string; readonly walks: readonly Walk[] }

const primary = '.btn[data-kind=primary]:not(:disabled, [aria-disabled=true])'

/** In the order of the actions of an account. */
const actions = { buy: 1, swap: 2, receive: 3, send: 4 } as const

const act =
  (name: keyof typeof actions, wanted: string): Walk =>
  (visit) =>
    show(visit, `.actions li:nth-child(${actions[name]}) button`, wanted)

/** Opens a view as an app does, where nothing on this page leads to it. */
const open =
  (view: string, wanted: string): Walk =>
  async (visit) => {
    await openView(visit, { view })
    await untilFound(visit, wanted)
  }

const receive = act('receive', '.qr path')
const send = act('send', '.sendbox')
const swap = act('swap', '.swap-amount')
const buy = act('buy', '.providers')

async function chooseToken(visit: Visit): Promise<void> {
  await send(visit)
  await show(visit, '.tokenpill', '.long-list .row')
  await show(visit, '.long-list .row', '.tokenpill')
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

async function fillPurchase(visit: Visit): Promise<void> {
  await buy(visit)
  await show(visit, '.providers button', '.paybox')
  await show(visit, '.presets button', primary)
}

async function pay(visit: Visit): Promise<void> {
  await visit.evaluate(() => {
    const request = { recipient: `0x${'7'.repeat(40)}`, asset: 'eip155:1/slip44:60', amount: '1' }
    window.benchModal.pay(request).catch(() => undefined)
  })
  await untilFound(visit, '.paying')
}

/** Shows something, then presses something in it. */
const then =
  (walk: Walk, pressed: string, wanted: string): Walk =>
  async (visit) => {
    await walk(visit)
    // loading content may still move the button
    await settle(visit)
    await show(visit, pressed, wanted)
  }

export const moneyWalks: readonly FeatureWalks[] = [
  { feature: 'receive', walks: [then(receive, '.view .row', 'ul.still'), open('FundWallet', '.view .row')] },
  { feature: 'send', walks: [then(fillSend, primary, '.sending')] },
  {
    feature: 'swap',
    walks: [then(swap, '.swap-token', '.swap-tokens'), then(fillSwap, primary, '.swap-party')],
  },
  { feature: 'onramp', walks: [then(fillPurchase, primary, '.status')] },
  { feature: 'pay', walks: [pay] },
  { feature: 'activity', walks: [open('Transactions', '.body .row')] },
  { feature: 'settings', walks: [open('AccountSettings', '.body > .row'), open('SmartSessions', '.grants')] },
  {
    feature: 'names',
    walks: [open('RegisterAccountName', '.naming'), open('RegisterAccountNameSuccess', primary)],
  },
]
