import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import type { LoginProvider } from '../../protocol/login.js'
import type { Accounts } from '../../signing/keys.js'
import { appendAudits } from '../audit/appendAudit.js'
import type { AuditEntry } from '../audit/events.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { findFormerOwner } from '../freezes/walletFreeze.js'
import { createUser, type FirstLogin } from '../logins/openSession.js'
import { toEmailIndex, toMailboxLock } from '../mail/address.js'
import { farcasterIssuer } from '../providers/provider.js'
import { findRecovery } from '../recovery/recovery.js'
import { findIdentity } from '../users/identity.js'
import { findLogin, toLoginLock } from '../users/login.js'
import { getUserRow, type UserRow } from '../users/user.js'
import { type PreparedWallet, prepareWallet } from '../wallets/createWallet.js'
import { findAccounts } from '../wallets/selfCustody.js'
import { findWallet, getAccounts, type WalletRow } from '../wallets/wallet.js'
import type { NewUser, Problem, ProblemCode } from './newUser.js'

/** `providers`: the providers whose users can be created, besides Farcaster. */
export type PregenerationContext = Pick<
  Custody,
  'database' | 'keys' | 'keyHost' | 'holders' | 'instance' | 'now' | 'providers'
> &
  Partial<Pick<Custody, 'auditHead'>>

export type Pregeneration = {
  readonly project: string
  readonly users: readonly NewUser[]
  /** The operator and the reason, for the audit entries. */
  readonly entry: AuditEntry
  /** Max users of the project that wait for their first login and were created within the last hour. */
  readonly maxPerHour?: number | undefined
}

type UserOfLogin = { readonly user: UserRow; readonly wallet: WalletRow; readonly accounts: Accounts }

export type Pregenerated =
  | ({ readonly status: 'created' | 'existing' } & UserOfLogin)
  /** Of a check: it could be created. */
  | { readonly status: 'free' }
  | ({ readonly status: 'invalid' } & Problem)

/** Users per call: one transaction. */
export const batchSize = 100

/** Returns what {@link pregenerateUsers} would do, in the same order. Records only views of existing users. */
export async function checkUsers(
  context: PregenerationContext,
  { project, users, entry }: Pregeneration,
): Promise<readonly Pregenerated[]> {
  const find = await createFinder(context, context.database, { project, users })
  const found: Pregenerated[] = []
  for (const user of users) found.push(await find(user))
  await noteViews(context, found, { project, entry })
  return found
}

/**
 * Creates users and their wallets before they log in, in one transaction. Each wallet waits for the user who proves its
 * login: there is no session, and only {@link claimUser} lets it sign. Existing users are returned unchanged. No user
 * is notified. Returns the outcome for each user, in the same order. Throws `TOO_MANY`, having created none.
 */
export async function pregenerateUsers(
  context: PregenerationContext,
  { project, users, entry, maxPerHour }: Pregeneration,
): Promise<readonly Pregenerated[]> {
  const { database, now } = context
  const { id: keyId } = context.keys.wrap.current
  const { found: before, prepared } = await prepareWallets()
  if (prepared.size === 0) {
    await noteViews(context, before, { project, entry })
    return before
  }
  return database.inTransaction(async (client) => {
    await lockOn(client, [`pregenerate ${project}`])
    await lockOn(
      client,
      users.map((user) => toLock(context, { project, user })),
    )
    const find = await createFinder(context, client, { project, users })
    /** Users created here, by login and by external id. */
    const [byLogin, byExternalId] = [new Map<string, string>(), new Map<string, string>()]
    const results: (Pregenerated | { readonly status: 'created' | 'existing'; readonly id: string })[] = []
    for (const user of users) {
      const [login, { externalId }] = [toLock(context, { project, user }), user]
      const id = byLogin.get(login)
      if (id !== undefined) results.push({ status: 'existing', id })
      else if (externalId !== null && byExternalId.has(externalId)) results.push(idTaken)
      else {
        const found = await find(user)
        if (found.status === 'free') {
          const created = await create(client, user)
          byLogin.set(login, created)
          if (externalId !== null) byExternalId.set(externalId, created)
          results.push({ status: 'created', id: created })
        } else results.push(found)
      }
    }
    if (maxPerHour !== undefined && byLogin.size > 0) await assertWithin(client, maxPerHour)
    const read = await readNew(client, [...byLogin.values()])
    const done = results.map((one) => ('id' in one ? { status: one.status, ...read(one.id) } : one))
    await appendAudits(context, client, [
      ...done.flatMap((one) =>
        one.status === 'created'
          ? [{ event: 'user.pregenerated' as const, user: one.user.id, wallet: one.wallet.id, version: 1, ...entry }]
          : [],
      ),
      ...toViews(done, { project, entry }),
    ])
    return done
  })

  /** Before the transaction, which others may have to wait for; they are answered in between. */
  async function prepareWallets(): Promise<{
    readonly found: readonly Pregenerated[]
    readonly prepared: ReadonlyMap<NewUser, PreparedWallet>
  }> {
    const find = await createFinder(context, database, { project, users })
    const found: Pregenerated[] = []
    const wallets = new Map<NewUser, PreparedWallet>()
    for (const user of users) {
      const one = await find(user)
      found.push(one)
      if (one.status !== 'free') continue
      wallets.set(user, await prepare())
      await setImmediate()
    }
    return { found, prepared: wallets }
  }

  function prepare(): Promise<PreparedWallet> {
    return prepareWallet(context, { userId: randomBytes(16).toString('hex'), project })
  }

  async function create(client: Queryable, user: NewUser): Promise<string> {
    const { externalId, joinedAt } = user
    // a rotation only re-encrypts stored rows: wallets prepared under the previous key would be lost with it
    const made = context.keys.wrap.current.id.equals(keyId) ? prepared.get(user) : undefined
    const pregenerated = { externalId, joinedAt, wallet: made ?? (await prepare()) }
    return createUser(context, client, { project, pregenerated, ...toFirstLogin(context, user) })
  }

  async function assertWithin(client: Queryable, max: number): Promise<void> {
    const hour = 3_600_000
    const [row] = await client.query<{ count: number; first: string }>(
      `SELECT count(*)::int AS count, min(created_at) AS first FROM users
       WHERE project = $1 AND created_at > $2 AND unclaimed_since IS NOT NULL`,
      [project, now() - hour],
    )
    if (!row || row.count <= max) return
    throw new CallError('Too many users were created within an hour. Try again later.', {
      code: 'TOO_MANY',
      retryAfter: Math.max(1, Math.ceil((Number(row.first) + hour - now()) / 1_000)),
    })
  }

  /** Reads users of this transaction, whose wallets the audit log doesn't list yet. */
  async function readNew({ query }: Queryable, ids: readonly string[]): Promise<(id: string) => UserOfLogin> {
    const rows = await query<UserRow>('SELECT * FROM users WHERE id = ANY($1)', [ids])
    const wallets = await query<WalletRow>('SELECT * FROM wallets WHERE user_id = ANY($1)', [ids])
    const [byId, byUser] = [
      new Map(rows.map((row) => [row.id, row])),
      new Map(wallets.map((wallet) => [wallet.user_id, wallet])),
    ]
    return (id) => {
      const [user, wallet] = [byId.get(id), byUser.get(id)]
      if (!user || !wallet) throw new Error('A user has no wallet.')
      return { user, wallet, accounts: getAccounts(wallet) }
    }
  }
}

/** Returns the audit entry for viewing existing users. */
function toViews(
  list: readonly Pregenerated[],
  { project, entry }: Pick<Pregeneration, 'project' | 'entry'>,
): readonly (AuditEntry & { readonly event: 'users.viewed' })[] {
  const users = list.filter(({ status }) => status === 'existing').length
  return users > 0 ? [{ ...entry, event: 'users.viewed', users, project }] : []
}

async function noteViews(
  context: PregenerationContext,
  list: readonly Pregenerated[],
  about: Pick<Pregeneration, 'project' | 'entry'>,
): Promise<void> {
  const views = toViews(list, about)
  if (views.length > 0) await context.database.inTransaction((client) => appendAudits(context, client, views))
}

type UserToFind = { readonly project: string; readonly user: NewUser }

const idTaken = invalid('EXTERNAL_ID_TAKEN', 'Another user has this external id.')

/**
 * Returns a function that finds the user of a login, or why there can't be one. Reads the known data of all users at
 * once: most are new, and need no separate query.
 */
async function createFinder(
  context: PregenerationContext,
  client: Queryable,
  { project, users }: Pick<Pregeneration, 'project' | 'users'>,
): Promise<(user: NewUser) => Promise<Pregenerated>> {
  const indexes = users.flatMap((user) => ('email' in user ? [toEmailIndex(context, user.email)] : []))
  const known = await client.query<{ email_index: Buffer }>(
    `SELECT email_index FROM identities WHERE project = $1 AND email_index = ANY($2)
     UNION SELECT email_index FROM recoveries WHERE project = $1 AND email_index = ANY($2)
     UNION SELECT email_index FROM mail_links WHERE project = $1 AND email_index = ANY($2)`,
    [project, indexes],
  )
  const knownIndexes = new Set(known.map(({ email_index: index }) => index.toString('hex')))
  const taken = await client.query<{ external_id: string }>(
    'SELECT external_id FROM users WHERE project = $1 AND external_id = ANY($2)',
    [project, users.flatMap(({ externalId }) => externalId ?? [])],
  )
  const takenIds = new Set(taken.map(({ external_id: id }) => id))

  return async (user) => {
    const userId = await findUserId(user)
    if (typeof userId === 'object') return userId
    const { externalId } = user
    if (userId === undefined) return externalId !== null && takenIds.has(externalId) ? idTaken : { status: 'free' }
    const row = await getUserRow(context, client, userId)
    if (externalId !== null && row.external_id !== null && row.external_id !== externalId)
      return invalid('OTHER_EXTERNAL_ID', 'This user has another external id already.')
    const wallet = await findWallet(context, client, userId)
    return { status: 'existing', user: row, wallet, accounts: await findAccounts(context, client, wallet) }
  }

  async function findUserId(user: NewUser): Promise<string | undefined | Pregenerated> {
    if (!('email' in user)) {
      const issuer = toIssuer(context, user.provider)
      if (issuer === undefined) return invalid('INVALID_PROVIDER', `Login with ${user.provider} is not configured.`)
      return (await findLogin(context, client, { project, issuer, subject: user.subject }))?.user_id
    }
    const mailbox = { project, emailIndex: toEmailIndex(context, user.email) }
    if (!knownIndexes.has(mailbox.emailIndex.toString('hex'))) return undefined
    const identity = await findIdentity(context, client, mailbox)
    if (identity) return identity.user_id
    // another user's wallet may still come to this address: by a recovery, or because its owner undoes a change of it
    const isHeld = (await findRecovery(context, client, mailbox)) ?? (await findFormerOwner(context, client, mailbox))
    return isHeld
      ? invalid('ADDRESS_IN_USE', 'No wallet can be created for this address now. Try again in 3 days.')
      : undefined
  }
}

function toFirstLogin(context: PregenerationContext, user: NewUser): FirstLogin {
  if ('email' in user) return { email: user.email }
  const { provider, subject } = user
  return { login: { provider, subject, issuer: toIssuer(context, provider) ?? '' } }
}

/** Undefined if users can't log in with the provider. */
function toIssuer({ providers }: PregenerationContext, provider: LoginProvider): string | undefined {
  return provider === 'farcaster' ? farcasterIssuer : providers.get(provider)?.issuer
}

function toLock(context: PregenerationContext, { project, user }: UserToFind): string {
  return 'email' in user
    ? toMailboxLock({ project, emailIndex: toEmailIndex(context, user.email) })
    : toLoginLock({ project, issuer: toIssuer(context, user.provider) ?? '', subject: user.subject })
}

function invalid(code: ProblemCode, message: string): Pregenerated {
  return { status: 'invalid', code, message }
}
