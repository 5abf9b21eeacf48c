import { createECDH, hkdfSync } from 'node:crypto'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { SealedPhrase } from '../../protocol/account.js'
import type { CustodyParams } from '../../protocol/custody.js'
import type { DeviceKey } from '../../protocol/statement.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertSettledDevice, takeProof } from '../challenges/proof.js'
import { seal } from '../crypto/seal.js'
import type { Call } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { assertSigning } from '../freezes/signingSwitch.js'
import { announce } from '../notices/announce.js'
import { assertUnlocked, findWallet, withEntropy } from '../wallets/wallet.js'

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
  await custody.database.inTransaction(async (client) => {
    await assertSettledDevice(custody, client, caller)
    await assertSigning(custody, client, userId)
    await use(client)
    const { project, deviceId: byDevice } = caller
    await announce(custody, client, { event: 'export.done', project, userId, requester, byDevice })
    await appendAudit(custody, client, { event: 'export.done', user: userId, device: caller.deviceId })
  })
  return withEntropy(custody, { wallet, caller }, (entropy) => sealPhrase(entropy, key))
}

function sealPhrase(entropy: Uint8Array, { x, y }: DeviceKey): SealedPhrase {
  const ecdh = createECDH('prime256v1')
  const own = ecdh.generateKeys()
  const other = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  let secret: Buffer
  try {
    secret = ecdh.computeSecret(other)
  } catch (cause) {
    throw new CallError('Invalid window key.', { code: 'INVALID_PARAMS', cause })
  }
  const aes = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), 'latchkey/export/1', 32))
  const bytes = seal(aes, { plain: Buffer.from(entropyToMnemonic(entropy, wordlist)), place: ['export'] })
  return {
    key: { x: own.subarray(1, 33).toString('base64url'), y: own.subarray(33).toString('base64url') },
    nonce: bytes.subarray(0, 12).toString('base64url'),
    sealed: bytes.subarray(12).toString('base64url'),
  }
}
