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
  /** Selector that matches once the view is shown. */
  readonly wanted: string
  readonly arguments?: object
  /** Whether it loads together with the connection code, which is counted for ConnectingExternal. */
  readonly isConnecting?: true
  /** KiB. */
  readonly budget: number
}

const views: readonly PairingView[] = [
  { view: 'AllWallets', wanted: '[data-index]', budget: 6 },
  // includes all pairing code, up to what connects the namespaces that the wallet approved
  { view: 'ConnectingWalletConnect', wanted: '.qr path', isConnecting: true, budget: 6.2 },
  { view: 'ConnectingWalletConnectBasic', wanted: '.qr path', isConnecting: true, budget: 6.2 },
  { view: 'Downloads', wanted: '.download', arguments: { walletId: 'w1' }, budget: 6 },
  { view: 'GetWallet', wanted: '.lead', budget: 6 },
  { view: 'WhatIsAWallet', wanted: '.blocks', budget: 6 },
]

/** Measures what the views of pairing and of the wallet list add when first shown after the Connect view. */
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
  return [...metrics, toMetric('QR code encoder', encoder, 'KiB', 6.5)]
}

/** Returns the files that a view requests once the modal has been open. */
function follow(lab: Lab, wanted: string, request: ViewRequest): Promise<readonly string[]> {
  return withVisit(lab, 'pairing-app', {}, async (visit: Visit) => {
    const tally = createTally(lab, 'pairing-app', visit)
    await openModal(visit)
    // includes what the opening requests afterwards: the list's wallets, then their icons
    await untilFound(visit, 'li img')
    await tally.take()
    await openView(visit, request)
    await untilFound(visit, wanted)
    return (await tally.take()).files
  })
}
