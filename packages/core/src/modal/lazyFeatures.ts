import { lazily, loadModule } from '../utils/loadModule.js'
import type { LazyFeatures } from './modal.js'

/**
 * Loads features that not every page uses. After a failed load, the next call retries. A loaded one is there at once:
 * `import()` takes a task even for a module that the page has.
 */
export const lazyFeatures: LazyFeatures = {
  connection: lazily(() => loadModule(() => import('../controllers/connection/index.js'))),
  login: lazily(() => loadModule(() => import('../controllers/login/index.js'))),
  signIn: lazily(() => loadModule(() => import('../controllers/sign-in/index.js'))),
  images: lazily(() => loadModule(() => import('../controllers/network/images.js'))),
  wallets: lazily(() => loadModule(() => import('../controllers/wallets/index.js'))),
  sessions: lazily(() => loadModule(() => import('../controllers/sessions/permissions.js'))),
  recentTransactions: lazily(() => loadModule(() => import('../controllers/activity/index.js'))),
  telemetry: lazily(() => loadModule(() => import('../controllers/shell/telemetry.js'))),
}
