import { answerRpc } from '../browser/answerRpc.js'
import type { Visit } from '../browser/openVisit.js'
import { openModal, walletRow } from '../browser/pressUntil.js'
import { show } from '../browser/show.js'
import { withVisit } from '../browser/withVisit.js'
import type { Lab, Measurement } from '../lab.js'
import type { BuiltFile } from '../prepare/buildPage.js'
import { type Metric, toMetric } from '../report/metric.js'
import { createTally, type Step, type Tally } from './createTally.js'
import { goToAccount } from './goToAccount.js'
import { findAdapterFiles, isScript, weighFiles } from './weighFiles.js'

/** The path to a view; requests after its last `take` count for the view. */
type Way = {
  readonly view: string
  /** Whether it follows connecting directly, which is counted separately. */
  readonly isFirst?: true
  readonly budget?: number
  readonly go: (visit: Visit, tally: Tally) => Promise<unknown>
}

const ways: readonly Way[] = [
  {
    view: 'ConnectingExternal',
    // the first opening doesn't load the connection code, which comes with this view: one budget for both
    budget: 25,
    async go(visit, tally) {
      await visit.evaluate(() => window.benchWallet.hanging.push('eth_requestAccounts'))
      await tally.take()
      await openModal(visit)
      await show(visit, walletRow, '.status')
    },
  },
  // includes the network button and the code that reads the balance
  { view: 'Account', isFirst: true, budget: 8.65, go: goToAccount },
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
    isFirst: true,
    // includes the code that switches and disconnects: a chunk that fails to load must not trap the user here
    budget: 7,
    async go(visit, tally) {
      await visit.evaluate(() => Object.assign(window.benchWallet, { chainId: '0x2a' }))
      await openModal(visit)
      await tally.take()
      await show(visit, walletRow, '.lead')
    },
  },
]

/** Measures what each further view adds when first shown. */
export const measureViews: Measurement = async (lab) => {
  const metrics: Metric[] = []
  let connecting: readonly string[] = []
  for (const { view, isFirst, budget = 6, go } of ways) {
    const { files } = await withVisit(lab, 'app', {}, (visit) => follow(lab, visit, go))
    if (view === 'ConnectingExternal') connecting = files
    const own = isFirst ? files.filter((path) => !connecting.includes(path)) : files
    const { built } = lab.pages.app
    const ofAdapter = findAdapterFiles(built, files)
    const isOfAdapter = (file: BuiltFile, path: string): boolean => isScript(file, path) && ofAdapter.has(path)
    const isOfView = (file: BuiltFile, path: string): boolean => isScript(file, path) && !ofAdapter.has(path)
    metrics.push(
      toMetric(
        `view ${view}: JavaScript more${view === 'ConnectingExternal' ? ', with that of the first open' : ''}`,
        weighFiles(built, own, isOfView),
        'KiB',
        budget,
      ),
      toMetric(`view ${view}: JavaScript of the adapter`, weighFiles(built, own, isOfAdapter), 'KiB'),
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
