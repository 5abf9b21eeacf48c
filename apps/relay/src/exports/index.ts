export { type Projects, type RelayConfig, readConfig } from '../config.js'
export { migrate } from '../database.js'
export type { Log } from '../monitoring.js'
export { type RunningRelay, type StartRelayOptions, startRelay } from '../startRelay.js'
