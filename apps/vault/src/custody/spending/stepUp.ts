import type { Queryable } from '@latchkey/server-kit/database'
import { type Policy, parseValue, toAccountId } from '../../projects/policy.js'
import type { FactorKind } from '../../protocol/factor.js'
import type { Custody } from '../custody.js'
import { findFactors } from '../factors/factors.js'
import { getUserRow } from '../users/user.js'
import { toEffects } from './outflows.js'
import type { PolicyRequest } from './policy.js'
import { lockSpendings, toValue } from './spending.js'

/**
 * Returns the user's kinds of second factor if signing a request requires one: if it would send more, together with the
 * amounts sent within 24 hours without it, than the user or the app allows. Effects that custody can't read or value
 * count as more. Null if none is required, such as for users without a second factor or limit.
 */
export async function findStepUp(
  custody: Custody,
  client: Queryable,
  request: PolicyRequest,
): Promise<readonly FactorKind[] | null> {
  const factors = await findFactors(custody, client, request.userId)
  if (!factors) return null
  const policy = custody.projects.get(request.project)?.policy
  const { step_up_above } = await getUserRow(custody, client, request.userId)
  const limits = [policy?.stepUpAbove, step_up_above === null ? undefined : parseValue(step_up_above)]
  const [limit] = limits.filter((one) => one !== undefined).toSorted((one, other) => (one < other ? -1 : 1))
  if (limit === undefined) return null
  // an app that may spend later without asking
  const { summary } = request
  if (summary.kind === 'permission') return summary.terms ? factors.kinds : null
  const rows = await lockSpendings(custody, client, request.userId)
  const spent = rows.reduce((sum, { value, has_factor }) => (has_factor ? sum : sum + BigInt(value ?? 0)), 0n)
  return isAbove(policy, request, limit - spent) ? factors.kinds : null
}

function isAbove(policy: Policy | undefined, { chain, summary, accounts }: PolicyRequest, left: bigint): boolean {
  const { outflows, unread, isOnAnyNetwork } = toEffects({ summary, accounts, policy })
  const isTrusted = (contract: string | null): boolean =>
    contract !== null && policy?.trusted.has(toAccountId(chain, contract)) === true
  if (unread.some((contract) => !isTrusted(contract))) return true
  // prices and trusted contracts differ by network
  if (isOnAnyNetwork && outflows.length + unread.length > 0) return true
  let total = 0n
  for (const outflow of outflows) {
    const value = policy ? toValue(policy, chain, outflow) : null
    // fees go to the network: without a price they don't count
    if (value === null && outflow.recipient !== 'fee') return true
    total += value ?? 0n
  }
  return total > 0n && total > left
}
