export {
  goBack,
  hideToast,
  push,
  replace,
  reset,
  setTheme,
  showAlert,
  showToast,
  watchEvents,
} from '../../controllers/shell/actions.js'
export { updateFeatures } from '../../controllers/shell/features.js'
export { prefetchConfig } from '../../controllers/shell/prefetchConfig.js'
export { getLog } from '../../controllers/shell/telemetry.js'
