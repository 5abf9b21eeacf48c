import type { Summary } from '../../protocol/summary.js'
import { getCallsId } from '../../signing/smart/readSendCalls.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertNewId } from './callBundle.js'
import { assertGrantable, holdPermission, type PermissionPlace } from './permission.js'

export type AdmitOptions = PermissionPlace & {
  readonly project: string
  readonly summary: Summary
  readonly params: unknown
  /** While it is asked for nothing is counted yet. */
  readonly isSigning: boolean
}

/**
 * Throws where calls bear an id that was used before, or name a permission that does not cover them, and where a permission would
 * include a function that the operator does not list. Resolves with whether a
 * permission covers them, so that the visitor is not asked.
 */
export async function admitRequest(
  custody: Pick<Custody, 'keys' | 'now' | 'projects'>,
  client: Queryable,
  { summary, params, isSigning, project, ...place }: AdmitOptions,
): Promise<boolean> {
  if (summary.kind === 'permission' && summary.terms) assertGrantable(custody, { project, ...place }, summary.terms)
  if (summary.kind !== 'calls' || summary.method !== 'wallet_sendCalls') return false
  const id = getCallsId(params)
  if (id !== undefined) await assertNewId(client, { ...place, id })
  if (summary.permission === undefined) return false
  await holdPermission(custody, client, { ...place, project, summary, spends: isSigning })
  return true
}
