import type { AccountState } from '../../protocol/account.js'
import type { Call } from '../calls/call.js'
import { getUserId } from '../devices/findCaller.js'
import { listEntries } from '../logins/listEntries.js'
import { findRecovery } from '../recovery/recovery.js'
import { findDeviceUser } from '../users/deviceUser.js'
import { findWallet, isSealed } from '../wallets/wallet.js'
import { toExportTime } from './assertMayExport.js'
import { freshFor } from './proof.js'

/** How a wallet is guarded, as its owner sees it. */
export async function getAccountState({ custody, caller }: Call): Promise<AccountState> {
  const { database, now } = custody
  const userId = getUserId(caller)
  const known = await findDeviceUser(custody, database, { deviceId: caller.deviceId, userId })
  const codes = await database.query('SELECT 1 FROM recovery_codes WHERE user_id = $1', [userId])
  const recovery = await findRecovery(custody, database, { userId })
  const wallet = await findWallet(custody, database, userId)
  const [unlocked] = await database.query<{ valid_until: string }>(
    'SELECT valid_until FROM unlocks WHERE user_id = $1 AND valid_until > $2 LIMIT 1',
    [userId, now()],
  )
  const passkeys = await database.query<{ credential: string }>(
    "SELECT credential FROM seals WHERE user_id = $1 AND kind = 'passkey' ORDER BY created_at",
    [userId],
  )
  const session = { userId, loginId: caller.session?.loginId ?? null }
  const logins = await listEntries(custody, database, session)
  const hasMailbox = logins.some(({ provider }) => provider === 'email')
  return {
    logins,
    ...(!hasMailbox && { freshUntil: (caller.session?.createdAt ?? 0) + freshFor }),
    exportFrom: toExportTime(known?.since ?? now()),
    hasRecoveryCode: codes.length > 0,
    ...(recovery && { recoveryDueAt: Number(recovery.due_at) }),
    isSealed: isSealed(custody, wallet),
    ...(unlocked && { unlockedUntil: Number(unlocked.valid_until) }),
    passkeys: passkeys.map(({ credential }) => credential),
  }
}
