import type { Activity, ActivityTransfer } from './readActivity.js'

const nobody = `0x${'0'.repeat(40)}`
/** `approve(address,uint256)`. */
const approve = '0x095ea7b3'

/** In a word what a transaction was to one of those who took part. */
export function toOperation(
  { method, recipient, sender }: Activity,
  { account, transfers }: { readonly account: string; readonly transfers: readonly ActivityTransfer[] },
): string {
  const gave = transfers.some((one) => one.sender === account && one.recipient !== account)
  const got = transfers.some((one) => one.recipient === account && one.sender !== account)
  if (gave && got) return 'trade'
  if (got) return transfers.every((one) => one.sender === nobody) ? 'mint' : 'receive'
  if (gave) return transfers.every((one) => one.recipient === nobody) ? 'burn' : 'send'
  if (recipient === null) return 'deploy'
  if (method === approve && sender === account) return 'approve'
  return method === '' ? 'send' : 'execute'
}
