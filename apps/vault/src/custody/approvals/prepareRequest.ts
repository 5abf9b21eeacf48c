import { randomBytes } from 'node:crypto'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { describeRequest, type RequestDescription } from '../../signing/describeRequest.js'
import { InvalidRequestError } from '../../signing/InvalidRequestError.js'
import type { SigningRequest } from '../../signing/signingRequest.js'
import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import type { Queryable } from '../database/queryable.js'
import { getUserId } from '../devices/findCaller.js'
import { assertWithin } from '../limits/assertWithin.js'
import { limits } from '../limits/limits.js'
import { lockSlots, takeSlots } from '../limits/takeSlots.js'
import { toRowMac } from '../sealing/rowMac.js'
import { findWallet, getAccounts } from '../wallets/wallet.js'
import { approvalTime } from './approval.js'
import { toAskedBy } from './rejectRequest.js'

/** Reads what a page wants to be signed, and keeps it in the one form in which it is shown, agreed to and signed. */
export async function prepareRequest(
  { custody, caller }: Call,
  params: CustodyParams<'request.prepare'>,
): Promise<CustodyResult<'request.prepare'>> {
  const { database, keys, now } = custody
  const userId = getUserId(caller)
  const { origin, deviceId } = caller
  const time = now()
  await database.inTransaction((client) => assertMayAsk(client))
  const accounts = getAccounts(await findWallet(custody, database, userId))
  const { canonical, digest, summary } = describe({ ...params, accounts, origin, now: time })
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
  await database.inTransaction(async (client) => {
    await client.query("INSERT INTO approvals VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9, $10)", [
      ...[row.id, userId, deviceId, origin, row.method, row.chain, canonical, digest, row.valid_until],
      toRowMac(keys, 'approvals', row),
    ])
    const { id: request, method, chain } = row
    await appendAudit(custody, client, { event: 'request.shown', user: userId, request, method, chain, origin, digest })
  })
  return { id: row.id, expiresAt: row.valid_until, digest, summary }

  async function assertMayAsk(client: Queryable): Promise<void> {
    const rejections = { limit: limits.coolDown, subject: toAskedBy(custody, { userId, origin }) }
    await lockSlots(client, [rejections])
    await assertWithin(client, { ...rejections, now: time })
    await takeSlots(client, { slots: [{ limit: limits.prepare, subject: Buffer.from(userId) }], now: time })
  }
}

function describe(request: SigningRequest): RequestDescription {
  try {
    return describeRequest(request)
  } catch (cause) {
    if (!(cause instanceof InvalidRequestError)) throw cause
    const code = cause.code === 4200 ? 'NOT_ALLOWED' : 'INVALID_PARAMS'
    throw new CustodyFault(cause.message, { code, cause })
  }
}
