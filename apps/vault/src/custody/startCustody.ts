import type { RequestListener } from 'node:http'
import type { VaultNetwork } from '../networks/networks.js'
import type { Projects } from '../projects/project.js'
import type { OperatorAction } from '../protocol/operators.js'
import { getDaysLeft } from '../tls/mutualTls.js'
import { noteAuditHead } from './audit/appendAudit.js'
import { type AuditSink, startAuditSink } from './audit/auditSink.js'
import { startDrills } from './backup/drills.js'
import { serveCustody } from './calls/serveCustody.js'
import type { Custody, FarcasterOptions } from './custody.js'
import { openDatabase } from './database/database.js'
import { removeExpired } from './database/removeExpired.js'
import { type ListenPlace, listen } from './http/server.js'
import { type KekOptions, openKek } from './keys/backends/openKek.js'
import { createKeyRing } from './keys/keyRing.js'
import { startProcess } from './keys/ownProcess.js'
import { type CallLimits, createCallAdmission, defaultCallLimits } from './limits/callLimits.js'
import { defaultEmailLimits, type EmailLimits, toCountedLimits } from './limits/emailLimits.js'
import { createOwnCounts } from './limits/ownCounts.js'
import { createMailer } from './mail/mailer.js'
import { type RunningOutbox, startOutbox } from './mail/outbox.js'
import { serveOperators } from './operators/serveOperators.js'
import { noPhishingList, type PhishingList } from './phishing/phishingList.js'
import type { Providers } from './providers/provider.js'
import { applyDueSeals } from './seals/pendingSeal.js'

export type StartCustodyOptions = KekOptions & {
  readonly listen: ListenPlace
  /** PostgreSQL: `postgres://user:password@host:port/name`. */
  readonly databaseUrl: string
  /** Makes a key-encryption key where the database was never used with one. */
  readonly createsKek?: boolean | undefined
  /** `smtp://user:password@host:port` or `smtps:`. */
  readonly smtpUrl: string
  /** e.g. `Latchkey <login@example.org>` */
  readonly mailFrom: string
  /** Of the site: mailed links begin with it. */
  readonly publicUrl: string
  readonly projects: Projects
  /** Sites whose requests come with a warning. */
  readonly phishing?: PhishingList | undefined
  /** On whose nodes requests are simulated before the user is asked. Default: none, and nothing is simulated. */
  readonly networks?: readonly VaultNetwork[] | undefined
  /** Whom a visitor may log in with beside a mailbox; nobody unless told. */
  readonly providers?: Providers | undefined
  readonly farcaster?: FarcasterOptions | undefined
  /** How many emails are sent at the request of users; what is left out is as {@link defaultEmailLimits} says. */
  readonly emailLimits?: Partial<EmailLimits> | undefined
  /** How much callers may have this process do; what is left out is as {@link defaultCallLimits} says. */
  readonly callLimits?: Partial<CallLimits> | undefined
  /** Where the audit log is sent to, besides that it stands in the database. */
  readonly auditSink?: AuditSink | undefined
  /** Where operators are answered; nowhere by default. */
  readonly operators?: OperatorsOptions | undefined
  /** Hours from one restore drill to the next; none by default. */
  readonly drillHours?: number | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /** Tells what broke here, not what a caller did wrong. Never hears a secret or an address of mail. */
  readonly warn?: ((cause: unknown) => void) | undefined
}

export type OperatorsOptions = {
  readonly listen: ListenPlace
  /** What a second operator has to approve; nothing by default. */
  readonly approvals?: readonly OperatorAction[] | undefined
}

export type RunningCustody = {
  /** What the site takes as `CUSTODY`: the path of the socket, or a URL. */
  readonly address: string
  /** Where operators are answered, in the same form. */
  readonly operatorAddress?: string | undefined
  readonly stop: () => Promise<void>
}

/** Days before the end of a certificate from which on each start says so. */
const lateCertificate = 30

/** Milliseconds between two looks for what is no longer valid. */
const cleaningInterval = 60_000

/**
 * Starts the process that alone holds keys and signs. It keeps nothing outside of its database: as many as needed may run side
 * by side. Rejects, and has written nothing, where the key-encryption key is missing or not the database's own.
 */
export async function startCustody({
  listen: where,
  databaseUrl,
  kekFile,
  kek,
  createsKek = false,
  smtpUrl,
  mailFrom,
  publicUrl,
  projects,
  networks = [],
  providers = new Map(),
  farcaster,
  phishing = noPhishingList,
  auditSink,
  operators,
  drillHours,
  emailLimits,
  callLimits,
  now = Date.now,
  warn = console.error,
}: StartCustodyOptions): Promise<RunningCustody> {
  const backend = openKek({ kekFile, kek })
  const database = openDatabase({ url: databaseUrl, warn })
  const ring = await createKeyRing(database, { kek: backend, createsKek, warn }).catch(async (cause: unknown) => {
    await database.close()
    throw cause
  })
  let outbox: RunningOutbox | undefined
  try {
    const process = await startProcess(database, { getKeys: ring.getKeys, now })
    const mailer = createMailer({ smtpUrl, mailFrom })
    const { getKeys, instance } = ring
    outbox = startOutbox({ getKeys, instance, database, mailer, now, warn })
    const custody: Custody = {
      process,
      get keys() {
        return ring.getKeys()
      },
      instance,
      database: ring.database,
      mailer,
      outbox,
      projects,
      phishing,
      networks,
      providers,
      farcaster,
      emailLimits: toCountedLimits({ ...defaultEmailLimits, ...emailLimits }),
      counts: createOwnCounts({ now }),
      calls: createCallAdmission({
        limits: { ...defaultCallLimits, ...callLimits },
        clock: () => performance.now(),
      }),
      auditHead: { seq: 0, hash: undefined },
      publicUrl: publicUrl.replace(/\/+$/, ''),
      now,
      warn,
    }
    warnOfEnd(where)
    const site = await listen(ended(serveCustody(custody)), { where, peer: 'site', option: 'CUSTODY_HOST', warn })
    const { address } = site
    const desk =
      operators &&
      (await listen(ended(serveOperators(custody, { approvals: operators.approvals ?? [] })), {
        ...{ where: operators.listen, peer: 'operator', option: 'OPERATOR_HOST', warn },
      }).catch(async (cause: unknown) => {
        await site.stop()
        throw cause
      }))
    const clean = (): void => {
      removeExpired(database, now()).catch(warn)
      process.beat().catch(warn)
      applyDueSeals(custody).catch(warn)
      noteAuditHead(custody).catch(warn)
    }
    clean()
    const timer = setInterval(clean, cleaningInterval)
    timer.unref()
    const audit = auditSink && startAuditSink(database, { sink: auditSink, instance, holder: process.id, warn })
    const drills =
      drillHours === undefined
        ? undefined
        : startDrills({
            ...{ database: ring.database, databaseUrl, instance, kek: backend, hours: drillHours, now, warn },
            get keys() {
              return ring.getKeys()
            },
          })
    return {
      address,
      operatorAddress: desk?.address,
      stop: async () => {
        clearInterval(timer)
        ring.stop()
        await Promise.all([site.stop(), desk?.stop(), audit?.stop(), drills?.stop()])
        await outbox?.stop()
        await process.stop().catch(warn)
        await database.close()
      },
    }
  } catch (cause) {
    ring.stop()
    await outbox?.stop()
    await database.close()
    throw cause
  }

  function warnOfEnd(place: ListenPlace): void {
    if (!('tls' in place) || !place.tls) return
    const days = getDaysLeft(place.tls, now())
    if (days < lateCertificate) warn(new Error(`The certificate of custody ends in ${days} days.`))
  }
}

/** What breaks outside of an answer is a caller that went away. */
function ended(serve: ReturnType<typeof serveCustody>): RequestListener {
  return (request, response) => void serve(request, response).catch(() => response.destroy())
}
