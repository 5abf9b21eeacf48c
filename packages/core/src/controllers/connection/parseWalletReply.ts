import type { Accounts } from '../../account.js'
import type { ConnectResult, User, WalletIdentity } from '../../connector.js'
import { type CaipNetworkId, type Namespace, parseCaipNetworkId } from '../../utils/caip.js'
import { isEmail } from '../../utils/isEmail.js'
import { isRecord } from '../../utils/isRecord.js'
import { omitUndefined } from '../../utils/omitUndefined.js'
import { toWalletIcon, toWalletName } from '../../utils/walletClaims.js'
import { socialProviders } from '../features/state.js'

/** What a wallet says of itself, without anything else; null where it makes no sense. Absent fields stay absent. */
export function parseWalletReply(reply: unknown, namespace: Namespace): Partial<ConnectResult> | null {
  if (!isRecord(reply)) return null
  const { accounts, caipNetworkId, approvedCaipNetworkIds, smartAccountDeployed } = reply
  const isSound =
    (accounts === undefined || isAccounts(accounts, namespace)) &&
    (caipNetworkId === undefined || isNetworkId(caipNetworkId, namespace)) &&
    (approvedCaipNetworkIds === undefined || Array.isArray(approvedCaipNetworkIds))
  if (!isSound) return null
  return omitUndefined({
    accounts,
    caipNetworkId,
    approvedCaipNetworkIds,
    wallet: parseIdentity(reply['wallet']),
    user: parseUser(reply['user']),
    smartAccountEnabledNetworks: parseChainIds(reply['smartAccountEnabledNetworks']),
    smartAccountDeployed: typeof smartAccountDeployed === 'boolean' ? smartAccountDeployed : undefined,
  })
}

function isAccounts(value: unknown, namespace: Namespace): value is Accounts {
  const isAccount = (item: unknown): boolean =>
    isRecord(item) && item['namespace'] === namespace && typeof item['address'] === 'string' && item['address'] !== ''
  return Array.isArray(value) && value.length > 0 && value.every(isAccount)
}

/** Who claims no name that can be shown has none: the connection is as good without. */
function parseIdentity(value: unknown): WalletIdentity | undefined {
  const { name: claim, icon: image } = isRecord(value) ? value : {}
  const name = toWalletName(claim)
  const icon = toWalletIcon(image)
  return name ? omitUndefined({ name, icon }) : undefined
}

/** What cannot be shown as it is, is not known. */
function parseUser(value: unknown): User | undefined {
  if (!isRecord(value)) return undefined
  const { email } = value
  return omitUndefined({
    email: typeof email === 'string' && isEmail(email) ? email : undefined,
    username: toWalletName(value['username']) || undefined,
    socialProvider: socialProviders.find((name) => name === value['socialProvider']),
  })
}

/** Those of EIP-155 are whole numbers. */
function parseChainIds(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.slice(0, 1_000).filter((id) => Number.isSafeInteger(id) && id > 0)
}

function isNetworkId(value: unknown, namespace: Namespace): value is CaipNetworkId {
  return parseCaipNetworkId(value)?.namespace === namespace
}
