import '../styles.css'
import { createClient, formatEther, http, isAddress } from 'viem'
import { getBalance, getTransactionCount } from 'viem/actions'
import { fetchConfig } from '../config.js'

// As much of a block explorer as the demo's link needs: what each local chain knows of an address.

const address = location.pathname.split('/').pop() ?? ''
const subject = document.getElementById('subject')
const facts = document.getElementById('facts')
if (subject) subject.textContent = address

if (isAddress(address))
  for (const { name, rpcUrl } of (await fetchConfig()).chains) {
    const client = createClient({ transport: http(rpcUrl) })
    const [balance, sent] = await Promise.all([
      getBalance(client, { address }),
      getTransactionCount(client, { address }),
    ])
    const line = document.createElement('p')
    line.textContent = `${name}: ${formatEther(balance)} ETH, ${sent} transactions sent`
    facts?.append(line)
  }
