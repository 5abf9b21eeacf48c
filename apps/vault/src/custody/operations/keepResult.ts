import type { PermissionTerms } from '../../protocol/summary.js'
import { toParams } from '../../signing/permissions/readGrant.js'
import type { Custody } from '../custody.js'
import { insertCallBundle } from './callBundle.js'
import { insertPermission, type PermissionPlace, removePermission } from './permission.js'

/** Keeps what has to be known later of what was approved, before anybody gets it. Resolves with what the app is answered. */
export async function keepResult(
  custody: Pick<Custody, 'keys' | 'now' | 'database'>,
  { method, result, ...place }: PermissionPlace & { readonly method: string; readonly result: unknown },
): Promise<unknown> {
  const { database } = custody
  switch (method) {
    case 'wallet_sendCalls': {
      const { id, hash } = result as { readonly id: string; readonly hash: string }
      await insertCallBundle(custody, database, { ...place, id, hash })
      return result
    }
    case 'wallet_grantPermissions': {
      const { terms, account } = result as { readonly terms: PermissionTerms; readonly account: string }
      const context = await insertPermission(custody, database, { ...place, terms })
      const { chainId, permissions, signer } = toParams(terms, place.chain.slice('eip155:'.length))
      const granted = { context, permissionsContext: context, permissions, grantedPermissions: permissions }
      return { chainId, address: account, expiry: terms.expiry, signer, ...granted }
    }
    case 'wallet_revokePermissions': {
      await removePermission(database, { ...place, id: (result as { readonly revoked: string }).revoked })
      return {}
    }
    default:
      return result
  }
}
