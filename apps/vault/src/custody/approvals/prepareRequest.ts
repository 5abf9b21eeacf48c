import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import { type Hex, hexToBytes } from 'viem'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { PasskeyOptions } from '../../protocol/passkey.js'
import type { Summary } from '../../protocol/summary.js'
import { describeRequest } from '../../signing/readRequest.js'
import { findNewNotices } from '../account/ownNotices.js'
import { appendAudit } from '../audit/appendAudit.js'
import { toRowMac } from '../crypto/rowMac.js'
import { type Call, getUserId } from '../devices/caller.js'
import { CallError, readingRequest } from '../errors/callError.js'
import { assertSigning } from '../freezes/signingSwitch.js'
import { assertWithin, limits, lockSlots, takeSlots } from '../limits/limits.js'
import { admitRequest } from '../operations/requests.js'
import { startAssertion } from '../passkeys/ceremony.js'
import { listPasskeys } from '../passkeys/passkey.js'
import { simulateRequest } from '../simulation/simulateRequest.js'
import { reviewPolicy } from '../spending/policy.js'
import { findStepUp } from '../spending/stepUp.js'
import { assertSelfCustody, findAccountsOn, toPasskeyKey } from '../wallets/selfCustody.js'
import { assertUnlocked, findWallet } from '../wallets/wallet.js'
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
  const accounts = await findAccountsOn(custody, database, wallet, params.chain)
  // passkey signatures don't need the wallet's key
  const mayUsePasskey = accounts.selfCustody !== undefined && params.chain.startsWith('eip155:')
  if (!mayUsePasskey) await assertUnlocked(custody, wallet, caller)
  const proven = await proveAmounts(custody, { ...params, accounts })
  const described = readingRequest(() => describeRequest({ ...params, params: proven, accounts, origin, now: time }))
  const { canonical, digest, challenge, summary: plain } = described
  assertSelfCustody(custody, { project, wallet, summary: plain, isByPasskey: challenge !== undefined })
  if (mayUsePasskey && !challenge) await assertUnlocked(custody, wallet, caller)
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
  const { isPermitted, hold, factors, ceremony } = await database.inTransaction(async (client) => {
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
    const isCovered = (await admitRequest(custody, client, simulationInput)) !== undefined
    const { chain } = params
    const request = { project, userId, deviceId, chain, summary, accounts }
    const reviewedHold = await reviewPolicy(custody, client, request)
    // the passkey is a second factor itself
    const stepUp = challenge ? undefined : ((await findStepUp(custody, client, request)) ?? undefined)
    const asked = challenge && (await askPasskey(client, challenge))
    await client.query("INSERT INTO approvals VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9, $10)", [
      ...[row.id, userId, deviceId, origin, row.method, row.chain, canonical, digest, row.valid_until],
      toRowMac(keys, 'approvals', row),
    ])
    const { id, method } = row
    const entry = { user: userId, request: id, method, chain, origin, digest }
    await appendAudit(custody, client, { event: 'request.shown', ...entry })
    // without a prompt, the user can't see a hold or a warning, or present a second factor
    const mayBe = !asked && reviewedHold === undefined && stepUp === undefined && !isPhishing && !caller.isResumed
    return { isPermitted: isCovered && mayBe, hold: reviewedHold, factors: stepUp, ceremony: asked }
  })
  const { id, valid_until: expiresAt } = row
  // nothing is shown without a prompt
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
    ...(ceremony && { ceremony }),
    ...(news && { news }),
  }

  /** Asks a passkey that owns the account for its signature of this request alone. */
  async function askPasskey(client: Queryable, challenge: Hex): Promise<PasskeyOptions> {
    const owners = accounts.selfCustody?.passkeys ?? []
    const passkeys = (await listPasskeys(custody, client, userId)).filter(({ publicKey }) => {
      const key = publicKey && toPasskeyKey(publicKey)
      return owners.some(({ x, y }) => x === key?.x && y === key.y)
    })
    if (passkeys.length === 0)
      throw new CallError(
        'None of your passkeys owns your smart account on this network. Add one as an owner on the wallet’s account page.',
        { code: 'NOT_ALLOWED' },
      )
    const asked = { purpose: 'sign', userId, subject: digest, challenge: hexToBytes(challenge), passkeys } as const
    return (await startAssertion(call, client, asked)).options
  }

  async function assertMayAsk(client: Queryable): Promise<void> {
    const rejections = { limit: limits.coolDown, subject: toAskedBy(custody, { userId, origin }) }
    await lockSlots(client, [rejections])
    await assertWithin(client, { ...rejections, now: time })
    await takeSlots(client, { slots: [{ limit: limits.prepare, subject: Buffer.from(userId) }], now: time })
  }
}
