import type { Language } from '../../protocol/notice.js'
import { toLanguage } from '../../words/words.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { toRowMac } from '../sealing/rowMac.js'
import { getUserRow } from './userRow.js'

/** The language of a user's emails and notices: that of the browser in which they logged in last. */
export async function getLanguage(
  custody: Pick<Custody, 'keys'>,
  client: Queryable,
  userId: string,
): Promise<Language> {
  return toLanguage((await getUserRow(custody, client, userId)).language)
}

export async function setLanguage(
  custody: Pick<Custody, 'keys'>,
  client: Queryable,
  { userId, language }: { readonly userId: string; readonly language: Language },
): Promise<void> {
  const user = await getUserRow(custody, client, userId)
  if (user.language === language) return
  const changed = { ...user, language }
  const mac = toRowMac(custody.keys, 'users', changed)
  await client.query('UPDATE users SET language = $2, mac = $3 WHERE id = $1', [userId, language, mac])
}
