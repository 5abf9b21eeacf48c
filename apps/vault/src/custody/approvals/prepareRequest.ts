import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { Summary } from '../../protocol/summary.js'
import { describeRequest } from '../../signing/readRequest.js'
import { findNewNotices } from '../account/ownNotices.js'
import { appendAudit } from '../audit/appendAudit.js'
import { toRowMac } from '../crypto/rowMac.js'
import { type Call, getUserId } from '../devices/caller.js'
import { readingRequest } from '../errors/callError.js'
import { assertSigning } from '../freezes/signingSwitch.js'
import { assertWithin, limits, lockSlots, takeSlots } from '../limits/limits.js'
import { admitRequest } from '../operations/requests.js'
import { simulateRequest } from '../simulation/simulateRequest.js'
import { reviewPolicy } from '../spending/policy.js'
import { findStepUp } from '../spending/stepUp.js'
import { assertUnlocked, findWallet, getAccounts } from '../wallets/wallet.js'
import { approvalTime, toAskedBy } from './approval.js'
import { proveAmounts } from './proveAmounts.js'

/** Reads a request and stores it in the canonical form in which it is shown, approved and signed. */
export async function prepareRequest(
  call: Call,
  params: CustodyParams<'request.prepare'>,
): Promise<CustodyResult<'request.prepare'>> {
  const { custody, caller } = call
  const { database, keys, now } = custody
  const userId = getUserId(caller)
  const { origin, deviceId, project } = caller
  const time = now()
  await database.inTransaction((client) => assertMayAsk(client))
  const wallet = await findWallet(custody, database, userId)
  await assertUnlocked(custody, wallet, caller)
  const accounts = getAccounts(wallet)
  const proven = await proveAmounts(custody, { ...params, accounts })
  const described = readingRequest(() => describeRequest({ ...params, params: proven, accounts, origin, now: time }))
  const { canonical, digest, summary: plain } = described
  const simulation = await simulateRequest(custody, { described, accounts })
  const isPhishing = custody.phishing.has(origin)
  const summary: Summary = isPhishing ? { ...plain, warnings: ['phishingOrigin', ...plain.warnings] } : plain
  const row = {
    id: randomBytes(16).toString('hex'),
    user_id: userId,
    device_id: deviceId,
    origin,
    method: params.method,
    chain: params.chain,
    canonical,
    digest,
    valid_until: time + approvalTime,
  }
  const { isPermitted, hold, factors } = await database.inTransaction(async (client) => {
    const simulationInput = {
      summary,
      params: proven,
      userId,
      project,
      origin,
      chain: params.chain,
      isSigning: false,
    }
    await assertSigning(custody, client, userId)
    const isCovered = await admitRequest(custody, client, simulationInput)
    const { chain } = params
    const request = { project, userId, deviceId, chain, summary, accounts }
    const reviewedHold = await reviewPolicy(custody, client, request)
    const stepUp = (await findStepUp(custody, client, request)) ?? undefined
    await client.query("INSERT INTO approvals VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9, $10)", [
      ...[row.id, userId, deviceId, origin, row.method, row.chain, canonical, digest, row.valid_until],
      toRowMac(keys, 'approvals', row),
    ])
    const { id, method } = row
    const entry = { user: userId, request: id, method, chain, origin, digest }
    await appendAudit(custody, client, { event: 'request.shown', ...entry })
    // a user who isn't asked can't be shown a hold or a warning, nor asked for a second factor
    const mayBe = reviewedHold === undefined && stepUp === undefined && !isPhishing && !caller.isResumed
    return { isPermitted: isCovered && mayBe, hold: reviewedHold, factors: stepUp }
  })
  const { id, valid_until: expiresAt } = row
  // a user who isn't asked isn't shown anything
  const news = isPermitted ? undefined : await findNewNotices(call, database)
  return {
    id,
    expiresAt,
    digest,
    summary,
    ...(caller.isResumed && { needsConsent: true as const }),
    ...(simulation && { simulation }),
    ...(isPermitted && { isPermitted }),
    ...(hold && { hold }),
    ...(factors && { factors }),
    ...(news && { news }),
  }

  async function assertMayAsk(client: Queryable): Promise<void> {
    const rejections = { limit: limits.coolDown, subject: toAskedBy(custody, { userId, origin }) }
    await lockSlots(client, [rejections])
    await assertWithin(client, { ...rejections, now: time })
    await takeSlots(client, { slots: [{ limit: limits.prepare, subject: Buffer.from(userId) }], now: time })
  }
}
