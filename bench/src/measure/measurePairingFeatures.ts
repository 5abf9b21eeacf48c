import { openView, type ViewRequest } from '../browser/openView.js'
import type { Visit } from '../browser/openVisit.js'
import { openModal } from '../browser/pressUntil.js'
import { untilFound } from '../browser/show.js'
import { withVisit } from '../browser/withVisit.js'
import type { Lab, Measurement } from '../lab.js'
import { toMetric } from '../report/metric.js'
import { createTally } from './createTally.js'
import { featureBudget } from './featureBudget.js'
import { isEncoder, weighFeature, weighFiles } from './weighFiles.js'

/** A view, and the selector of something in it. */
type Shown = ViewRequest & { readonly wanted: string }

const connectingView: Shown = { view: 'ConnectingExternal', arguments: { connectorId: 'x' }, wanted: '.status' }

const features: { readonly [name in 'pairing' | 'wallets']: readonly Shown[] } = {
  pairing: [
    { view: 'ConnectingWalletConnect', wanted: '.qr path' },
    { view: 'ConnectingWalletConnectBasic', wanted: '.qr path' },
  ],
  wallets: [
    { view: 'AllWallets', wanted: '[data-index]' },
    { view: 'Downloads', wanted: '.download', arguments: { walletId: 'w1' } },
    { view: 'GetWallet', wanted: '.lead' },
    { view: 'WhatIsAWallet', wanted: '.blocks' },
  ],
}

/** Measures pairing and the wallet list when they are first shown, after the Connect view and the connection code. */
export const measurePairingFeatures: Measurement = async (lab) => {
  const { built } = lab.pages['pairing-app']
  const connecting = await follow(lab, connectingView)
  const filesOf = async (views: readonly Shown[]): Promise<readonly string[]> => {
    const files: string[] = []
    for (const view of views) files.push(...(await follow(lab, view)))
    return files.filter((path) => !connecting.includes(path))
  }
  const pairing = await filesOf(features.pairing)
  const wallets = await filesOf(features.wallets)
  return [
    ...weighFeature(built, 'feature pairing', pairing, featureBudget),
    ...weighFeature(built, 'feature wallets', wallets, featureBudget),
    toMetric('what draws QR codes', weighFiles(built, pairing, isEncoder), 'KiB', 7),
  ]
}

/** The files that a view requests after the modal has been opened. */
function follow(lab: Lab, { wanted, ...request }: Shown): Promise<readonly string[]> {
  return withVisit(lab, 'pairing-app', { prefetch: 'hover' }, async (visit: Visit) => {
    const tally = createTally(lab, 'pairing-app', visit)
    await openModal(visit)
    // the wallets of the list, and last of all their images, are requested after it is shown
    await untilFound(visit, 'li img')
    await tally.take()
    await openView(visit, request)
    await untilFound(visit, wanted)
    return (await tally.take()).files
  })
}
