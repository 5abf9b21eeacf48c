import '../styles.css'
import { createClient, formatEther, getAddress, http, isAddress, isHash } from 'viem'
import { getBalance, getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions'
import { fetchConfig } from '../config.js'

// A minimal block explorer for the demo's links: shows an address or a transaction on each local chain.

const id = location.pathname.split('/').pop() ?? ''
const subject = document.getElementById('subject')
const facts = document.getElementById('facts')
if (subject) subject.textContent = id

if (isAddress(id) || isHash(id))
  for (const { name, rpcUrl } of (await fetchConfig()).chains) {
    const client = createClient({ transport: http(rpcUrl) })
    if (isAddress(id)) {
      const [balance, sent] = await Promise.all([
        getBalance(client, { address: id }),
        getTransactionCount(client, { address: id }),
      ])
      say(`${name}: ${formatEther(balance)} ETH, ${sent} transactions sent`)
      continue
    }
    // a chain that does not know the hash throws
    const [sent, mined] = await Promise.all([
      getTransaction(client, { hash: id }).catch(() => undefined),
      getTransactionReceipt(client, { hash: id }).catch(() => undefined),
    ])
    if (!sent) continue
    const outcome = mined
      ? `${mined.status === 'success' ? 'succeeded' : 'failed'} in block ${mined.blockNumber}`
      : 'waits'
    say(
      `${name}: ${outcome}, ${formatEther(sent.value)} ETH from ${getAddress(sent.from)} to ${sent.to ? getAddress(sent.to) : 'a new contract'}`,
    )
  }

function say(text: string): void {
  const line = document.createElement('p')
  line.textContent = text
  facts?.append(line)
}
