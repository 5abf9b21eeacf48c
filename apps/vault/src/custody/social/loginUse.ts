import type { Transaction } from '@latchkey/server-kit/database'
import type { LoginUse } from '../../protocol/login.js'
import { takeProof } from '../challenges/proof.js'
import type { Custody } from '../custody.js'
import type { Call } from '../devices/caller.js'
import { admitUser, type ProviderLogin } from '../logins/providerLogin.js'
import { type AttemptRow, unsealPart } from './attempt.js'

/** Part of the secrets of an attempt that is more than a plain login. */
export type UseSecrets = { readonly use?: LoginUse['use'] }

type AdmittedUse = {
  readonly linkUser: string | null
  readonly secrets: UseSecrets
  /** Uses the fresh code and the second factor, in the transaction that starts the login. */
  readonly begin: (client: Transaction) => Promise<void>
}

/**
 * Checks whether a provider login may be started for more than logging in: only on the vault's own page, as an app's
 * page could add its own login to the wallet; and, to add one, only with a fresh proof.
 */
export async function admitUse(call: Call, { use, code, proof }: LoginUse): Promise<AdmittedUse> {
  if (use === undefined) return { linkUser: null, secrets: {}, begin: async () => undefined }
  const linkUser = await admitUser(call, use)
  if (use === 'again') return { linkUser, secrets: { use }, begin: async () => undefined }
  const { use: begin } = await takeProof(call, { purpose: 'link', code, proof })
  return { linkUser, secrets: { use }, begin }
}

/** Returns the use that an attempt was started for; null for a plain login. */
export function readUse(
  custody: Pick<Custody, 'keys' | 'instance'>,
  { id, link_user: userId, secrets }: AttemptRow,
): ProviderLogin['within'] {
  const { use } = unsealPart<UseSecrets>(custody, secrets, { id, part: 'secrets' })
  return userId === null || use === undefined ? null : { userId, use }
}
