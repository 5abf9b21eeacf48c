import { answerRpc } from '../browser/answerRpc.js'
import type { Visit } from '../browser/openVisit.js'
import { openModal, walletRow } from '../browser/pressUntil.js'
import { show } from '../browser/show.js'
import { withVisit } from '../browser/withVisit.js'
import type { Lab, Measurement } from '../lab.js'
import { createTally, type Tally } from './createTally.js'
import { accountBudget, featureBudget } from './featureBudget.js'
import { goToAccount } from './goToAccount.js'
import { weighFeature } from './weighFiles.js'

/** Opens views of a feature. Files requested after the last `take` count. */
type Walk = (visit: Visit, tally: Tally) => Promise<unknown>

/** Opens the modal: the shell, and the wallets to connect. */
async function openFirst(visit: Visit, tally: Tally): Promise<void> {
  await tally.take()
  await openModal(visit)
}

/** Connects, and waits for the wallet. */
async function startConnecting(visit: Visit, tally: Tally): Promise<void> {
  await visit.evaluate(() => window.benchWallet.hanging.push('eth_requestAccounts'))
  await tally.take()
  await openModal(visit)
  await show(visit, walletRow, '.status')
}

async function switchNetwork(visit: Visit, tally: Tally): Promise<void> {
  await visit.evaluate(() => window.benchWallet.hanging.push('wallet_switchEthereumChain'))
  await goToAccount(visit, tally)
  await tally.take()
  await show(visit, 'button.pill', '.network-list li')
  await show(visit, 'li:nth-child(2) button', '.status')
}

async function connectUnsupported(visit: Visit, tally: Tally): Promise<void> {
  await visit.evaluate(() => Object.assign(window.benchWallet, { chainId: '0x2a' }))
  await openModal(visit)
  await tally.take()
  await show(visit, walletRow, '.lead')
}

/** Measures the features for connecting a wallet when they are first shown. */
export const measureFeatures: Measurement = async (lab) => {
  const { built } = lab.pages.app
  const opened = await follow(lab, openFirst)
  const connecting = (await follow(lab, startConnecting)).filter((path) => !opened.includes(path))
  const isNew = (path: string): boolean => !opened.includes(path) && !connecting.includes(path)
  const account = (await follow(lab, goToAccount)).filter(isNew)
  const network = [...(await follow(lab, switchNetwork)), ...(await follow(lab, connectUnsupported))].filter(isNew)
  return [
    ...weighFeature(built, 'feature connecting', connecting, featureBudget),
    ...weighFeature(built, 'feature account', account, accountBudget),
    ...weighFeature(built, 'feature network', network, featureBudget),
  ]
}

/** The files that a walk requests. */
function follow(lab: Lab, walk: Walk): Promise<readonly string[]> {
  return withVisit(lab, 'app', { prefetch: 'hover' }, async (visit) => {
    await answerRpc(visit)
    const tally = createTally(lab, 'app', visit)
    await walk(visit, tally)
    return (await tally.take()).files
  })
}
