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
  /** Where it was asked for. */
  readonly ownServer?: RunningPostgres | undefined
  readonly mailbox: RunningMailbox
  readonly folder: string
  readonly options: StartCustodyOptions & { readonly kekFile: string }
  readonly custodies: readonly RunningCustody[]
  /** As an operator looks into it; also as who has broken into it. */
  readonly database: Database
  /** What custody reported to its operator. */
  readonly warnings: readonly unknown[]
  readonly now: () => number
  readonly move: (ms: number) => void
  readonly createVisitor: (options?: Partial<CreateVisitorOptions>) => Visitor
  /** The newest requested email to an address, else the newest of any kind, as notices arrive at any time. */
  readonly getMail: (to: string) => {
    readonly subject: string
    readonly text: string
    readonly code: string
    readonly token: string
  }
  readonly press: (token: string) => Promise<unknown>
  /** From no device to a session: link, code. Moves the clock by a minute. */
  readonly logIn: (visitor: Visitor, email: string) => Promise<void>
  /** Stops each custody and starts another one on the same database. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

export type StartWorldOptions = Partial<StartCustodyOptions> & {
  readonly processes?: number | undefined
  /** Beside the one that it works with: empty. */
  readonly databases?: readonly string[] | undefined
  /** Those whose owner may create others. */
  readonly creators?: readonly string[] | undefined
  /**
   * For tests of the server itself: one that no other test uses, and that writes through to the disk where it is `durable`; or one that
   * runs already, with a database `vault`.
   */
  readonly ownServer?: 'quick' | 'durable' | RunningPostgres | undefined
}

/** Custody with a real database and a real mail server, and one clock that is moved by hand. */
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
