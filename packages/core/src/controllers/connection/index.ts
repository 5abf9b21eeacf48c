export { followAdapter } from './followAdapter.js'
export { reconnect } from './reconnect.js'
