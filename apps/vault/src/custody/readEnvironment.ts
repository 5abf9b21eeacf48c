import {
  type Config,
  type MonitoringOptions,
  readConfig,
  readMonitoring,
  toStopOptions,
} from '@latchkey/server-kit/config'
import { logError } from '@latchkey/server-kit/log'
import { createFileClock } from '../clock/clock.js'
import { isSafeUrl } from '../http/safeUrl.js'
import { readNetworks } from '../networks/networks.js'
import { readProjects } from '../projects/parseProjects.js'
import { custodyConfig } from '../settings/variables.js'
import { type MutualTls, readMutualTls } from '../tls/mutualTls.js'
import { readAuditSink } from './audit/auditSink.js'
import { readKekOptions } from './keys/backends/openKek.js'
import { readKeyHost } from './keys/host/connectKeyHost.js'
import { parseRules } from './limits/emailLimits.js'
import type { Rule } from './limits/limits.js'
import { parseActions } from './operators/operatorSchemas.js'
import { watchPhishingList } from './phishing/phishingList.js'
import { readProviders } from './providers/parseProviders.js'
import { readSms } from './sms/sms.js'
import { readHolders } from './split/holders.js'
import type { OperatorsOptions, StartCustodyOptions } from './startCustody.js'

type Environment = Readonly<Record<string, string | undefined>>

type CustodyConfig = Config<(typeof custodyConfig)['variables']>

/** Options that are read from files or validated together. Each is undefined if it is invalid, which `config.check` reports. */
type Checked = {
  readonly [name in Exclude<keyof StartCustodyOptions, 'operators' | 'stopPause' | 'stopTimeout'>]?:
    | StartCustodyOptions[name]
    | undefined
} & { readonly tls?: MutualTls | undefined; readonly approvals?: OperatorsOptions['approvals'] }

/** Reads the configuration and the files that it names. Never rejects: `config.check` throws the errors. */
export async function readCustodyConfig(
  environment: Environment,
): Promise<{ readonly config: CustodyConfig; readonly checked: Checked; readonly monitoring: MonitoringOptions }> {
  const config = await readConfig(custodyConfig, environment)
  const { attempt, load, values, texts, report } = config
  const now = await load('CLOCK_FILE', createFileClock)
  if (texts['CUSTODY_SOCKET'] === undefined && texts['CUSTODY_PORT'] === undefined)
    report('Set CUSTODY_SOCKET or CUSTODY_PORT.')
  const limits = {
    mailbox: await load('EMAILS_PER_MAILBOX', toRules('EMAILS_PER_MAILBOX')),
    sourceAndMailbox: await load('EMAILS_PER_SOURCE_AND_MAILBOX', toRules('EMAILS_PER_SOURCE_AND_MAILBOX')),
    knownDevice: await load('EMAILS_PER_KNOWN_DEVICE', toRules('EMAILS_PER_KNOWN_DEVICE')),
    source: await load('EMAILS_PER_SOURCE', toRules('EMAILS_PER_SOURCE')),
  }
  const checked = {
    ...(await attempt(() => readKekOptions({ ...environment, ...texts }))),
    openKeyHost: await attempt(() => readKeyHost(texts, { now: now ?? Date.now, warn: logError })),
    holders: await attempt(() => readHolders(texts, { now: (now ?? Date.now)() })),
    projects: await load('VAULT_PROJECTS_FILE', readProjects),
    networks: await load('VAULT_NETWORKS_FILE', readNetworks),
    phishing: await load('PHISHING_LIST_FILE', (file) => watchPhishingList(file, { warn: logError })),
    providers: await load('SOCIAL_PROVIDERS_FILE', readProviders),
    tls: await attempt(() => readMutualTls((name) => texts[name], { role: 'custody', now: (now ?? Date.now)() })),
    auditSink: await attempt(() => readAuditSink(texts)),
    approvals: await attempt(() => parseActions(values.OPERATOR_APPROVALS ?? '')),
    farcaster: await attempt(() => readFarcaster(values)),
    sms: await attempt(() => readSms(texts)),
    emailLimits: Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
    now,
  }
  return { config, checked, monitoring: await readMonitoring(config, { service: 'latchkey-custody' }) }
}

/** Reads the options from the environment, and from the file that `CONFIG_FILE` names. Throws an error with all problems. */
export async function readEnvironment(
  environment: Environment,
): Promise<StartCustodyOptions & ReturnType<typeof toStopOptions> & MonitoringOptions> {
  const { config, checked, monitoring } = await readCustodyConfig(environment)
  const values = config.check()
  const { tls, approvals, ...options } = checked
  const { CUSTODY_SOCKET: socket, OPERATOR_SOCKET: operatorSocket, OPERATOR_PORT: operatorPort } = values
  const toPlace = (port: number, host: string): StartCustodyOptions['listen'] => ({ port, host, ...(tls && { tls }) })
  return {
    ...toStopOptions(values),
    ...options,
    ...monitoring,
    listen: socket === undefined ? toPlace(values.CUSTODY_PORT ?? 0, values.CUSTODY_HOST) : { socket },
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    migrates: values.MIGRATE,
    createsKek: values.VAULT_KEK_CREATE,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    publicUrl: values.PUBLIC_URL,
    drillHours: values.RESTORE_DRILL_HOURS,
    allowsPrivateWebhooks: values.WEBHOOKS_ALLOW_PRIVATE,
    operators:
      operatorSocket !== undefined
        ? { listen: { socket: operatorSocket }, approvals }
        : operatorPort !== undefined
          ? { listen: toPlace(operatorPort, values.OPERATOR_HOST), approvals }
          : undefined,
  }
}

function toRules(name: string): (text: string) => readonly Rule[] {
  return (text) => {
    const rules = parseRules(text)
    if (rules === null) throw new Error(`${name} must be a list of limits such as 1/30s, 5/h, 10/d, not ${text}.`)
    return rules
  }
}

function readFarcaster(values: CustodyConfig['values']): StartCustodyOptions['farcaster'] {
  const { FARCASTER_RELAY_URL: relayUrl, FARCASTER_RPC_URL: rpcUrl } = values
  if (relayUrl === undefined && rpcUrl === undefined) return undefined
  if (relayUrl === undefined || rpcUrl === undefined)
    throw new Error(
      'FARCASTER_RELAY_URL and FARCASTER_RPC_URL must be set together: replies of the relay are checked on the chain.',
    )
  for (const [name, url] of Object.entries({ FARCASTER_RELAY_URL: relayUrl, FARCASTER_RPC_URL: rpcUrl }))
    if (!isSafeUrl(url)) throw new Error(`${name} must be an https URL, as Farcaster needs.`)
  return { relayUrl, rpcUrl }
}
