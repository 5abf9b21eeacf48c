import { openView, type ViewRequest } from '../browser/openView.js'
import type { Visit } from '../browser/openVisit.js'
import { openModal } from '../browser/pressUntil.js'
import { untilFound } from '../browser/show.js'
import { withVisit } from '../browser/withVisit.js'
import type { Lab, Measurement } from '../lab.js'
import type { BuiltFile } from '../prepare/buildPage.js'
import { type Metric, toMetric } from '../report/metric.js'
import { createTally } from './createTally.js'
import { findAdapterFiles, isEncoder, isScript, weighFiles } from './weighFiles.js'

type PairingView = {
  readonly view: string
  /** What is there once the view is. */
  readonly wanted: string
  readonly arguments?: object
  /** Whether it loads the connection code, whose size is reported with ConnectingExternal. */
  readonly isConnecting?: true
  /** KiB. */
  readonly budget: number
}

const views: readonly PairingView[] = [
  { view: 'AllWallets', wanted: '[data-index]', budget: 6 },
  // with all of pairing, up to what connects the chain families that the wallet agreed to
  { view: 'ConnectingWalletConnect', wanted: '.qr path', isConnecting: true, budget: 6.2 },
  { view: 'ConnectingWalletConnectBasic', wanted: '.qr path', isConnecting: true, budget: 6.2 },
  { view: 'Downloads', wanted: '.download', arguments: { walletId: 'w1' }, budget: 6 },
  { view: 'GetWallet', wanted: '.lead', budget: 6 },
  { view: 'WhatIsAWallet', wanted: '.blocks', budget: 6 },
]

/** What the views of pairing and of the wallet list add when they are shown for the first time, after the Connect view. */
export const measurePairingViews: Measurement = async (lab) => {
  const { built } = lab.pages['pairing-app']
  const connecting = await follow(lab, '.status', { view: 'ConnectingExternal', arguments: { connectorId: 'x' } })
  const metrics: Metric[] = []
  let encoder = 0
  for (const { wanted, isConnecting, budget, ...request } of views) {
    const files = await follow(lab, wanted, request)
    const own = isConnecting ? files.filter((path) => !connecting.includes(path)) : files
    const ofAdapter = findAdapterFiles(built, files)
    const isOwn = (file: BuiltFile, path: string): boolean =>
      isScript(file, path) && !ofAdapter.has(path) && !isEncoder(file)
    metrics.push(toMetric(`view ${request.view}: JavaScript more`, weighFiles(built, own, isOwn), 'KiB', budget))
    encoder = Math.max(encoder, weighFiles(built, own, isEncoder))
  }
  return [...metrics, toMetric('what draws QR codes', encoder, 'KiB', 6.5)]
}

/** The files that a view asks for, where the modal has been open already. */
function follow(lab: Lab, wanted: string, request: ViewRequest): Promise<readonly string[]> {
  return withVisit(lab, 'pairing-app', {}, async (visit: Visit) => {
    const tally = createTally(lab, 'pairing-app', visit)
    await openModal(visit)
    // with what the opening asks for after it shows: the wallets of the list, and last of all their marks
    await untilFound(visit, 'li img')
    await tally.take()
    await openView(visit, request)
    await untilFound(visit, wanted)
    return (await tally.take()).files
  })
}
