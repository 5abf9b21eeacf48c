import { loadModule } from '../utils/loadModule.js'
import type { LazyFeatures } from './modal.js'

/** Loads the features that a page uses only sometimes. A load that failed is tried again by the next call. */
export const lazyFeatures: LazyFeatures = {
  connection: () => loadModule(() => import('../controllers/connection/index.js')),
  login: () => loadModule(() => import('../controllers/login/index.js')),
  signIn: () => loadModule(() => import('../controllers/sign-in/index.js')),
  telemetry: () => loadModule(() => import('../controllers/shell/telemetry.js')),
}
