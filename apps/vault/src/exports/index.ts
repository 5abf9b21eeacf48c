export type { AuditSink } from '../custody/audit/sink/auditSink.js'
export type { KekBackend } from '../custody/keys/backends/kekBackend.js'
export { type OpenKekProgramOptions, openKekProgram } from '../custody/keys/backends/openKekProgram.js'
export {
  type OperatorsOptions,
  type RunningCustody,
  type StartCustodyOptions,
  startCustody,
} from '../custody/startCustody.js'
export type { Project, Projects } from '../projects/project.js'
export { readNetworks } from '../site/readNetworks.js'
export type { SiteNetwork } from '../site/siteNetwork.js'
export { type RunningSite, type StartSiteOptions, startSite } from '../site/startSite.js'
export { type MutualTls, readMutualTls } from '../tls/mutualTls.js'
