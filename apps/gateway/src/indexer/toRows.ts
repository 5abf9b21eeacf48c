import type { FullBlock } from './readBlocks.js'
import type { Rows } from './rows.js'
import { toTransfers } from './toTransfers.js'

const nobody = `0x${'0'.repeat(40)}`

/** What is written of a block: its transactions, what they moved, and who took part. A transaction that failed moved nothing. */
export function toRows({ number: height, hash, timestamp, transactions, receipts, internal }: FullBlock): Rows {
  const rows: Rows = { blocks: [{ height, hash }], transactions: [], transfers: [], activity: [], holdings: [] }
  const mined_at = timestamp * 1_000
  for (const [position, transaction] of transactions.entries()) {
    const receipt = receipts[position]
    if (!receipt) throw new Error(`There is no receipt of ${transaction.hash}.`)
    const { from: sender, input, nonce } = transaction
    const recipient = transaction.to ?? receipt.contractAddress ?? null
    const is_confirmed = receipt.status !== '0x0'
    const method = input.length >= 10 ? input.slice(0, 10).toLowerCase() : ''
    const own = { height, position }
    rows.transactions.push({
      ...own,
      hash: transaction.hash,
      sender,
      recipient: transaction.to ?? null,
      nonce: nonce.toString(),
      method,
      is_confirmed,
      mined_at,
    })
    const did = { sender, recipient, value: transaction.value, logs: receipt.logs, internal: internal?.[position] }
    const moved = is_confirmed ? toTransfers(did) : []
    for (const one of moved) {
      rows.transfers.push({ ...own, ...one })
      if (one.token !== null && one.recipient !== nobody)
        rows.holdings.push({ account: one.recipient, token: one.token, token_id: one.token_id ?? '-1' })
    }
    const people = [sender, ...moved.flatMap((one) => [one.sender, one.recipient])]
    // a plain call of an account without value is told to it, a call of a contract is not
    if (recipient !== null && method === '') people.push(recipient)
    for (const account of new Set(people)) if (account !== nobody) rows.activity.push({ account, mined_at, ...own })
  }
  return rows
}
