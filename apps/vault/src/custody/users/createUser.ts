import { randomBytes } from 'node:crypto'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { sealEmail, toEmailIndex } from '../email/sealedEmail.js'
import { addLogin, type NewLogin } from '../logins/login.js'
import { toRowMac } from '../sealing/rowMac.js'
import { createWallet } from '../wallets/createWallet.js'

/** With what a user logs in for the first time. */
type FirstLogin = { readonly email: string } | { readonly login: Omit<NewLogin, 'userId' | 'project'> }

/** Makes a user with a login and a wallet, all in the transaction of the caller. Gives the user's id. */
export async function createUser(
  custody: Custody,
  client: Queryable,
  { project, ...first }: { readonly project: string } & FirstLogin,
): Promise<string> {
  const { keys, now } = custody
  const id = randomBytes(16).toString('hex')
  const created_at = now()
  const user = { id, project, created_at }
  await client.query('INSERT INTO users VALUES ($1, $2, $3, $4)', [
    ...[id, project, created_at],
    toRowMac(keys, 'users', user),
  ])
  if ('login' in first) await addLogin(custody, client, { ...first.login, userId: id, project })
  else await writeIdentity(custody, client, { userId: id, project, email: first.email })
  await createWallet(custody, client, { userId: id, project })
  return id
}

/** Says with what address a user logs in from now on. */
export async function writeIdentity(
  custody: Custody,
  { query }: Queryable,
  { userId, project, email }: { readonly userId: string; readonly project: string; readonly email: string },
): Promise<void> {
  const row = {
    user_id: userId,
    project,
    email_index: toEmailIndex(custody, email),
    email: sealEmail(custody, email, userId),
    changed_at: custody.now(),
  }
  await query(
    `INSERT INTO identities VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id) DO UPDATE
     SET email_index = excluded.email_index, email = excluded.email, changed_at = excluded.changed_at, mac = excluded.mac`,
    [userId, project, row.email_index, row.email, row.changed_at, toRowMac(custody.keys, 'identities', row)],
  )
}
