import type { RequestListener } from 'node:http'
import { assertWritable } from '@latchkey/server-kit/database'
import type { Listening, StopOptions } from '@latchkey/server-kit/http'
import { logError, Notice, type RequestOptions, withRequestId } from '@latchkey/server-kit/log'
import { type MetricsPlace, type RequestRecord, serveMetrics } from '@latchkey/server-kit/metrics'
import { createReadiness } from '@latchkey/server-kit/readiness'
import { startTracing, type TracingOptions } from '@latchkey/server-kit/trace'
import { wait as waitFor } from '../clock/clock.js'
import type { VaultNetwork } from '../networks/networks.js'
import type { Projects } from '../projects/project.js'
import type { OperatorAction } from '../protocol/operators.js'
import { getDaysLeft } from '../tls/mutualTls.js'
import { watchGuardians } from './account/watchGuardians.js'
import { recordAuditHead } from './audit/appendAudit.js'
import { type AuditSink, startAuditSink } from './audit/auditSink.js'
import { type Drills, readDrills, startDrills } from './backup/drills.js'
import { serveCustody } from './calls/serveCustody.js'
import type { Custody, FarcasterOptions, WatchedProjects } from './custody.js'
import { openDatabase, openLocks, removeExpired } from './database/database.js'
import { applyDueLosses } from './factors/loss.js'
import { createWorkLog, noting } from './health/workLog.js'
import { type ListenPlace, listen } from './http/server.js'
import { type KekOptions, openKek } from './keys/backends/openKek.js'
import { createKeyHost, type OpenKeyHost } from './keys/host/keyHost.js'
import { createKeyRing } from './keys/keyRing.js'
import { startProcess } from './keys/ownProcess.js'
import { createOwnRotation } from './keys/rotation/ownRotation.js'
import { type CallLimits, createCallAdmission, defaultCallLimits } from './limits/callLimits.js'
import { defaultEmailLimits, type EmailLimits, toCountedLimits } from './limits/emailLimits.js'
import { createMemoryCounters } from './limits/memoryCounters.js'
import { createMailer, type Mailer } from './mail/mailer.js'
import { type RunningOutbox, startOutbox } from './mail/outbox.js'
import { addStateMetrics, createCustodyMetrics, watchMailer, watchSms } from './monitoring/metrics.js'
import { serveOperators } from './operators/serveOperators.js'
import { noPhishingList, type PhishingList } from './phishing/phishingList.js'
import { watchProjects } from './projects/watchProjects.js'
import { createKeySets } from './providers/keySets.js'
import type { Providers } from './providers/provider.js'
import { applyDueSeals } from './seals/pendingSeal.js'
import { createSmsSender, type SmsOptions } from './sms/sms.js'
import type { Holders } from './split/holders.js'
import { startWebhooks } from './webhooks/deliver.js'

export type StartCustodyOptions = KekOptions &
  Pick<StopOptions, 'stopPause' | 'stopTimeout'> & {
    readonly listen: ListenPlace
    /** PostgreSQL: `postgres://user:password@host:port/name`. */
    readonly databaseUrl: string
    /** Maximum connections to it. Default: 10. */
    readonly databasePool?: number | undefined
    /** Whether it migrates the database, or only rejects a schema that is too old. Default: true. */
    readonly migrates?: boolean | undefined
    /** Creates a key-encryption key if the database was never used with one. */
    readonly createsKek?: boolean | undefined
    /** The key host, which opens wallets. Default: in this process. */
    readonly openKeyHost?: OpenKeyHost | undefined
    /** The share holders, which split wallets also need. Default: no wallet is split. */
    readonly holders?: Holders | undefined
    /** `smtp://user:password@host:port` or `smtps:`. */
    readonly smtpUrl: string
    /** e.g. `Latchkey <login@example.org>` */
    readonly mailFrom: string
    /** URL of the site, which mailed links start with. */
    readonly publicUrl: string
    /** Besides those of the database, which win. Default: none. */
    readonly projects?: Projects | undefined
    /** Sites whose requests are shown with a warning. */
    readonly phishing?: PhishingList | undefined
    /** Networks whose nodes simulate requests before the user is asked. Default: none, so nothing is simulated. */
    readonly networks?: readonly VaultNetwork[] | undefined
    /** Login providers besides email. Default: none. */
    readonly providers?: Providers | undefined
    readonly farcaster?: FarcasterOptions | undefined
    /** The sender of text messages. Default: none, and no login by SMS. */
    readonly sms?: SmsOptions | undefined
    /** Limits on emails sent at users' request; missing ones default to {@link defaultEmailLimits}. */
    readonly emailLimits?: Partial<EmailLimits> | undefined
    /** Limits of callers in this process; missing ones default to {@link defaultCallLimits}. */
    readonly callLimits?: Partial<CallLimits> | undefined
    /** The destination of the audit log, besides the database. */
    readonly auditSink?: AuditSink | undefined
    /** Whether webhooks may be on this machine or a private network, without TLS: for development. Default: false. */
    readonly allowsPrivateWebhooks?: boolean | undefined
    /** Address of the operator API. Default: not served. */
    readonly operators?: OperatorsOptions | undefined
    /** Hours between two restore drills. Default: never. */
    readonly drillHours?: number | undefined
    /** Address of `/metrics`. Default: not served. */
    readonly metrics?: MetricsPlace | undefined
    /** Destination of spans. Default: none. */
    readonly tracing?: TracingOptions | undefined
    /** Called after each response. */
    readonly record?: ((record: RequestRecord) => void) | undefined
    /** Milliseconds since the epoch. */
    readonly now?: (() => number) | undefined
    /** Waits between two checks of a long poll. */
    readonly wait?: typeof waitFor | undefined
    /** Called with failures on this side, not with callers' errors. Never gets secrets or email addresses. */
    readonly warn?: ((cause: unknown) => void) | undefined
  }

export type OperatorsOptions = {
  readonly listen: ListenPlace
  /** Actions that a second operator has to approve. Default: none. */
  readonly approvals?: readonly OperatorAction[] | undefined
}

export type RunningCustody = {
  /** The site's `CUSTODY`: the path of the socket, or a URL. */
  readonly address: string
  /** Address of the operator API, in the same form. */
  readonly operatorAddress?: string | undefined
  /** Undefined if metrics are not served. */
  readonly metricsUrl?: string | undefined
  readonly stop: () => Promise<void>
}

/** Days before a certificate expires from which each start warns. */
const lateCertificate = 30

/** Milliseconds between two cleanups of expired rows. */
const cleaningInterval = 60_000

/**
 * Starts the process that alone holds keys and signs. All state is in its database, so any number may run side by side. Rejects, and has
 * written nothing, if the key-encryption key is missing or isn't the database's own.
 */
export async function startCustody({
  listen: where,
  databaseUrl,
  databasePool,
  migrates,
  kekFile,
  kek,
  createsKek = false,
  openKeyHost = createKeyHost,
  holders,
  smtpUrl,
  mailFrom,
  publicUrl,
  projects: file = new Map(),
  networks = [],
  providers = new Map(),
  farcaster,
  sms,
  phishing = noPhishingList,
  auditSink,
  operators,
  allowsPrivateWebhooks = false,
  drillHours,
  metrics: metricsPlace,
  tracing,
  record = () => undefined,
  emailLimits,
  callLimits,
  now = Date.now,
  wait = waitFor,
  warn = logError,
  stopPause,
  stopTimeout,
}: StartCustodyOptions): Promise<RunningCustody> {
  const backend = openKek({ kekFile, kek })
  const database = openDatabase({ url: databaseUrl, warn, maxConnections: databasePool })
  const ring = await createKeyRing(database, { kek: backend, createsKek, migrates, warn }).catch(
    async (cause: unknown) => {
      await database.close()
      throw cause
    },
  )
  const locks = openLocks(databaseUrl)
  let outbox: RunningOutbox | undefined
  let projects: WatchedProjects | undefined
  let metricsServer: Listening | undefined
  try {
    const process = await startProcess(database, { getKeys: ring.getKeys, now })
    const work = createWorkLog({ now })
    const { metrics, events } = createCustodyMetrics()
    const { send } = watchMailer(createMailer({ smtpUrl, mailFrom }), events)
    const mailer: Mailer = { send: (...email) => noting({ work }, 'email', () => send(...email)) }
    const { getKeys, instance } = ring
    outbox = startOutbox({ getKeys, instance, database, mailer, now, warn })
    const watchedProjects = await watchProjects(database, { file, getKeys, warn })
    projects = watchedProjects
    const custody: Custody = {
      process,
      get keys() {
        return ring.getKeys()
      },
      keyHost: openKeyHost({
        instance,
        get keys() {
          return ring.getKeys()
        },
      }),
      holders,
      instance,
      database: ring.database,
      locks,
      mailer,
      sms: sms && watchSms(createSmsSender(sms, { now }), events),
      work,
      outbox,
      events,
      rotation: createOwnRotation(database, {
        kek: backend,
        openKeyHost,
        kind: kek ? 'program' : 'file',
        getKeys,
        assertReachable: ring.assertReachable,
        now,
        warn,
      }),
      watchedProjects,
      get projects() {
        return watchedProjects.get()
      },
      phishing,
      networks,
      providers,
      keySets: createKeySets({ now }),
      farcaster,
      allowsPrivateWebhooks,
      approvals: operators?.approvals ?? [],
      emailLimits: toCountedLimits({ ...defaultEmailLimits, ...emailLimits }),
      counts: createMemoryCounters({ now }),
      usedApprovals: createMemoryCounters({ now }),
      apiCounts: createMemoryCounters({ now }),
      calls: createCallAdmission({
        limits: { ...defaultCallLimits, ...callLimits },
        clock: () => performance.now(),
      }),
      auditHead: { seq: 0, hash: undefined },
      publicUrl: publicUrl.replace(/\/+$/, ''),
      now,
      wait,
      warn,
    }
    let lastDrills: Drills = {}
    const readiness = createReadiness({
      checks: {
        database: async () => {
          await assertWritable(database)
          lastDrills = await readDrills(database)
        },
        keys: async () => ring.assertReachable(),
      },
      warn,
    })
    warnOfEnd(where)
    const stopping = new AbortController()
    const serve = serveCustody(custody, { readiness, getDrills: () => lastDrills, stopping: stopping.signal })
    const tracer = await startTracing(tracing, { warn })
    if (metricsPlace) metricsServer = await serveMetrics({ ...metricsPlace, read: metrics.toText, warn })
    const requestOptions = {
      tracer,
      record: (one: RequestRecord): void => {
        metrics.record(one)
        record(one)
      },
    }
    const site = await listen(ended(serve, requestOptions), {
      where,
      peer: 'site',
      option: 'CUSTODY_HOST',
      warn,
      stopPause,
      stopTimeout,
      onStop: readiness.stop,
      onClose: () => stopping.abort(),
    })
    const { address } = site
    const operatorServer =
      operators &&
      (await listen(ended(serveOperators(custody, { approvals: operators.approvals ?? [] }), requestOptions), {
        where: operators.listen,
        peer: 'operator',
        option: 'OPERATOR_HOST',
        warn,
      }).catch(async (cause: unknown) => {
        await site.stop()
        throw cause
      }))
    const clean = (): void => {
      removeExpired(database, now()).catch(warn)
      process.beat().catch(warn)
      applyDueSeals(custody).catch(warn)
      applyDueLosses(custody).catch(warn)
      watchGuardians(custody, { signal: stopping.signal }).catch(warn)
      recordAuditHead(custody).catch(warn)
      custody.rotation.startIfWanted().catch(warn)
    }
    clean()
    const timer = setInterval(clean, cleaningInterval)
    timer.unref()
    const audit = auditSink && startAuditSink(database, { sink: auditSink, instance, holder: process.id, warn })
    const webhooks = startWebhooks({
      database: ring.database,
      getKeys,
      instance,
      now,
      warn,
      auditHead: custody.auditHead,
      allowsPrivate: allowsPrivateWebhooks,
    })
    const drills =
      drillHours === undefined
        ? undefined
        : startDrills({
            // a backup begins its transaction itself, before any query
            database,
            databaseUrl,
            instance,
            kek: backend,
            openKeyHost,
            hours: drillHours,
            now,
            warn,
            get keys() {
              return ring.getKeys()
            },
          })
    addStateMetrics(metrics, {
      ...{ custody, readiness, audit, drillHours, pool: database },
      tls: 'tls' in where ? where.tls : undefined,
    })
    return {
      address,
      operatorAddress: operatorServer?.address,
      metricsUrl: metricsServer?.url,
      stop: async () => {
        clearInterval(timer)
        ring.stop()
        watchedProjects.stop()
        await Promise.all([site.stop(), operatorServer?.stop(), audit?.stop(), drills?.stop(), webhooks.stop()])
        await metricsServer?.stop()
        await outbox?.stop()
        await process.stop().catch(warn)
        await locks.close()
        await database.close()
        await tracer?.stop()
      },
    }
  } catch (cause) {
    ring.stop()
    projects?.stop()
    await metricsServer?.stop()
    await outbox?.stop()
    await locks.close()
    await database.close()
    throw cause
  }

  function warnOfEnd(place: ListenPlace): void {
    if (!('tls' in place) || !place.tls) return
    const days = getDaysLeft(place.tls, now())
    if (days < lateCertificate)
      warn(new Notice(`The certificate of custody expires in ${days} days.`, { level: 'warn' }))
  }
}

/** An error outside of a reply means that the caller went away. */
function ended(serve: ReturnType<typeof serveCustody>, options: RequestOptions): RequestListener {
  return (request, response) =>
    void withRequestId(request, response, () => serve(request, response), options).catch(() => response.destroy())
}
