import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ProvidedPostgres,
  providePostgres,
  type RunningMailbox,
  type RunningPostgres,
  startMailbox,
  startPostgres,
} from '@latchkey/devnet'
import type { Database } from '@latchkey/server-kit/database'
import { openDatabase } from '../database/database.js'
import { type RunningCustody, type StartCustodyOptions, startCustody } from '../startCustody.js'
import { type CreateVisitorOptions, createVisitor, type Visitor } from './createVisitor.js'
import { post } from './post.js'

export type World = {
  readonly postgres: ProvidedPostgres
  /** Only set if `ownServer` was requested. */
  readonly ownServer?: RunningPostgres | undefined
  readonly mailbox: RunningMailbox
  readonly folder: string
  readonly options: StartCustodyOptions & { readonly kekFile: string }
  readonly custodies: readonly RunningCustody[]
  /** Direct access to the database, like an operator's or an intruder's. */
  readonly database: Database
  /** Warnings that custody reported to its operator. */
  readonly warnings: readonly unknown[]
  readonly now: () => number
  readonly move: (ms: number) => void
  readonly createVisitor: (options?: Partial<CreateVisitorOptions>) => Visitor
  /** Returns the newest email with a code or login link, or else the newest one: notices can arrive at any time. */
  readonly getMail: (to: string) => {
    readonly subject: string
    readonly text: string
    readonly code: string
    readonly token: string
  }
  readonly press: (token: string) => Promise<unknown>
  /** Logs in with a code, and a link if the device is new. Moves the clock by a minute. */
  readonly logIn: (visitor: Visitor, email: string) => Promise<void>
  /** Stops all custodies, and starts one on the same database. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

export type StartWorldOptions = Partial<StartCustodyOptions> & {
  readonly processes?: number | undefined
  /** Empty databases in addition to custody's own. */
  readonly databases?: readonly string[] | undefined
  /** Databases whose owner may create other databases. */
  readonly creators?: readonly string[] | undefined
  /**
   * A separate server for tests of the server itself. `quick` and `durable` start one that no other test uses;
   * `durable` writes through to the disk. A running server must have a database `vault`.
   */
  readonly ownServer?: 'quick' | 'durable' | RunningPostgres | undefined
}

/** Custody with a real database and mail server, and a clock that is moved by hand. */
export async function startWorld({
  processes = 1,
  databases: others = [],
  creators,
  ownServer: kind,
  ...overrides
}: StartWorldOptions = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-custody-'))
  const databases = ['vault', ...others]
  const ownServer =
    typeof kind === 'object'
      ? kind
      : kind && (await startPostgres({ databases, creators, isDurable: kind === 'durable' }))
  const postgres = ownServer ?? (await providePostgres({ databases }))
  let time = Date.now()
  const now = (): number => time
  const mailbox = await startMailbox({ now })
  const warnings: unknown[] = []
  const databaseUrl = postgres.urls['vault'] ?? ''
  const options: World['options'] = {
    listen: { socket: join(folder, 'custody-0.sock') },
    databaseUrl,
    createsKek: true,
    smtpUrl: mailbox.smtpUrl,
    mailFrom: 'Latchkey <login@vault.example>',
    publicUrl: 'https://vault.example/',
    projects: new Map([
      ['demo', { name: 'Demo', origins: ['https://app.example', 'https://shop.example'], returnPaths: ['/login'] }],
      ['other', { name: 'Other', origins: ['https://app.example'] }],
    ]),
    now,
    warn: (cause) => warnings.push(cause),
    ...overrides,
    kekFile: overrides.kekFile ?? join(folder, 'kek'),
  }
  const custodies: RunningCustody[] = []
  for (let index = 0; index < processes; index++) {
    const socket = join(folder, `custody-${index}.sock`)
    custodies.push(await startCustody(index === 0 ? options : { ...options, listen: { socket } }))
  }
  const addresses = custodies.map(({ address }) => address)
  const database = openDatabase({ url: databaseUrl, warn: () => undefined })
  const getMail: World['getMail'] = (to) => {
    const mails = mailbox.getMails(to)
    const isAsked = (one: (typeof mails)[number]): boolean =>
      one.codes.length > 0 || one.links.some((link) => link.includes('/link?'))
    const mail = mails.findLast(isAsked) ?? mails.at(-1)
    if (!mail) throw new Error(`No mail to ${to}`)
    const token = new URL(mail.links.find((link) => link.includes('token=')) ?? 'https://none').searchParams.get(
      'token',
    )
    return { subject: mail.subject, text: mail.text, code: mail.codes[0] ?? '', token: token ?? '' }
  }
  const press: World['press'] = (token) => post(addresses[0] ?? '', '/link', { token, approve: true, ip: '192.0.2.1' })
  return {
    postgres,
    ownServer,
    mailbox,
    folder,
    options,
    custodies,
    database,
    warnings,
    now,
    move: (ms) => {
      time += ms
    },
    createVisitor: (more = {}) => createVisitor({ addresses, now, getWarning: () => warnings.at(-1), ...more }),
    getMail,
    press,
    logIn: async (visitor, email) => {
      await visitor.get('hello', {})
      const { action } = await visitor.get('email.start', { email })
      if (action === 'VERIFY_DEVICE') {
        await press(getMail(email).token)
        await visitor.get('email.device', {})
      }
      await visitor.get('email.verify', { code: getMail(email).code })
      time += 60_000
    },
    restart: async () => {
      await Promise.all(custodies.splice(0).map(({ stop }) => stop()))
      custodies.push(await startCustody({ ...options, listen: { socket: join(folder, 'custody-again.sock') } }))
    },
    stop: async () => {
      await Promise.all(custodies.map(({ stop }) => stop()))
      await database.close()
      await mailbox.stop()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
