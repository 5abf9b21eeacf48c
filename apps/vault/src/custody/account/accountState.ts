import type { AccountState } from '../../protocol/account.js'
import type { CustodyResult } from '../../protocol/custody.js'
import { type LoginProvider, toLoginName } from '../../protocol/login.js'
import { freshFor, toExportTime } from '../challenges/proof.js'
import { type Call, getUserId } from '../devices/caller.js'
import { listOwnLogins } from '../logins/ownLogins.js'
import { offersPasskeys } from '../logins/passkeyLogin.js'
import { offersSms } from '../logins/phoneLogin.js'
import { findRecovery } from '../recovery/recovery.js'
import { findPendingSeal } from '../seals/pendingSeal.js'
import { getSeal } from '../seals/seals.js'
import { listUnlockRequests } from '../seals/unlockRequests.js'
import { findDeviceUser } from '../users/deviceUser.js'
import { listWallets } from '../wallets/wallet.js'
import { getFactorsState } from './ownFactors.js'
import { getSelfCustody } from './ownSelfCustody.js'

/** Returns how a wallet is protected, as shown to its owner. */
export async function getAccountState(call: Call): Promise<AccountState> {
  const { custody, caller } = call
  const { database, now } = custody
  const userId = getUserId(caller)
  const known = await findDeviceUser(custody, database, { deviceId: caller.deviceId, userId })
  const codes = await database.query('SELECT 1 FROM recovery_codes WHERE user_id = $1', [userId])
  const recovery = await findRecovery(custody, database, { userId })
  const wallets = await listWallets(custody, database, userId)
  const seal = await getSeal(call)
  const pendingSeal = await findPendingSeal(custody, database, userId)
  const session = { userId, loginId: caller.session?.loginId ?? null }
  const logins = await listOwnLogins(custody, database, session)
  const hasMailbox = logins.some(({ provider }) => provider === 'email')
  const selfCustody = await getSelfCustody(custody, database, { userId, project: caller.project })
  const exportFrom = toExportTime(known?.since ?? now())
  return {
    logins,
    ...(!hasMailbox && { freshUntil: (caller.session?.createdAt ?? 0) + freshFor }),
    ...(logins.every(({ provider }) => provider === 'guest') && { isGuest: true as const }),
    exportFrom,
    hasRecoveryCode: codes.length > 0,
    ...(recovery && { recoveryDueAt: Number(recovery.due_at) }),
    seal,
    ...(pendingSeal && { pendingSeal }),
    unlockRequests: seal.unlockFrom <= now() ? await listUnlockRequests(custody, database, caller) : [],
    factors: await getFactorsState(custody, database, { userId, project: caller.project, exportFrom }),
    ...(selfCustody && { selfCustody }),
    formerWallets: wallets.flatMap(({ id, eip155, solana, retired_at }) =>
      retired_at === null ? [] : [{ id, addresses: [eip155, solana], since: Number(retired_at) }],
    ),
  }
}

/** Lists the login methods that are available besides email. */
export async function listOffers({
  custody,
  caller,
}: Pick<Call, 'custody' | 'caller'>): Promise<CustodyResult<'account.offers'>> {
  const { providers, farcaster } = custody
  const own: readonly LoginProvider[] = [
    ...(farcaster ? (['farcaster'] as const) : []),
    ...(offersSms(custody, caller) ? (['phone'] as const) : []),
  ]
  const looks = [...providers.values()].flatMap(({ provider, name, icon }) =>
    icon !== undefined || name !== toLoginName(provider) ? [[provider, { name, ...(icon && { icon }) }] as const] : [],
  )
  return {
    providers: [...providers.keys(), ...own],
    passkeys: offersPasskeys(custody, caller),
    ...(looks.length > 0 && { looks: Object.fromEntries(looks) }),
  }
}
