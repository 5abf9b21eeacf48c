import { createServer } from 'node:http'
import type { Projects } from '../projects/project.js'
import { noteAuditHead } from './audit/appendAudit.js'
import type { AuditSink } from './audit/sink/auditSink.js'
import { startAuditSink } from './audit/sink/startAuditSink.js'
import type { Custody, FarcasterOptions } from './custody.js'
import { openDatabase } from './database/openDatabase.js'
import { removeExpired } from './database/removeExpired.js'
import { type ListenPlace, listen } from './http/listen.js'
import { serveCustody } from './http/serveCustody.js'
import { type KekOptions, openKek } from './keys/backends/openKek.js'
import { createKeyRing } from './keys/createKeyRing.js'
import { createMailer } from './mail/createMailer.js'
import { noPhishingList, type PhishingList } from './phishing/phishingList.js'
import { startProcess } from './processes/ownProcess.js'
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
  /** Whom a visitor may log in with beside a mailbox; nobody unless told. */
  readonly providers?: Providers | undefined
  readonly farcaster?: FarcasterOptions | undefined
  /** Where the audit log is sent to, besides that it stands in the database. */
  readonly auditSink?: AuditSink | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /** Tells what broke here, not what a caller did wrong. Never hears a secret or an address of mail. */
  readonly warn?: ((cause: unknown) => void) | undefined
}

/** `address` is what the site takes as `CUSTODY`: the path of the socket, or a URL. */
export type RunningCustody = { readonly address: string; readonly stop: () => Promise<void> }

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
  providers = new Map(),
  farcaster,
  phishing = noPhishingList,
  auditSink,
  now = Date.now,
  warn = console.error,
}: StartCustodyOptions): Promise<RunningCustody> {
  const backend = openKek({ kekFile, kek })
  const database = openDatabase({ url: databaseUrl, warn })
  const ring = await createKeyRing(database, { kek: backend, createsKek, warn }).catch(async (cause: unknown) => {
    await database.close()
    throw cause
  })
  try {
    const process = await startProcess(database, { getKeys: ring.getKeys, now })
    const custody: Custody = {
      process,
      get keys() {
        return ring.getKeys()
      },
      instance: ring.instance,
      database: ring.database,
      mailer: createMailer({ smtpUrl, mailFrom }),
      projects,
      phishing,
      providers,
      farcaster,
      auditHead: { seq: 0, hash: undefined },
      publicUrl: publicUrl.replace(/\/+$/, ''),
      now,
      warn,
    }
    const serve = serveCustody(custody)
    // what breaks outside of an answer is a caller that went away
    const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
      void serve(request, response).catch(() => response.destroy())
    })
    const { address, stop } = await listen(server, where)
    const clean = (): void => {
      removeExpired(database, now()).catch(warn)
      process.beat().catch(warn)
      applyDueSeals(custody).catch(warn)
      noteAuditHead(custody).catch(warn)
    }
    clean()
    const timer = setInterval(clean, cleaningInterval)
    timer.unref()
    const { instance } = ring
    const audit = auditSink && startAuditSink(database, { sink: auditSink, instance, holder: process.id, warn })
    return {
      address,
      stop: async () => {
        clearInterval(timer)
        ring.stop()
        await Promise.all([stop(), audit?.stop()])
        await process.stop().catch(warn)
        await database.close()
      },
    }
  } catch (cause) {
    ring.stop()
    await database.close()
    throw cause
  }
}
