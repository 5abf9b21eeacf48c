export type { AuditSink } from '../custody/audit/auditSink.js'
export type { KekBackend } from '../custody/keys/backends/kekBackend.js'
export { type OpenKekProgramOptions, openKekProgram } from '../custody/keys/backends/kekProgram.js'
export { runCommand } from '../custody/runCommand.js'
export {
  type OperatorsOptions,
  type RunningCustody,
  type StartCustodyOptions,
  startCustody,
} from '../custody/startCustody.js'
export type { VaultNetwork } from '../networks/networks.js'
export { readNetworks } from '../networks/networks.js'
export type { Project, Projects } from '../projects/project.js'
export { type RunningSite, type StartSiteOptions, startSite } from '../site/startSite.js'
export { type MutualTls, readMutualTls } from '../tls/mutualTls.js'
