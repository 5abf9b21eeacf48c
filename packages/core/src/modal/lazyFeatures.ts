import { loadModule } from '../utils/loadModule.js'
import type { LazyFeatures } from './modal.js'

/** Loads features that not every page uses. After a failed load, the next call retries. */
export const lazyFeatures: LazyFeatures = {
  connection: () => loadModule(() => import('../controllers/connection/index.js')),
  login: () => loadModule(() => import('../controllers/login/index.js')),
  signIn: () => loadModule(() => import('../controllers/sign-in/index.js')),
  images: () => loadModule(() => import('../controllers/network/images.js')),
  wallets: () => loadModule(() => import('../controllers/wallets/index.js')),
  recentTransactions: () => loadModule(() => import('../controllers/activity/followRecent.js')),
  telemetry: () => loadModule(() => import('../controllers/shell/telemetry.js')),
}
