import { answerRpc } from '../browser/answerRpc.js'
import type { Visit } from '../browser/openVisit.js'
import { find, press } from '../browser/press.js'
import { connectButton, openModal, pressUntil, walletRow } from '../browser/pressUntil.js'
import { withVisit } from '../browser/withVisit.js'
import type { Lab, Measurement } from '../lab.js'
import { type Metric, toMetric } from '../report/metric.js'
import { createTally, type Step, type Tally } from './createTally.js'
import { isAdapterScript, isViewScript, weighFiles } from './weighFiles.js'

/** A way to a view; what is asked for after its last `take` is the view's. */
type Way = { readonly view: string; readonly go: (visit: Visit, tally: Tally) => Promise<unknown> }

const ways: readonly Way[] = [
  {
    view: 'ConnectingExternal',
    async go(visit, tally) {
      await visit.evaluate(() => window.benchWallet.hanging.push('eth_requestAccounts'))
      await openModal(visit)
      await tally.take()
      await show(visit, walletRow, '.status')
    },
  },
  { view: 'Account', go: goToAccount },
  {
    view: 'Networks',
    async go(visit, tally) {
      await goToAccount(visit, tally)
      await tally.take()
      await show(visit, 'button.pill', 'ul.list')
    },
  },
  {
    view: 'SwitchNetwork',
    async go(visit, tally) {
      await visit.evaluate(() => window.benchWallet.hanging.push('wallet_switchEthereumChain'))
      await goToAccount(visit, tally)
      await show(visit, 'button.pill', 'ul.list')
      await tally.take()
      await show(visit, 'li:nth-child(2) button', '.status')
    },
  },
  {
    view: 'UnsupportedChain',
    async go(visit, tally) {
      await visit.evaluate(() => Object.assign(window.benchWallet, { chainId: '0x2a' }))
      await openModal(visit)
      await tally.take()
      await show(visit, walletRow, '.lead')
    },
  },
]

/** What each further view adds when it is shown for the first time. */
export const measureViews: Measurement = async (lab) => {
  const metrics: Metric[] = []
  let connecting: readonly string[] = []
  for (const { view, go } of ways) {
    const { files } = await withVisit(lab, 'app', {}, (visit) => follow(lab, visit, go))
    if (view === 'ConnectingExternal') connecting = files
    // the way there leads past that view, whose weight is told already
    const own = view === 'UnsupportedChain' ? files.filter((path) => !connecting.includes(path)) : files
    const { built } = lab.pages.app
    metrics.push(
      toMetric(`view ${view}: JavaScript more`, weighFiles(built, own, isViewScript), 'KiB', 6),
      toMetric(`view ${view}: JavaScript of the adapter`, weighFiles(built, own, isAdapterScript), 'KiB'),
    )
  }
  return metrics
}

async function follow(lab: Lab, visit: Visit, go: Way['go']): Promise<Step> {
  await answerRpc(visit)
  const tally = createTally(lab, 'app', visit)
  await go(visit, tally)
  return tally.take()
}

async function goToAccount(visit: Visit, tally: Tally): Promise<void> {
  await openModal(visit)
  await pressUntil(visit, { selector: walletRow, until: 'connected' })
  await tally.take()
  await show(visit, connectButton, '.who')
}

/** Presses something and waits until its view is there. */
async function show(visit: Visit, selector: string, wanted: string): Promise<void> {
  await press(visit, await find(visit, selector))
  await visit.evaluate((found) => window.bench.untilFound(found), wanted)
}
