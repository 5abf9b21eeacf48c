import type { Queryable } from '@latchkey/server-kit/database'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { PermissionTerms, Summary } from '../../protocol/summary.js'
import {
  type Granted,
  type Revoked,
  toExecutionPermissions,
  toGrantParams,
} from '../../signing/permissions/readGrant.js'
import { draftOperation } from '../../signing/smart/draftOperation.js'
import { getCallsId } from '../../signing/smart/readSendCalls.js'
import { toSmartAccount } from '../../signing/smart/smartAccount.js'
import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'
import { type Call, getUserId } from '../devices/caller.js'
import { readingRequest } from '../errors/callError.js'
import { announce } from '../notices/announce.js'
import { findAccounts, findAccountsOn, requiresSelfCustody, toSelfCustodyNeeded } from '../wallets/selfCustody.js'
import { findWallet } from '../wallets/wallet.js'
import { assertNewId, insertCallBundle } from './callBundle.js'
import {
  assertGrantable,
  checkPermission,
  insertPermission,
  listPermissions,
  type PermissionPlace,
  type PermissionUse,
  removePermission,
} from './permission.js'

/**
 * Drafts an operation from the user's account and the request. Nothing is stored. Throws `SELF_CUSTODY_NEEDED` at once if it could not be signed,
 * so that the frame doesn't have bundlers estimate it.
 */
export async function draft(
  { custody, caller }: Call,
  params: CustodyParams<'operation.draft'>,
): Promise<CustodyResult<'operation.draft'>> {
  const { database } = custody
  const wallet = await findWallet(custody, database, getUserId(caller))
  const accounts = await findAccountsOn(custody, database, wallet, params.chain)
  const { origin, project } = caller
  if (!accounts.selfCustody && requiresSelfCustody(custody, project)) throw toSelfCustodyNeeded()
  return readingRequest(() => draftOperation({ ...params, accounts, origin, now: custody.now() }))
}

type AdmitOptions = PermissionPlace & {
  readonly project: string
  readonly summary: Summary
  readonly params: unknown
  /** False while it is prepared: nothing is counted yet. */
  readonly isSigning: boolean
}

/**
 * Throws if calls reuse an id, name a permission that doesn't cover them, or if a permission would include a function that the operator
 * hasn't listed. Resolves with what the calls count towards the permission that covers them, so that the user isn't asked; undefined if none
 * does.
 */
export async function admitRequest(
  custody: Pick<Custody, 'keys' | 'now' | 'projects'>,
  client: Queryable,
  { summary, params, isSigning, project, ...place }: AdmitOptions,
): Promise<PermissionUse | undefined> {
  if (summary.kind === 'permission' && summary.terms) assertGrantable(custody, { project, ...place }, summary.terms)
  if (summary.kind !== 'calls' || summary.method !== 'wallet_sendCalls') return undefined
  const id = getCallsId(params)
  if (id !== undefined) await assertNewId(client, { ...place, id })
  if (summary.permission === undefined) return undefined
  return checkPermission(custody, client, { ...place, project, summary, spends: isSigning })
}

/**
 * Stores the data of a signed request that is needed later, before its result is returned. Notifies the user of
 * permissions. Resolves with the result for the app.
 */
export async function storeResult(
  { custody, caller, requester }: Pick<Call, 'custody' | 'caller' | 'requester'>,
  { method, result, ...place }: PermissionPlace & { readonly method: string; readonly result: unknown },
): Promise<unknown> {
  const { database } = custody
  const { userId } = place
  const { project, deviceId } = caller
  const by = { project, userId, requester, byDevice: deviceId }
  switch (method) {
    case 'wallet_sendCalls': {
      const { id, hash } = result as { readonly id: string; readonly hash: string }
      await insertCallBundle(custody, database, { ...place, id, hash })
      return result
    }
    case 'wallet_requestExecutionPermissions':
    case 'wallet_grantPermissions': {
      const { context, account, terms, activation } = result as Granted
      await database.inTransaction(async (client) => {
        await insertPermission(custody, client, { ...place, context, terms })
        await announce(custody, client, { ...by, event: 'permission.granted', permissionId: context })
        const entry = { user: userId, device: deviceId, permission: context }
        await appendAudit(custody, client, { event: 'permission.granted', ...entry })
      })
      if (method === 'wallet_requestExecutionPermissions')
        return toGranted(terms, { chain: place.chain, account, context }).map((granted) => ({ ...granted, activation }))
      const { permissions, ...params } = toGrantParams(terms, toReference(place.chain))
      const granted = { permissions, grantedPermissions: permissions }
      return { ...params, address: account, ...granted, context, permissionsContext: context, activation }
    }
    case 'wallet_revokeExecutionPermission':
    case 'wallet_revokePermissions': {
      const { context, revocation } = result as Revoked
      await database.inTransaction(async (client) => {
        if (!(await removePermission(client, { userId, id: context }))) return
        await announce(custody, client, { ...by, event: 'permission.revoked' })
        const entry = { user: userId, device: deviceId, permission: context }
        await appendAudit(custody, client, { event: 'permission.revoked', ...entry })
      })
      return { context, revocation }
    }
    default:
      return result
  }
}

/**
 * Lists the permissions that the user has granted this site, in the form of `wallet_getGrantedExecutionPermissions`.
 * [ERC-7715]
 */
export async function listGranted(call: Pick<Call, 'custody' | 'caller'>): Promise<CustodyResult<'permissions.list'>> {
  const { custody, caller } = call
  const { database } = custody
  const userId = getUserId(caller)
  const accounts = await findAccounts(custody, database, await findWallet(custody, database, userId))
  // those of the account before don't hold for one that a passkey owns
  if (accounts.selfCustody) return { permissions: [] }
  const { address: account } = toSmartAccount(accounts)
  const listed = await listPermissions(custody, database, { userId, origin: caller.origin })
  return {
    permissions: listed.flatMap(({ context, chain, terms }) => toGranted(terms, { chain, account, context })),
  }
}

/** Each permission of a grant as the wallet reports it: those granted together have one context. [ERC-7715] */
function toGranted(
  terms: PermissionTerms,
  { chain, account, context }: { readonly chain: string; readonly account: string; readonly context: string },
): readonly object[] {
  const requests = toExecutionPermissions(terms, { reference: toReference(chain), account })
  return requests.map((request) => ({ ...request, context, dependencies: [] }))
}

function toReference(chain: string): string {
  return chain.slice('eip155:'.length)
}
