import { loadModule } from '@latchkey/core'

// The tabs that are not shown at first. A file between, so that what is has no list of the files that these need.

export async function loadNfts(): Promise<typeof import('./NftsTab.js')> {
  return loadModule(() => import('./NftsTab.js'))
}

export async function loadActivity(): Promise<typeof import('../../transactions/TransactionsView.js')> {
  return loadModule(() => import('../../transactions/TransactionsView.js'))
}
