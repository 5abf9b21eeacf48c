import { type Begun, goOnWith } from './controllers/connection/goOnWith.js'
import type { Fault } from './controllers/telemetry/memory.js'
import type { Modal } from './modal.js'
import { loadModule } from './utils/loadModule.js'

// What few apps ask for, and what goes on from another visit. A file between, so that what others load has no list of the
// files that these need.

/** See goOnWith.ts, which comes with this file. */
export function goOn(modal: Modal, begun: Begun): Promise<void> {
  return goOnWith(modal, begun)
}

/** See readConfig.ts. */
export async function readConfig(modal: Modal): Promise<void> {
  await (await loadModule(() => import('./controllers/config/readConfig.js'))).readConfig(modal)
}

/** Loads `fetchImageUrl`. */
export function loadImageUrl(): Promise<typeof import('./controllers/wallets/fetchImageUrl.js')> {
  return loadModule(() => import('./controllers/wallets/fetchImageUrl.js'))
}

/** Loads `readServedBalance`. */
export function loadServedBalance(): Promise<typeof import('./controllers/portfolio/readServedBalance.js')> {
  return loadModule(() => import('./controllers/portfolio/readServedBalance.js'))
}

/** Loads `readShownToken`. */
export function loadShownToken(): Promise<typeof import('./controllers/balance/readShownToken.js')> {
  return loadModule(() => import('./controllers/balance/readShownToken.js'))
}

/** See tellUnavailable.ts. */
export async function tellUnavailable(modal: Modal): Promise<void> {
  ;(await loadModule(() => import('./controllers/balance/tellUnavailable.js'))).tellUnavailable(modal)
}

/** See reportFault.ts. */
export async function reportFault(modal: Modal, fault: Fault): Promise<void> {
  await (await loadModule(() => import('./controllers/telemetry/reportFault.js'))).reportFault(modal, fault)
}
