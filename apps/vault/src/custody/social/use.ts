import type { LoginUse } from '../../protocol/login.js'
import { takeProof } from '../account/proof.js'
import { CustodyFault } from '../CustodyFault.js'
import { isOwnPage } from '../calls/assertPage.js'
import type { Call } from '../calls/call.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import type { Entrance } from '../logins/enterByLogin.js'
import { toAccountUrl } from '../mail/toAccountUrl.js'
import { assertNotFrozen } from '../notices/freeze.js'
import { getUpdater } from '../updates/getUpdater.js'
import { type AttemptRow, unsealPart } from './attempt.js'

/** What stands in the secrets of an attempt that is not to log in. */
export type UseSecrets = { readonly use?: LoginUse['use'] }

export type AdmittedUse = {
  readonly linkUser: string | null
  readonly secrets: UseSecrets
  /** Uses the fresh code up, in the transaction that begins it. */
  readonly begin: (client: Queryable) => Promise<void>
}

/**
 * Whether a login elsewhere may be begun for more than to log in: on the page of the vault itself alone, as the page of an app could add a
 * login of its own to the wallet; and, to add one, with a fresh proof of who is there.
 */
export async function admitUse(call: Call, { use, code }: LoginUse): Promise<AdmittedUse> {
  const { custody, caller } = call
  if (use === undefined) return { linkUser: null, secrets: {}, begin: async () => undefined }
  if (!isOwnPage(custody, caller))
    throw new CustodyFault(`Do this at ${toAccountUrl(custody, caller.project)}.`, { code: 'NOT_HERE' })
  const linkUser = getUpdater(caller)
  if (use === 'again') return { linkUser, secrets: { use }, begin: async () => undefined }
  await assertNotFrozen(custody, custody.database, linkUser)
  const proof = await takeProof(call, { purpose: 'link', code })
  return { linkUser, secrets: { use }, begin: proof.use }
}

/** What an attempt was begun for; null where it is to log in. */
export function readUse(
  custody: Pick<Custody, 'keys' | 'instance'>,
  { id, link_user: userId, secrets }: AttemptRow,
): Entrance['within'] {
  const { use } = unsealPart<UseSecrets>(custody, secrets, { id, part: 'secrets' })
  return userId === null || use === undefined ? null : { userId, use }
}
