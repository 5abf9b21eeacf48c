import { toDecimal } from '@latchkey/core/plugin'
import { getAddress } from 'viem'
import type { HistoryTransaction } from '../api/accounts.js'
import { isSpam } from '../balances/spam.js'
import type { ServedChain } from '../chains/chainBook.js'
import { type ListedToken, nativeToken } from '../chains/config.js'
import { toUnlistedSymbol } from '../chains/imitations.js'
import { isDecimals } from '../indexer/tokenNames.js'
import type { Activity, ActivityTransfer } from './activity.js'

/** Describes a transaction for one of its participants. Undefined if it only brought them spam tokens. */
export function toHistoryRow(
  activity: Activity,
  { chain, account }: { readonly chain: ServedChain; readonly account: string },
): HistoryTransaction | undefined {
  const { hash, sender, recipient, nonce, is_confirmed, mined_at } = activity
  const transfers = activity.transfers.filter((one) => one.token_id !== null || !isSpamTransfer(chain, one))
  if (transfers.length === 0 && activity.transfers.length > 0 && sender !== account) return undefined
  return {
    id: `${activity.chain}:${hash}`,
    metadata: {
      operationType: toOperation(activity, { account, transfers }),
      hash,
      chain: activity.chain,
      minedAt: new Date(Number(mined_at)).toISOString(),
      sentFrom: getAddress(sender),
      sentTo: recipient === null ? '' : getAddress(recipient),
      status: is_confirmed ? 'confirmed' : 'failed',
      nonce: Number(nonce),
    },
    transfers: transfers.flatMap((one) => toTransferRow(chain, one, account) ?? []),
  }
}

/** Undefined for a token with unknown decimals, as its amount can't be shown. */
function toTransferRow(
  chain: ServedChain,
  one: ActivityTransfer,
  account: string,
): HistoryTransaction['transfers'][number] | undefined {
  const { token, token_id, sender, recipient, amount } = one
  const direction = sender === recipient ? 'self' : sender === account ? 'out' : 'in'
  const listed = findToken(chain, token)
  if (token_id !== null) {
    const collection = chain.nfts?.find(({ address }) => address.toLowerCase() === token)?.name ?? one.name ?? ''
    const flags = { is_spam: isSpamTransfer(chain, one) }
    return { direction, quantity: { numeric: '1' }, nft_info: { name: `${collection} #${token_id}`.trim(), flags } }
  }
  const shown = token === null ? chain.nativeCurrency : (listed ?? toSeenToken(chain, { ...one, token }))
  if (!shown) return undefined
  const { name, symbol, decimals, logoUri } = shown
  return {
    direction,
    quantity: { numeric: toDecimal(BigInt(amount), decimals) },
    fungible_info: {
      name,
      symbol,
      address: `${chain.caipNetworkId}:${token === null ? nativeToken : getAddress(token)}`,
      ...(logoUri !== undefined && { icon: { url: logoUri } }),
    },
  }
}

/** Returns the token's indexed data. Undefined if its decimals are unknown: without a name, a 0 was stored for a failed call. */
function toSeenToken(
  chain: ServedChain,
  { token: address, name, symbol, decimals }: ActivityTransfer & { readonly token: string },
): ListedToken | undefined {
  if (!isDecimals(decimals) || (decimals === 0 && !name && !symbol)) return undefined
  const seen = { address, name: name ?? '', symbol: symbol ?? '', decimals }
  return { ...seen, symbol: toUnlistedSymbol(seen, chain) }
}

function findToken({ tokens }: ServedChain, token: string | null): ListedToken | undefined {
  return token === null ? undefined : tokens?.find(({ address }) => address.toLowerCase() === token)
}

function isSpamTransfer(chain: ServedChain, { token, name, symbol }: ActivityTransfer): boolean {
  if (token === null || chain.nfts?.some(({ address }) => address.toLowerCase() === token)) return false
  const listed = findToken(chain, token)
  return listed ? listed.spam === true : isSpam({ name: name ?? '', symbol: symbol ?? '' })
}

const zeroAddress = `0x${'0'.repeat(40)}`

/** `approve(address,uint256)`. */
const approveSelector = '0x095ea7b3'

/** Classifies what a transaction did for one of its participants. */
function toOperation(
  { method, recipient, sender }: Activity,
  { account, transfers }: { readonly account: string; readonly transfers: readonly ActivityTransfer[] },
): HistoryTransaction['metadata']['operationType'] {
  const gave = transfers.some((one) => one.sender === account && one.recipient !== account)
  const got = transfers.some((one) => one.recipient === account && one.sender !== account)
  if (gave && got) return 'trade'
  if (got) return transfers.every((one) => one.sender === zeroAddress) ? 'mint' : 'receive'
  if (gave) return transfers.every((one) => one.recipient === zeroAddress) ? 'burn' : 'send'
  if (recipient === null) return 'deploy'
  if (method === approveSelector && sender === account) return 'approve'
  if (method !== '') return 'execute'
  return sender === account ? 'send' : 'receive'
}
