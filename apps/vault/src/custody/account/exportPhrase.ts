import type { SealedPhrase } from '../../protocol/account.js'
import type { CustodyParams } from '../../protocol/custody.js'
import { InvalidRequestError } from '../../signing/InvalidRequestError.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertSettledDevice, takeProof } from '../challenges/proof.js'
import type { Call } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { assertSigning } from '../freezes/signingSwitch.js'
import { announce } from '../notices/announce.js'
import { withSplitKey } from '../split/split.js'
import { assertUnlocked, findWallet, withLocks } from '../wallets/wallet.js'

/**
 * Returns the recovery phrase of a wallet, encrypted to a key that the window made for this one export. Requires a device that is at least
 * a day old and a fresh proof. Notifies the user.
 */
export async function exportPhrase(
  call: Call,
  { code, proof, key }: CustodyParams<'account.export'>,
): Promise<SealedPhrase> {
  const { custody, caller, requester } = call
  const { userId, use } = await takeProof(call, { purpose: 'export', code, proof })
  const wallet = await findWallet(custody, custody.database, userId)
  await assertUnlocked(custody, wallet, caller)
  return withSplitKey(custody, { wallet, signed: caller.signed }, async (splitKey) => {
    await custody.database.inTransaction(async (client) => {
      await assertSettledDevice(custody, client, caller)
      await assertSigning(custody, client, userId)
      await use(client)
      const { project, deviceId: byDevice } = caller
      await announce(custody, client, { event: 'export.done', project, userId, requester, byDevice })
      await appendAudit(custody, client, { event: 'export.done', user: userId, device: caller.deviceId })
    })
    return withLocks(custody, { wallet, caller, splitKey }, (locks) =>
      custody.keyHost.exportTo({ wallet, locks, key }),
    ).catch((cause: unknown) => {
      if (!(cause instanceof InvalidRequestError)) throw cause
      throw new CallError(cause.message, { code: 'INVALID_PARAMS', cause })
    })
  })
}
