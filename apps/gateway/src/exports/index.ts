export type { SiwxSettings } from '../siwx/siwxSettings.js'
export { type RunningGateway, type StartGatewayOptions, startGateway } from '../startGateway.js'
