import { readPoolSize } from '@latchkey/server-kit/database'
import { readStopOptions } from '@latchkey/server-kit/http'
import { logError } from '@latchkey/server-kit/log'
import { createFileClock } from '../clock/clock.js'
import { isSafeUrl } from '../http/safeUrl.js'
import { readNetworks } from '../networks/networks.js'
import { readProjects } from '../projects/parseProjects.js'
import { parseActions } from '../protocol/operators.js'
import { type MutualTls, readMutualTls } from '../tls/mutualTls.js'
import { readAuditSink } from './audit/auditSink.js'
import { readKekOptions } from './keys/backends/openKek.js'
import { parseRules } from './limits/emailLimits.js'
import type { Rule } from './limits/limits.js'
import { watchPhishingList } from './phishing/phishingList.js'
import { readProviders } from './providers/parseProviders.js'
import type { OperatorsOptions, StartCustodyOptions } from './startCustody.js'

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the options from environment variables. Empty ones count as unset. Throws for a missing one, and names it. */
export async function readEnvironment(
  environment: Environment,
): Promise<StartCustodyOptions & ReturnType<typeof readStopOptions>> {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined
  const need = (name: string): string => {
    const value = read(name)
    if (value === undefined) throw new Error(`${name} is not set.`)
    return value
  }
  const rules = (name: string): readonly Rule[] | undefined => {
    const text = read(name)
    const value = text === undefined ? undefined : parseRules(text)
    if (value === null) throw new Error(`${name} must be a list of limits such as 1/30s, 5/h, 10/d, not ${text}.`)
    return value
  }
  const budgets = {
    mailbox: rules('EMAILS_PER_MAILBOX'),
    sourceAndMailbox: rules('EMAILS_PER_SOURCE_AND_MAILBOX'),
    knownDevice: rules('EMAILS_PER_KNOWN_DEVICE'),
    source: rules('EMAILS_PER_SOURCE'),
  }
  const emailLimits = Object.fromEntries(Object.entries(budgets).filter(([, value]) => value !== undefined))
  const socket = read('CUSTODY_SOCKET')
  const port = read('CUSTODY_PORT')
  if (socket === undefined && port === undefined) throw new Error('Set CUSTODY_SOCKET or CUSTODY_PORT.')
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new Error(`CUSTODY_PORT must be a port, not ${port}.`)
  const clockFile = read('CLOCK_FILE')
  const now = clockFile === undefined ? undefined : createFileClock(clockFile)
  const tls = await readMutualTls(read, { role: 'custody', now: (now ?? Date.now)() })
  const drillHours = readHours(read('RESTORE_DRILL_HOURS'))
  const operators = readOperators(read, tls)
  const publicUrl = need('PUBLIC_URL')
  if (!URL.canParse(publicUrl)) throw new Error(`PUBLIC_URL must be a URL, not ${publicUrl}.`)
  const providers = read('SOCIAL_PROVIDERS_FILE')
  const networks = read('VAULT_NETWORKS_FILE')
  const phishing = read('PHISHING_LIST_FILE')
  const auditSink = readAuditSink(environment)
  const [relayUrl, rpcUrl] = [read('FARCASTER_RELAY_URL'), read('FARCASTER_RPC_URL')]
  if ((relayUrl === undefined) !== (rpcUrl === undefined))
    throw new Error(
      'FARCASTER_RELAY_URL and FARCASTER_RPC_URL must be set together: replies of the relay are checked on the chain.',
    )
  for (const url of [relayUrl, rpcUrl])
    if (url !== undefined && !isSafeUrl(url)) throw new Error(`Farcaster needs https URLs: ${url} is not one.`)
  return {
    ...readStopOptions(read),
    listen: socket === undefined ? { port: Number(port), host: read('CUSTODY_HOST'), ...(tls && { tls }) } : { socket },
    databaseUrl: need('DATABASE_URL'),
    databasePool: readPoolSize(read),
    ...readKekOptions(environment),
    createsKek: read('VAULT_KEK_CREATE') === '1',
    smtpUrl: need('SMTP_URL'),
    mailFrom: need('MAIL_FROM'),
    publicUrl,
    projects: await readProjects(need('VAULT_PROJECTS_FILE')),
    ...(Object.keys(emailLimits).length > 0 && { emailLimits }),
    ...(networks !== undefined && { networks: await readNetworks(networks) }),
    ...(phishing !== undefined && { phishing: await watchPhishingList(phishing, { warn: logError }) }),
    ...(auditSink !== undefined && { auditSink }),
    ...(providers !== undefined && { providers: await readProviders(providers) }),
    ...(relayUrl !== undefined && rpcUrl !== undefined && { farcaster: { relayUrl, rpcUrl } }),
    ...(operators !== undefined && { operators }),
    ...(drillHours !== undefined && { drillHours }),
    ...(now !== undefined && { now }),
  }
}

function readOperators(
  read: (name: string) => string | undefined,
  tls: MutualTls | undefined,
): OperatorsOptions | undefined {
  const approvals = parseActions(read('OPERATOR_APPROVALS') ?? '')
  const [socket, port] = [read('OPERATOR_SOCKET'), read('OPERATOR_PORT')]
  if (socket !== undefined) return { listen: { socket }, approvals }
  if (port === undefined) return undefined
  if (!/^\d{1,5}$/.test(port)) throw new Error(`OPERATOR_PORT must be a port, not ${port}.`)
  return { listen: { port: Number(port), host: read('OPERATOR_HOST'), ...(tls && { tls }) }, approvals }
}

function readHours(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const hours = Number(text)
  if (!(hours >= 0.1 && hours <= 8_760)) throw new Error(`RESTORE_DRILL_HOURS must be a number of hours, not ${text}.`)
  return hours
}
