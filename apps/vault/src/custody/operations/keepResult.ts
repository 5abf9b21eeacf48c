import type { PermissionTerms } from '../../protocol/summary.js'
import { toParams } from '../../signing/permissions/readGrant.js'
import { appendAudit } from '../audit/appendAudit.js'
import type { Call } from '../calls/call.js'
import { announce } from '../notices/announce.js'
import { insertCallBundle } from './callBundle.js'
import { insertPermission, type PermissionPlace, removePermission } from './permission.js'

/**
 * Keeps what has to be known later of what was approved, before anybody gets it; the user is notified of permissions. Resolves with what
 * the app is answered.
 */
export async function keepResult(
  { custody, caller, asker }: Pick<Call, 'custody' | 'caller' | 'asker'>,
  { method, result, ...place }: PermissionPlace & { readonly method: string; readonly result: unknown },
): Promise<unknown> {
  const { database } = custody
  const { userId } = place
  const { project, deviceId } = caller
  const by = { project, userId, asker, byDevice: deviceId }
  switch (method) {
    case 'wallet_sendCalls': {
      const { id, hash } = result as { readonly id: string; readonly hash: string }
      await insertCallBundle(custody, database, { ...place, id, hash })
      return result
    }
    case 'wallet_grantPermissions': {
      const { terms, account } = result as { readonly terms: PermissionTerms; readonly account: string }
      const context = await database.inTransaction(async (client) => {
        const permissionId = await insertPermission(custody, client, { ...place, terms })
        await announce(custody, client, { ...by, event: 'permission.granted', permissionId })
        const entry = { user: userId, device: deviceId, permission: permissionId }
        await appendAudit(custody, client, { event: 'permission.granted', ...entry })
        return permissionId
      })
      const { chainId, permissions, signer } = toParams(terms, place.chain.slice('eip155:'.length))
      const granted = { context, permissionsContext: context, permissions, grantedPermissions: permissions }
      return { chainId, address: account, expiry: terms.expiry, signer, ...granted }
    }
    case 'wallet_revokePermissions': {
      const id = (result as { readonly revoked: string }).revoked
      await database.inTransaction(async (client) => {
        if (!(await removePermission(client, { ...place, id }))) return
        await announce(custody, client, { ...by, event: 'permission.revoked' })
        const entry = { user: userId, device: deviceId, permission: id }
        await appendAudit(custody, client, { event: 'permission.revoked', ...entry })
      })
      return {}
    }
    default:
      return result
  }
}
