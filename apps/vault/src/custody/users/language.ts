import type { Language } from '../../protocol/notice.js'
import { toLanguage } from '../../words/words.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow, toRowMac } from '../sealing/rowMac.js'

type UserRow = {
  readonly id: string
  readonly project: string
  readonly created_at: string
  readonly language: string | null
  readonly mac: Buffer
}

/** The language of a user's emails and notices: that of the browser in which they logged in last. */
export async function getLanguage(
  custody: Pick<Custody, 'keys'>,
  client: Queryable,
  userId: string,
): Promise<Language> {
  return toLanguage((await readUser(custody, client, userId)).language)
}

export async function setLanguage(
  custody: Pick<Custody, 'keys'>,
  client: Queryable,
  { userId, language }: { readonly userId: string; readonly language: Language },
): Promise<void> {
  const user = await readUser(custody, client, userId)
  if (user.language === language) return
  const changed = { ...user, language }
  const mac = toRowMac(custody.keys, 'users', changed)
  await client.query('UPDATE users SET language = $2, mac = $3 WHERE id = $1', [userId, language, mac])
}

async function readUser({ keys }: Pick<Custody, 'keys'>, { query }: Queryable, userId: string): Promise<UserRow> {
  const [user] = await query<UserRow>('SELECT id, project, created_at, language, mac FROM users WHERE id = $1', [
    userId,
  ])
  if (!user) throw new Error('A session has no user.')
  assertRow(keys, 'users', user)
  return user
}
