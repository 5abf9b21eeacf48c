import { lockOn } from '@latchkey/server-kit/database'
import type { CustodyParams } from '../../protocol/custody.js'
import type { DeviceKey } from '../../protocol/statement.js'
import { InvalidRequestError } from '../../signing/InvalidRequestError.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertMayReplaceAccounts, takeProof } from '../challenges/proof.js'
import { type Call, type Caller, getTrustedUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { whileSigning } from '../freezes/signingSwitch.js'
import { isSealed } from '../keys/host/keyHost.js'
import { announce } from '../notices/announce.js'
import { endUses } from '../seals/pendingSeal.js'
import { countTry, openByFactor } from '../seals/seals.js'
import { withSplitKey } from '../split/split.js'
import { createWallet, type PreparedWallet, prepareWallet } from '../wallets/createWallet.js'
import { findWallet, listWallets, prepareChange, writeChanges } from '../wallets/wallet.js'

/**
 * Returns the public key to which a page encrypts the recovery phrase or private key. Data encrypted to it can be
 * opened only in this session, by any process.
 */
export async function createImportKey({ custody, caller }: Call): Promise<{ readonly key: DeviceKey }> {
  return { key: await custody.keyHost.importKey({ purpose: toPurpose(caller) }) }
}

function toPurpose(caller: Caller): string {
  return `${getTrustedUserId(caller)} ${caller.session?.id ?? ''}`
}

/**
 * Moves a user to the wallet of a recovery phrase that they bring along or, with a private key, to one that has the account of that key and
 * otherwise those of the current wallet, from the same seed. The current wallet is kept like one from before a new seed: its addresses sign
 * again once they are chosen again. Requires a fresh proof on a device that is at least a day old, unless the user is
 * younger than that. Every mailbox and device is notified.
 */
export async function importPhrase(
  call: Call,
  { kind = 'phrase', code, proof, phrase, by }: CustodyParams<'wallets.import'>,
): Promise<Readonly<Record<string, never>>> {
  const { custody, caller, requester } = call
  const purpose = toPurpose(caller)
  await countTry(call)
  const { userId, use } = await takeProof(call, { purpose: 'import', code, proof })
  await whileSigning(custody, userId, async (client) => {
    await assertMayReplaceAccounts(custody, client, caller)
    await lockOn(client, [`seal ${userId}`])
    const wallets = await listWallets(custody, client, userId)
    const current = await findWallet(custody, client, userId)
    const userKey = isSealed(current) ? await openByFactor(custody, client, { userId, value: by }) : undefined
    const { project, deviceId: device } = caller
    const imported = { purpose, phrase }
    const prepare = (splitKey?: Buffer | undefined): Promise<PreparedWallet> => {
      const from = kind === 'key' ? { wallet: current, locks: { userKey, splitKey } } : undefined
      return prepareWallet(custody, { userId, project, userKey, imported: { ...imported, from } })
    }
    const made = kind === 'key' ? withSplitKey(custody, { wallet: current, signed: caller.signed }, prepare) : prepare()
    const prepared = await made
      .catch((cause: unknown) => {
        if (!(cause instanceof InvalidRequestError)) throw cause
        throw new CallError(cause.message, { code: 'INVALID_PARAMS', cause })
      })
      .finally(() => userKey?.fill(0))
    const { eip155, solana } = prepared.accounts
    if (wallets.some((one) => one.eip155 === eip155 && one.solana === solana))
      throw new CallError(`Your wallet already has the addresses of ${kind === 'key' ? 'this key' : 'these words'}.`, {
        code: 'INVALID_PARAMS',
      })
    const retired = { wallet: current, event: 'wallet.retired', device, retiredAt: custody.now() } as const
    const change = await prepareChange(custody, retired)
    await use(client)
    await writeChanges(custody, client, [change])
    const wallet = await createWallet(custody, client, prepared)
    await endUses(client, userId)
    await announce(custody, client, {
      event: 'wallet.imported',
      project,
      userId,
      requester,
      byDevice: device,
      toFormer: true,
    })
    await appendAudit(custody, client, { event: 'wallet.imported', user: userId, device, wallet, version: 1 })
  })
  return {}
}
