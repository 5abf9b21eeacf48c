import type { Queryable } from '@latchkey/server-kit/database'
import { type Policy, toAccountId, toAssetId } from '../../projects/policy.js'
import type { TransferHold } from '../../protocol/custody.js'
import type { Summary } from '../../protocol/summary.js'
import type { Accounts } from '../../signing/keys.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { beginHolds, findHolds, type HoldRow, passHolds } from './holds.js'
import { type Effects, toEffects, toOwnAccounts } from './outflows.js'
import { assertWithinLimits, lockSpendings, type Reservation, reserveSpending } from './spending.js'

export type PolicyRequest = {
  readonly project: string
  readonly userId: string
  readonly deviceId: string
  /** CAIP-2. */
  readonly chain: string
  readonly summary: Summary
  /** The user's own. */
  readonly accounts: Accounts
  /** The user has confirmed it with their second factor. */
  readonly hasFactor?: boolean | undefined
}

/** The result of a policy for a request that is about to be signed. */
export type PolicyOutcome =
  /** Counted from now on: commit it once signed, or release it if nothing was. */
  | {
      readonly isHeld: false
      readonly reservation: Reservation | undefined
      /** To restore if nothing was signed. */
      readonly usedHold?: HoldRow | undefined
    }
  | { readonly isHeld: true; readonly hold: TransferHold; readonly isNew: boolean }

/**
 * Checks a request before it is shown. Throws `POLICY` and `SPEND_LIMIT`; resolves with the hold that signing would start or meet, if any.
 */
export async function reviewPolicy(
  custody: Custody,
  client: Queryable,
  request: PolicyRequest,
): Promise<TransferHold | undefined> {
  const policy = getPolicy(custody, request)
  if (!policy) return undefined
  const effects = toEffects({ ...request, policy })
  assertAllowed(policy, request, effects)
  const options = { policy, ...request, effects }
  const rows = await lockSpendings(custody, client, request.userId)
  assertWithinLimits(custody, options, rows)
  return (await findHolds(custody, client, options, rows))?.hold
}

/**
 * Applies the policy to a request that the user has approved, in the transaction that uses the approval, so that parallel processes never
 * sign beyond a limit. If the request has to wait, the hold starts here and nothing is signed.
 */
export async function enforcePolicy(
  custody: Custody,
  client: Queryable,
  request: PolicyRequest,
): Promise<PolicyOutcome> {
  const policy = getPolicy(custody, request)
  if (!policy) return { isHeld: false, reservation: undefined }
  const effects = toEffects({ ...request, policy })
  assertAllowed(policy, request, effects)
  const options = { policy, ...request, effects }
  const rows = await lockSpendings(custody, client, request.userId)
  assertWithinLimits(custody, options, rows)
  const found = await findHolds(custody, client, options, rows)
  if (found) return { isHeld: true, hold: found.hold, isNew: await beginHolds(custody, client, options, found) }
  const usedHold = await passHolds(custody, client, options, rows)
  return { isHeld: false, reservation: await reserveSpending(custody, client, options), usedHold }
}

function getPolicy({ projects }: Pick<Custody, 'projects'>, { project }: PolicyRequest): Policy | undefined {
  return projects.get(project)?.policy
}

/** Throws `POLICY` for a recipient or contract that the operator doesn't allow, and if a limit couldn't be enforced. */
function assertAllowed(
  policy: Policy,
  { chain, accounts }: PolicyRequest,
  { outflows, unread, isOnAnyNetwork }: Effects,
): void {
  const mayMove = outflows.length + unread.length > 0
  if (isOnAnyNetwork && mayMove && dependsOnNetwork(policy))
    throw refuse('This wallet service only signs this if it names its network.')
  const own = toOwnAccounts(chain, accounts)
  const recipients = outflows.flatMap(({ recipient }) => (recipient === 'fee' ? [] : [recipient]))
  for (const one of [...recipients, ...unread]) {
    const id = one === null ? undefined : toAccountId(chain, one)
    if (id !== undefined && policy.blocked.has(id)) throw refuse("This wallet service doesn't send to this recipient.")
    if (policy.allowed && (id === undefined || !(own.has(id) || policy.allowed.has(id))))
      throw refuse('This wallet service only sends to recipients that it knows.')
  }
  const limited = [...policy.assets].filter(([, { dailyLimit }]) => dailyLimit !== undefined).map(([id]) => id)
  const isLimitedHere = limited.some((id) => id.startsWith(`${chain}/`))
  for (const contract of unread) {
    if (contract !== null && policy.trusted.has(toAccountId(chain, contract))) continue
    // a Solana program may move everything that its signer owns; an EVM contract that is no token moves nothing without an allowance
    const couldMove = chain.startsWith('solana:')
      ? isLimitedHere
      : contract !== null && limited.includes(toAssetId(chain, contract))
    if (couldMove || policy.dailyValue !== undefined)
      throw refuse("This wallet service can't read what this contract would do, and doesn't call it.")
  }
  // if tokens are limited, the request has to say which one it moves
  const hasTokenLimit = limited.some((id) => id.startsWith(`${chain}/`) && !id.endsWith('/native'))
  if (hasTokenLimit && outflows.some(({ asset }) => asset === null))
    throw refuse("This wallet service can't read which token this would send.")
}

/** Whether a policy has rules for EVM that differ by network. */
function dependsOnNetwork({ assets, dailyValue, allowed, blocked, holdFirstTransfer }: Policy): boolean {
  return (
    [dailyValue, allowed, holdFirstTransfer].some((rule) => rule !== undefined) ||
    [...blocked].some((id) => id.startsWith('eip155:')) ||
    [...assets].some(([id, { dailyLimit }]) => dailyLimit !== undefined && id.startsWith('eip155:'))
  )
}

function refuse(message: string): CallError {
  return new CallError(message, { code: 'POLICY' })
}
